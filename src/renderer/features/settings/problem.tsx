import type { CallError } from '#shared/ipc/call.ts';
import { MessageBlock } from '../../components/message-block.tsx';

/** What could not be saved, where it was set. Nothing is drawn where all is well. */
export function Problem({ error }: { error: CallError | null }) {
  if (error === null) return null;
  return (
    <MessageBlock tone="neg" live title="This was not saved.">
      {error.message}
    </MessageBlock>
  );
}
