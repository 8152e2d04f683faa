import { ArrowRight, X } from 'lucide-react';
import { counted } from '#shared/base/counted.ts';
import { endTurns, nextTurn, useTurns } from '../stores/turns.ts';
import { Button } from './button.tsx';
import { MessageBlock } from './message-block.tsx';

/** Leads on to the next of what a person chose to do in turn; nothing where none waits. */
export function TurnsNote() {
  const { waiting, words } = useTurns();
  if (waiting.length === 0) return null;
  return (
    <div className="fixed pad-gutter-top">
      <MessageBlock
        tone="neu"
        slim
        actions={
          <>
            <Button size="small" icon={ArrowRight} onPress={nextTurn}>
              {`Next ${words.one}`}
            </Button>
            <Button size="small" variant="quiet" icon={X} onPress={endTurns}>
              Stop
            </Button>
          </>
        }
      >
        {`${counted(waiting.length, `more ${words.one}`)} to ${words.todo}.`}
      </MessageBlock>
    </div>
  );
}
