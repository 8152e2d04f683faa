import { MessageBlock } from './message-block.tsx';

/** Above a form that corrects what was altered on the disk, see docs/decisions/damaged-data.md. */
export function AlteredNote() {
  return (
    <MessageBlock tone="cau" title="This was altered on the disk and was not sent.">
      The form shows what is there now, not what you queued. Check every field before you send it.
    </MessageBlock>
  );
}
