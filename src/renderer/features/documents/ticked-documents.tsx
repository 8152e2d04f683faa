import { Building2, Check, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DocumentRow, GoodDocuments } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/button.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { checkMany } from '../../stores/checks.ts';
import type { Ticks } from '../../stores/ticks.ts';
import { useOffline } from '../../stores/sync.ts';
import { AcceptGood } from './accept-good.tsx';
import { AssignVendor } from './assign-vendor.tsx';

/** What can be done to all ticked documents at once: those in which nothing stands out are accepted together. */
export function TickedDocuments({ ticks }: { ticks: Ticks<DocumentRow> }) {
  const { rows } = ticks;
  const [asking, setAsking] = useState<GoodDocuments | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const offline = useOffline();
  const [assigning, setAssigning] = useState(false);
  const jobIds = rows.map(({ jobId }) => jobId);

  async function lookBeforeAccepting(): Promise<void> {
    setPending(true);
    const result = await call('documents.good', { jobIds });
    setPending(false);
    setProblem(result.ok ? null : result.error.message);
    if (result.ok) setAsking(result.value);
  }

  return (
    <TickedBar label="Selected documents" count={rows.length} ticks={ticks} outcome={problem}>
      <Button size="small" icon={Check} pending={pending} onPress={() => void lookBeforeAccepting()}>
        Accept the good ones
      </Button>
      <Button
        size="small"
        icon={RefreshCw}
        disabled={offline}
        onPress={() => {
          void checkMany({ what: 'documents', jobIds });
          ticks.clear();
        }}
      >
        {offline ? 'Check when online' : `Check ${rows.length.toLocaleString('en-US')} now`}
      </Button>
      <Button size="small" icon={Building2} onPress={() => setAssigning(true)}>
        Assign vendor
      </Button>
      {asking === null ? null : (
        <AcceptGood asked={jobIds} found={asking} onAccepted={ticks.clear} onClose={() => setAsking(null)} />
      )}
      {assigning ? <AssignVendor jobIds={jobIds} onClose={() => setAssigning(false)} /> : null}
    </TickedBar>
  );
}
