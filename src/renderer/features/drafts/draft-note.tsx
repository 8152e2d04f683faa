import type { ReactNode } from 'react';
import { MessageBlock } from '../../components/message-block.tsx';
import { TimeText } from '../../components/time-text.tsx';
import type { FormStart } from '../../stores/drafts.ts';

/** Says that a form begins from what was typed before; nothing is drawn where it does not. */
export function DraftNote({
  start,
  left,
  children,
}: {
  start: Extract<FormStart, { kind: 'here' }>;
  /** What was not done with it yet. */
  left: 'queued' | 'submitted';
  children?: ReactNode;
}) {
  if (start.problem !== null) {
    return (
      <MessageBlock tone="cau" title="An earlier draft could not be read.">
        {start.problem.message}
      </MessageBlock>
    );
  }
  if (start.savedAt === null) return null;
  return (
    <MessageBlock tone="neu" slim actions={children}>
      Your draft from <TimeText at={start.savedAt} form="detail" /> is back. It was not {left} yet.
    </MessageBlock>
  );
}
