import { RefreshCw } from 'lucide-react';
import { call } from '../../bridge.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { useAction } from '../../stores/action.ts';
import { useToasts } from '../../stores/toasts.ts';
import styles from './vendor-list.module.css';

const cls = classesOf(styles);

function vendors(count: number): string {
  return count === 1 ? '1 vendor' : `${count.toLocaleString('en-US')} vendors`;
}

/** What can be done to all ticked vendors at once. */
export function TickedVendors({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const begin = useAction('lookups.begin');

  async function refresh(): Promise<void> {
    const result = await begin.run({ ids: [...ids] });
    if (!result.ok) return;
    const { id } = result.value;
    onClear();
    useToasts.getState().show({
      text: `${vendors(ids.length)} being fetched anew`,
      undo: async () => {
        const cancelled = await call('lookups.cancel', { id });
        if (!cancelled.ok) return cancelled.error.message;
        const { counts } = cancelled.value;
        return counts.cancelled === 0
          ? 'All of them were fetched already.'
          : `${vendors(counts.cancelled)} not fetched anew.`;
      },
    });
  }

  return (
    <div className={cls('ticked')} role="region" aria-label="Ticked vendors">
      <span className={cls('tickedCount')}>{`${ids.length.toLocaleString('en-US')} ticked`}</span>
      <Button size="small" icon={RefreshCw} pending={begin.pending} onPress={() => void refresh()}>
        {`Refresh ${ids.length.toLocaleString('en-US')}`}
      </Button>
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
      <span role="status">{begin.error?.message}</span>
    </div>
  );
}
