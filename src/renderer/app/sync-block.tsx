import { useState } from 'react';
import { countText } from '#shared/base/counted.ts';
import { syncLabels, unsentCount, type SyncLabels } from '#shared/words/sync-labels.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { stateIcons } from '../components/state-chip.tsx';
import { Switch } from '../components/toggles.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { useAction } from '../stores/action.ts';
import { settingsPlace } from '../features/settings/settings-places.ts';
import { navigate, useNavigation, type RouteTarget } from '../stores/navigation.ts';
import { useAge, useIsPast, useNow } from '../stores/now.ts';
import { adoptSync, useSync } from '../stores/sync.ts';
import { listTime, stretch } from '../time.ts';
import styles from './sync-block.module.css';

const cls = bindClasses(styles);

/** The state of sending. A click opens the Outbox, or the sign-in when signed out. */
export function SyncBlock() {
  const status = useSync((store) => store.status);
  const now = useNow('minute');
  const due = useIsPast(status?.nextAt ?? null);
  const since = {
    well: useAge(status?.wellAt ?? null),
    unanswered: useAge(status?.unansweredSince ?? null),
    found: useAge(status?.finding?.at ?? null),
  };
  const workOffline = useAction('outbox.workOffline', adoptSync);
  const on = status?.condition.kind === 'working_offline';

  useShortcut(shortcutKeys.workOffline, () => void workOffline.run({ on: !on }));

  if (status === null) return <section className="card relative surface" aria-busy />;
  const count = unsentCount(status);
  const words = syncLabels(status, { time: (at) => listTime(at, now), stretch }, { due, ...since });
  return (
    <section className="card relative surface" aria-label="Sending">
      <button
        type="button"
        className={`${cls('status')} flex gap-10 whole-width left hovers`}
        title={`${words.title}. ${words.line}`}
        onClick={() => navigate(toPlace(words.leadsTo, useNavigation.getState().route))}
      >
        <span className={`${cls('icon')} drop-2`} data-tone={words.tone}>
          <Icon of={stateIcons[words.icon]} />
        </span>
        <span className="stack narrows words-when-wide">
          <span className="bold">{words.title}</span>
          <span className="quiet-note">{words.line}</span>
        </span>
        {count > 0 ? (
          <span aria-hidden className={`${cls('short')} gone`}>
            {countText(count)}
          </span>
        ) : null}
      </button>
      <span className={`${cls('bar')} block`} aria-hidden>
        {words.progress === null ? null : (
          <span
            className={`${cls('progress')} block whole-height`}
            style={{ width: `${Math.round(words.progress * 100)}%` }}
          />
        )}
      </span>
      <Spoken title={words.title} isAged={words.isAged} />
      <div className={`${cls('offline')} quiet small label-when-wide`}>
        <Switch checked={on} onChange={(next) => void workOffline.run({ on: next })}>
          Work offline
        </Switch>
      </div>
    </section>
  );
}

function toPlace(leadsTo: SyncLabels['leadsTo'], here: RouteTarget): RouteTarget {
  switch (leadsTo) {
    case 'outbox':
      return { screen: 'outbox' };
    case 'network':
      return settingsPlace('Network');
    case 'sign_in':
      return { ...here, query: { ...here.query, 'sign-in': 'open' } };
  }
}

/** Announces a change of the title, unless only its figures changed. */
function Spoken({ title, isAged }: Pick<SyncLabels, 'title' | 'isAged'>) {
  const shape = title.replace(/\d+/g, '#');
  const [said, setSaid] = useState({ shape, title: '' });
  if (!isAged && said.shape !== shape) setSaid({ shape, title });
  return (
    <span role="status" className="visually-hidden">
      {said.title}
    </span>
  );
}
