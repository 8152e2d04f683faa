import { RefreshCw } from 'lucide-react';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { Button } from '../../components/button.tsx';
import { TickedBar } from '../../components/ticked-bar.tsx';
import { checkMany } from '../../stores/checks.ts';
import type { Ticks } from '../../stores/ticks.ts';
import { useOffline } from '../../stores/sync.ts';

/** What can be done to all ticked verifications at once. */
export function TickedChecks({ ticks }: { ticks: Ticks<VerificationRow> }) {
  const { rows } = ticks;
  const offline = useOffline();
  const checkable = rows.filter((row) => row.watch !== null);
  return (
    <TickedBar
      label="Selected verifications"
      count={rows.length}
      ticks={ticks}
      outcome={checkable.length === 0 ? 'The service has given no request number for these yet.' : null}
    >
      {checkable.length === 0 ? null : (
        <Button
          size="small"
          icon={RefreshCw}
          disabled={offline}
          onPress={() => {
            void checkMany({ what: 'verifications', entryIds: checkable.map((row) => row.entryId) });
            ticks.clear();
          }}
        >
          {offline ? 'Check when online' : `Check ${checkable.length} now`}
        </Button>
      )}
    </TickedBar>
  );
}
