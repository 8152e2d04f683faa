import type { ReactNode } from 'react';
import type { LastQueuedItem } from '#shared/ipc/today.ts';
import { entryLabels } from '#shared/outbox/entry-labels.ts';
import { bindClasses } from '../../class-names.ts';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { entryKindViews } from '../../entry-kinds.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { ResultState } from '../verifications/result-state.tsx';
import styles from './last-queued.module.css';

const cls = bindClasses(styles);

export function LastQueued() {
  const { state } = useLive('today.lastQueued', null, ['entries.changed']);
  // A failure is reported by the page's own list.
  if (state.kind !== 'ready' || state.value.length === 0) return null;
  return (
    <section className={`${cls('section')} padded`}>
      <h2>Recent</h2>
      <ol>
        {state.value.map((item) => (
          <li key={item.row.entryId} className={`${cls('item')} stack gap-2`}>
            <button
              type="button"
              className={`${cls('name')} quiet left one-line least-24 round-3 plain-strong`}
              onClick={() => navigate({ screen: entryLabels[item.kind].screen, path: [item.row.entryId] })}
            >
              <strong>{getTitle(item)}</strong> · {entryKindViews[item.kind].subject}
            </button>
            <span className="row between gap-8">
              <Fate item={item} />
              <span className="faint-figure">
                <TimeText at={item.row.queuedAt} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function WithLastQueued({ children }: { children: ReactNode }) {
  return (
    <div className={`${cls('beside')} row-top wrap`}>
      {children}
      <aside className={cls('aside')} aria-label="Queued before">
        <LastQueued />
      </aside>
    </div>
  );
}

function Fate({ item }: { item: LastQueuedItem }) {
  if (item.kind === 'verification') return <ResultState row={item.row} />;
  return <StateChip entry={item.row} kind={item.kind} settled={item.row.settled} inLine="icon" />;
}

function getTitle({ kind, row }: LastQueuedItem): string {
  if (kind === 'verification') return row.licenseNumber ?? row.licenseeName ?? row.type;
  return row.companyName ?? row.contactName ?? row.email ?? row.vendorId ?? 'No name';
}
