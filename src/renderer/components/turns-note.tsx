import { ArrowRight, X } from 'lucide-react';
import { counted } from '#shared/base/counted.ts';
import { bindClasses } from '../class-names.ts';
import { endTurns, nextTurn, useTurns } from '../stores/turns.ts';
import { Button } from './button.tsx';
import { MessageBlock } from './message-block.tsx';
import styles from './turns-note.module.css';

const cls = bindClasses(styles);

/** Leads on to the next of what a person chose to do in turn; nothing where none waits. */
export function TurnsNote() {
  const { waiting, words } = useTurns();
  if (waiting.length === 0) return null;
  return (
    <div className={`${cls('turns')} fixed`}>
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
