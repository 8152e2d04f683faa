import { Building2, Check } from 'lucide-react';
import { useState } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { DocumentRow, GoodDocuments, NotGood } from '#shared/ipc/documents.ts';
import { scoreLimits } from '#shared/service/score.ts';
import { call, takeAnswer } from '../../bridge.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { CheckMany } from '../../components/check-run-strip.tsx';
import { ConfirmDialog, DialogFrame } from '../../components/dialog.tsx';
import { TickedBar } from '../../components/list-screen.tsx';
import { useAction } from '../../stores/action.ts';
import { useWorkspace } from '../../stores/session.ts';
import { tellDone } from '../../stores/undo.ts';
import type { Ticks } from '../../stores/ticks.ts';
import { AssignVendor } from './assign-vendor.tsx';

/** Actions on all ticked documents. "Accept the good ones" accepts those without a finding. */
export function TickedDocuments({ ticks }: { ticks: Ticks<DocumentRow> }) {
  const { rows } = ticks;
  const [asking, setAsking] = useState<GoodDocuments | null>(null);
  const look = useAction('documents.good', setAsking);
  const [assigning, setAssigning] = useState(false);
  const jobIds = rows.map(({ jobId }) => jobId);

  return (
    <TickedBar label="Selected documents" count={rows.length} ticks={ticks} outcome={look.error?.message}>
      <SmallButton icon={Check} pending={look.pending} onPress={() => void look.run({ jobIds })}>
        Accept the good ones
      </SmallButton>
      <CheckMany of={{ what: 'documents', jobIds }} onStarted={ticks.clear}>
        {`Check ${countText(rows.length)} now`}
      </CheckMany>
      <SmallButton icon={Building2} onPress={() => setAssigning(true)}>
        Assign vendor
      </SmallButton>
      {asking === null ? null : (
        <AcceptGood asked={jobIds} found={asking} onAccepted={ticks.clear} onClose={() => setAsking(null)} />
      )}
      {assigning ? <AssignVendor jobIds={jobIds} onClose={() => setAssigning(false)} /> : null}
    </TickedBar>
  );
}

const order: readonly NotGood[] = ['differs', 'under', 'unreadable', 'no_profile', 'not_ready', 'decided'];

function reasonMessage(reason: NotGood, count: number, good: number): string {
  const one = count === 1;
  const why: Record<NotGood, string> = {
    differs: 'with details that differ from the vendor’s profile',
    under: `with a score under ${good} or without one`,
    unreadable: 'with an error, or with parts of the answer that Gangway cannot read',
    no_profile: `without a vendor’s profile to compare ${one ? 'it' : 'them'} with`,
    not_ready: `that ${one ? 'is' : 'are'} not ready`,
    decided: 'that you decided before',
  };
  return `${pluralize(count, 'document')} ${why[reason]}`;
}

async function takeBack(jobIds: string[]): Promise<string> {
  const result = await call('documents.undoAcceptance', { jobIds });
  if (!result.ok) return result.error.message;
  const left = jobIds.length - result.value.undone.length;
  const undone = `${pluralize(result.value.undone.length, 'document')} to review again`;
  return left === 0 ? `${undone}.` : `${undone}, ${left} decided differently since.`;
}

interface AcceptGoodProps {
  asked: readonly string[];
  found: GoodDocuments;
  onAccepted: () => void;
  onClose: () => void;
}

function AcceptGood({ asked, found: { jobIds, leftOut }, onAccepted, onClose }: AcceptGoodProps) {
  const good = scoreLimits('Good', useWorkspace().settings.scoreThreshold).from;
  const others = order.filter((reason) => leftOut[reason] > 0);
  const list = (
    <ul className="above-4 bullets">
      {others.map((reason) => (
        <li key={reason}>{reasonMessage(reason, leftOut[reason], good)}</li>
      ))}
    </ul>
  );

  const accept = () =>
    takeAnswer(call('documents.acceptGood', { jobIds: [...asked] }), ({ jobIds: accepted }) => {
      onAccepted();
      tellDone(
        `${pluralize(accepted.length, 'document')} accepted`,
        accepted.length === 0 ? null : () => takeBack(accepted),
      );
    });

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
      title={`Accept ${pluralize(jobIds.length, 'document')}${others.length === 0 ? '' : ` of ${asked.length}`}?`}
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
