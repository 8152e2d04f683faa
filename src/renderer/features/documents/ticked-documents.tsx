import { RefreshCw } from 'lucide-react';
import type { DocumentRow } from '#shared/ipc/documents.ts';
import { Button } from '../../components/button.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { checkMany } from '../../stores/checks.ts';
import { useOffline } from '../../stores/sync.ts';

/** What can be done to all ticked documents at once. Each is judged by itself, so nothing is decided here. */
export function TickedDocuments({ rows, onClear }: { rows: readonly DocumentRow[]; onClear: () => void }) {
  const offline = useOffline();
  return (
    <TickedBar label="Ticked documents" count={rows.length} onClear={onClear}>
      <Button
        size="small"
        icon={RefreshCw}
        disabled={offline}
        onPress={() => {
          void checkMany({ what: 'documents', jobIds: rows.map(({ jobId }) => jobId) });
          onClear();
        }}
      >
        {offline ? 'Check when online' : `Check ${rows.length.toLocaleString('en-US')} now`}
      </Button>
    </TickedBar>
  );
}
