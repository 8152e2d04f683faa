import { counted, countText } from '#shared/base/counted.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { Tooltip } from '../components/icon-button.tsx';
import { newVersionTitle } from '#shared/settings/updates.ts';
import { useNeedsYou } from '../stores/needs-you.ts';
import { navigate, useNavigation, type ScreenId } from '../stores/navigation.ts';
import { screens, type Screen } from './routes.tsx';
import { useStart } from '../stores/session.ts';
import { useUpdates } from '../stores/updates.ts';
import styles from './sidebar.module.css';
import { SyncBlock } from './sync-block.tsx';
import { WorkspaceTile } from './workspace-tile.tsx';

const cls = bindClasses(styles);

/** Links to all screens with their counts, and the sync block. */
export function Sidebar() {
  const { host, platform } = useStart();
  const settings = screens.find((screen) => screen.id === 'settings');
  const updates = useUpdates();
  const state = updates.kind === 'ready' ? updates.status.state : null;
  const update = state?.kind === 'available' || state?.kind === 'ready' ? newVersionTitle(state) : null;
  const isUnderButtons = host === 'electron' && platform === 'mac';
  return (
    <nav
      aria-label="Screens"
      className={`${cls('sidebar', isUnderButtons && 'roomOnTop')} ${isUnderButtons ? 'moves-window' : ''} stack shortens edge-right`}
    >
      <WorkspaceTile />
      <ul className={`${cls('list')} scroller`}>
        {screens
          .filter((screen) => screen.id !== 'settings')
          .map((screen) => (
            <NavItem key={screen.id} screen={screen} />
          ))}
      </ul>
      <div className={cls('foot')}>
        {settings === undefined ? null : (
          <ul>
            <NavItem screen={settings} note={update} />
          </ul>
        )}
        <SyncBlock />
      </div>
    </nav>
  );
}

function useCount(id: ScreenId): number | null {
  const counts = useNeedsYou((store) => store.counts);
  if (counts === null) return null;
  switch (id) {
    case 'today':
      return counts.today;
    case 'invites':
      return counts.invites;
    case 'verifications':
      return counts.verifications;
    case 'documents':
      return counts.documents;
    case 'outbox':
      return counts.unsent;
    case 'vendors':
      return counts.vendors;
    case 'settings':
      return null;
  }
}

function NavItem({ screen, note = null }: { screen: Screen; note?: string | null }) {
  const current = useNavigation(({ route }) => route.screen === screen.id);
  const count = useCount(screen.id) ?? 0;
  const badge = screen.id === 'outbox';
  const meaning = badge ? `${countText(count)} not sent yet` : counted(count, 'needs you', 'need you');
  return (
    <li>
      <Tooltip text={count > 0 ? `${screen.label}: ${meaning}` : (note ?? screen.label)}>
        <button
          type="button"
          className={`${cls('item', current && 'current')} row gap-10 whole-width rounded quiet medium left hovers forced-ring`}
          aria-current={current ? 'page' : undefined}
          onClick={() => navigate({ screen: screen.id })}
        >
          <Icon of={screen.icon} />
          <span className="grow words-when-wide">{screen.label}</span>
          {count > 0 ? (
            <span className={cls(badge ? 'badge' : 'count')}>
              {countText(count)}
              <span className="visually-hidden">{badge ? ' not sent yet' : ' need you'}</span>
            </span>
          ) : null}
          {note === null ? null : (
            <span className="accent small when-wide">
              <span aria-hidden="true">Update</span>
              <span className="visually-hidden">{note}</span>
            </span>
          )}
        </button>
      </Tooltip>
    </li>
  );
}
