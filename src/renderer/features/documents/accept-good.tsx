import { counted } from '#shared/base/counted.ts';
import type { GoodDocuments, NotGood } from '#shared/ipc/documents.ts';
import { scoreLimits } from '#shared/service/score.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, DialogFrame } from '../../components/dialog.tsx';
import { useWorkspace } from '../../stores/session.ts';
import { tellDone } from '../../stores/undo.ts';
import styles from './ticked-documents.module.css';
import { bindClasses } from '../../class-names.ts';

const cls = bindClasses(styles);

const order: readonly NotGood[] = ['differs', 'under', 'unreadable', 'no_profile', 'not_ready', 'decided'];

function reasonMessage(reason: NotGood, count: number, good: number): string {
  const one = count === 1;
  switch (reason) {
    case 'differs':
      return `${counted(count, 'document')} with details that differ from the vendor’s profile`;
    case 'under':
      return `${counted(count, 'document')} with a score under ${good} or without one`;
    case 'unreadable':
      return `${counted(count, 'document')} with an error, or with parts of the answer that Gangway cannot read`;
    case 'no_profile':
      return `${counted(count, 'document')} without a vendor’s profile to compare ${one ? 'it' : 'them'} with`;
    case 'not_ready':
      return `${counted(count, 'document')} that ${one ? 'is' : 'are'} not ready`;
    case 'decided':
      return `${counted(count, 'document')} that you decided before`;
  }
}

/** Takes back what was accepted together, and says how many of them it was. */
async function takeBack(jobIds: string[]): Promise<string> {
  const result = await call('documents.undoAcceptance', { jobIds });
  if (!result.ok) return result.error.message;
  const left = jobIds.length - result.value.undone.length;
  const undone = `${counted(result.value.undone.length, 'document')} to review again`;
  return left === 0 ? `${undone}.` : `${undone}, ${left} decided differently since.`;
}

/** Says which of the ticked documents are accepted together and why the others are not, and accepts them. */
export function AcceptGood({
  asked,
  found: { jobIds, leftOut },
  onAccepted,
  onClose,
}: {
  asked: readonly string[];
  found: GoodDocuments;
  onAccepted: () => void;
  onClose: () => void;
}) {
  const good = scoreLimits('Good', useWorkspace().settings.scoreThreshold).from;
  const others = order.filter((reason) => leftOut[reason] > 0);
  const list = (
    <ul className={cls('reasons')}>
      {others.map((reason) => (
        <li key={reason}>{reasonMessage(reason, leftOut[reason], good)}</li>
      ))}
    </ul>
  );

  async function accept(): Promise<string | null> {
    const result = await call('documents.acceptGood', { jobIds: [...asked] });
    if (!result.ok) return result.error.message;
    const accepted = result.value.jobIds;
    onAccepted();
    tellDone(
      `${counted(accepted.length, 'document')} accepted`,
      accepted.length === 0 ? null : () => takeBack(accepted),
    );
    return null;
  }

  if (jobIds.length === 0) {
    return (
      <DialogFrame
        title="None of these can be accepted together"
        onClose={onClose}
        foot={<Button onPress={onClose}>Close</Button>}
      >
        <p>Open each of them and decide.</p>
        {list}
      </DialogFrame>
    );
  }
  return (
    <ConfirmDialog
      title={`Accept ${counted(jobIds.length, 'document')}${others.length === 0 ? '' : ` of ${asked.length}`}?`}
      confirmLabel={`Accept ${jobIds.length}`}
      onConfirm={accept}
      onClose={onClose}
    >
      <p>
        {`${jobIds.length === 1 ? 'It' : 'Each'} has a score of at least ${good}, and nothing in it differs from the vendor’s profile. The decision stays on this computer.`}
      </p>
      {others.length === 0 ? null : (
        <>
          <p>Unchanged:</p>
          {list}
        </>
      )}
    </ConfirmDialog>
  );
}
