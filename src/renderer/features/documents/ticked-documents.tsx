import { Building2, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import { Button } from '../../components/button.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { checkMany } from '../../stores/checks.ts';
import { useOffline } from '../../stores/sync.ts';
import { AssignVendor } from './assign-vendor.tsx';

/** What can be done to all ticked documents at once. Each is judged by itself, so nothing is decided here. */
export function TickedDocuments({ rows, onClear }: { rows: readonly DocumentRow[]; onClear: () => void }) {
  const offline = useOffline();
  const [assigning, setAssigning] = useState(false);
  const [assigned, setAssigned] = useState<{ vendorId: string; jobs: string } | null>(null);
  const jobIds = rows.map(({ jobId }) => jobId);
  const said = assigned !== null && assigned.jobs === jobIds.join() ? assigned.vendorId : null;
  return (
    <TickedBar
      label="Ticked documents"
      count={rows.length}
      onClear={onClear}
      outcome={said === null ? null : `Vendor ${said} is noted for ${rows.length.toLocaleString('en-US')}.`}
    >
      <Button
        size="small"
        icon={RefreshCw}
        disabled={offline}
        onPress={() => {
          void checkMany({ what: 'documents', jobIds });
          onClear();
        }}
      >
        {offline ? 'Check when online' : `Check ${rows.length.toLocaleString('en-US')} now`}
      </Button>
      <Button size="small" icon={Building2} onPress={() => setAssigning(true)}>
        Assign vendor
      </Button>
      {assigning ? (
        <AssignVendor
          jobIds={jobIds}
          onAssigned={(vendorId) => {
            setAssigned({ vendorId, jobs: jobIds.join() });
            setAssigning(false);
          }}
          onClose={() => setAssigning(false)}
        />
      ) : null}
    </TickedBar>
  );
}
