import { unsentCount } from '#shared/outbox/outbox.ts';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { IconButton, Tooltip } from '../components/button.tsx';
import { newVersionTitle } from '#shared/settings/updates.ts';
import { useNeedsYou } from '../stores/needs-you.ts';
import { navigate, openSignIn, useNavigation, type ScreenId } from '../stores/navigation.ts';
import { screens, type Screen } from './routes.tsx';
import { useStart, shortAddress, adoptWorkspace, useWorkspace } from '../stores/session.ts';
import { useUpdates } from '../stores/updates.ts';
import styles from './sidebar.module.css';
import { useState } from 'react';
import { syncLabels, type SyncLabels } from '#shared/words/sync-labels.ts';
import { stateIcons } from '../components/state-chip.tsx';
import { Switch } from '../components/toggles.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { useAction } from '../stores/action.ts';
import { useLive } from '../stores/live.ts';
import { settingsPlace } from '../features/settings/settings-places.ts';
import { adoptSync, useSync } from '../stores/sync.ts';
import { useAge, useIsPast, useNow, listTime, stretch } from '../time.ts';
import { ChevronsUpDown, FlaskConical, PanelLeft, Plus, Settings2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { OpenWorkspace } from '#shared/ipc/app.ts';
import { Menu } from '../components/menu.tsx';

const cls = bindClasses(styles);

export function Sidebar() {
  const { host, platform } = useStart();
  const settings = screens.find((screen) => screen.id === 'settings');
  const updates = useUpdates();
  const state = updates.kind === 'ready' ? updates.status.state : null;
  const update = state?.kind === 'available' || state?.kind === 'ready' ? newVersionTitle(state) : null;
  const isUnderButtons = host === 'electron' && platform === 'mac';
  const here = useNavigation(({ route }) => [route.screen, ...route.path].join('/'));
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === here;
  return (
    <>
      <div className={cls('fold', isUnderButtons && 'besideButtons')}>
        <IconButton
          icon={PanelLeft}
          pressed={isOpen}
          label={isOpen ? 'Hide screens' : 'Show screens'}
          onPress={() => setOpenAt(isOpen ? null : here)}
        />
      </div>
      <nav
        aria-label="Screens"
        className={`${cls('sidebar', isUnderButtons && 'roomOnTop', isOpen && 'open')} ${isUnderButtons ? 'moves-window' : ''} stack shortens edge-right`}
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
    </>
  );
}

function useCount(id: ScreenId): number | null {
  const counts = useNeedsYou((store) => store.counts);
  if (counts === null || id === 'settings') return null;
  return counts[id === 'outbox' ? 'unsent' : id];
}

function NavItem({ screen, note = null }: { screen: Screen; note?: string | null }) {
  const current = useNavigation(({ route }) => route.screen === screen.id);
  const count = useCount(screen.id) ?? 0;
  const badge = screen.id === 'outbox';
  const meaning = badge ? `${countText(count)} not sent yet` : pluralize(count, 'needs you', 'need you');
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

/** The state of sending. A click opens the Outbox, or the sign-in when signed out. */
function SyncBlock() {
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
        onClick={leadingTo[words.leadsTo]}
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
      <TeamLine />
      <Spoken title={words.title} isAged={words.isAged} />
      <div className={`${cls('offline')} quiet small label-when-wide`}>
        <Switch checked={on} onChange={(next) => void workOffline.run({ on: next })}>
          Work offline
        </Switch>
      </div>
    </section>
  );
}

const leadingTo: Record<SyncLabels['leadsTo'], () => void> = {
  outbox: () => navigate({ screen: 'outbox' }),
  network: () => navigate(settingsPlace('Network')),
  sign_in: openSignIn,
};

/** Whether the team has what was done here; nothing without a team. */
function TeamLine() {
  const { value } = useLive('team.status', null, ['team.changed']);
  if (value?.address == null) return null;
  const { problem, progress, waiting } = value;
  const line =
    problem !== null
      ? `Team away${waiting === 0 ? '' : ` · ${countText(waiting)} not shared`}`
      : progress !== null
        ? `Team: ${countText(progress.taken)} of ${countText(progress.total)}`
        : waiting === 0
          ? 'Shared with the team'
          : `Sharing ${countText(waiting)} with the team`;
  return (
    <button
      type="button"
      className={`${cls('team')} quiet-note whole-width left hovers words-when-wide`}
      onClick={() => navigate(settingsPlace('Team'))}
    >
      {line}
    </button>
  );
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

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word.charAt(0)) : [name.trim().slice(0, 2)];
  return letters.join('').toUpperCase();
}

/** Shows Today of the workspace that was opened. */
export function enterWorkspace(workspace: OpenWorkspace): void {
  adoptWorkspace(workspace);
  navigate({ screen: 'today' });
}

function WorkspaceTile() {
  const { workspaces } = useStart();
  const workspace = useWorkspace();
  const open = useAction('workspaces.open', enterWorkspace);
  const openPractice = useAction('workspaces.openPractice', enterWorkspace);
  const hasPractice = workspaces.some((one) => one.practice);
  const problem = open.error ?? openPractice.error;
  return (
    <div className="fixed ruled-below">
      <Menu
        label="Workspaces"
        width={240}
        trigger={
          <AriaButton className={`${cls('tile')} row gap-10 whole-width left ring-inside`}>
            <span aria-hidden className={`${cls('initials')} inline-row fixed centered rounded size-11 bold`}>
              {initials(workspace.name)}
            </span>
            <span className="stack grow words-when-wide" title={workspace.name}>
              <span className={`${cls('name')} one-line bold`}>{workspace.name}</span>
              <span className={`${cls('address')} one-line quiet small`}>
                {workspace.practice ? 'Made-up data' : shortAddress(workspace.baseUrl)}
              </span>
            </span>
            <span className="visually-hidden">, change workspace</span>
            <span className="faint when-wide">
              <Icon of={ChevronsUpDown} size={14} />
            </span>
          </AriaButton>
        }
        choices={[
          ...workspaces.map((one) => ({
            id: one.id,
            label: one.name,
            detail: one.practice ? 'Made-up data' : shortAddress(one.baseUrl),
            current: one.id === workspace.id,
            onChoose: () => {
              if (one.id !== workspace.id) void open.run({ id: one.id });
            },
          })),
          hasPractice
            ? null
            : {
                label: 'Open practice',
                icon: FlaskConical,
                apart: true,
                onChoose: () => void openPractice.run(null),
              },
          {
            label: 'Connect another company',
            icon: Plus,
            apart: hasPractice,
            to: { screen: 'settings', path: ['connect'] },
          },
          { label: 'Workspace settings', icon: Settings2, to: { screen: 'settings' } },
        ]}
      />
      {problem === null ? null : (
        <p role="alert" className={`${cls('problem')} note negative`}>
          {problem.message}
        </p>
      )}
    </div>
  );
}
