import { Hourglass } from 'lucide-react';
import { delayedMessage } from '#shared/words/undo-messages.ts';
import { sendDelayed, undoDelayed, useDelayed } from '../stores/delayed.ts';
import { useNow } from '../stores/now.ts';
import { Button } from './button.tsx';
import { MessageBlock } from './message-block.tsx';

const shownAtMost = 3;

/** Groups that were queued together and can still be undone, with the time left. */
export function DelayedStrip() {
  const groups = useDelayed();
  const now = useNow('second');
  return groups.slice(0, shownAtMost).map((group) => (
    <MessageBlock
      key={group.until}
      slim
      tone="neu"
      icon={Hourglass}
      title={`${delayedMessage(group, now)}.`}
      actions={
        <>
          <Button variant="link" onPress={() => void sendDelayed(group.until)}>
            Send now
          </Button>
          <Button variant="link" onPress={() => void undoDelayed(group.until)}>
            Undo
          </Button>
        </>
      }
    >
      Nothing is sent until then.
    </MessageBlock>
  ));
}
