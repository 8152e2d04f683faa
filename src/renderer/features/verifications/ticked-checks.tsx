import { RefreshCw } from 'lucide-react';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { checkMany } from '../../stores/checks.ts';
import { useOffline } from '../../stores/sync.ts';
import styles from './verification-list.module.css';

const cls = classesOf(styles);

/** What can be done to all ticked licence checks at once. */
export function TickedChecks({ rows, onClear }: { rows: readonly VerificationRow[]; onClear: () => void }) {
  const offline = useOffline();
  const checkable = rows.filter((row) => row.watch !== null);
  return (
    <div className={cls('ticked')} role="region" aria-label="Ticked licence checks">
      <span className={cls('tickedCount')}>{`${rows.length} ticked`}</span>
      {checkable.length === 0 ? (
        <span className={cls('aside')}>The server has given no request number for these yet.</span>
      ) : (
        <Button
          size="small"
          icon={RefreshCw}
          disabled={offline}
          onPress={() => {
            void checkMany({ what: 'verifications', entryIds: checkable.map((row) => row.entryId) });
            onClear();
          }}
        >
          {offline ? 'Check when online' : `Check ${checkable.length} now`}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
    </div>
  );
}
