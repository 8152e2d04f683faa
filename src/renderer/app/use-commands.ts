import {
  Building2,
  CalendarClock,
  CircleQuestionMark,
  CloudOff,
  Download,
  FileSearch,
  FileText,
  FileUp,
  FlaskConical,
  Info,
  Keyboard,
  ListChecks,
  BadgeCheck,
  LockOpen,
  Monitor,
  Moon,
  NotebookText,
  Pause,
  Play,
  Plus,
  RefreshCw,
  ScrollText,
  Settings2,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import type { CallInput } from '#shared/ipc/contract.ts';
import type { AppSettings } from '#shared/settings/app-settings.ts';
import { unsentCount, type SyncStatus } from '#shared/outbox/outbox.ts';
import { call, takeAnswer } from '../bridge.ts';
import { shortcutKeys } from '../shortcuts.ts';
import type { Exporting } from '../stores/export-file.ts';
import { openHelp, openDialog, helpTopics } from '../stores/help.ts';
import { navigate, openSignIn, readHash, type ScreenId } from '../stores/navigation.ts';
import { adoptSettings, useStart, useWorkspace } from '../stores/session.ts';
import { adoptSync, useSync } from '../stores/sync.ts';
import { settingsPlace, listSubjects } from '../features/settings/settings-places.ts';
import type { Command } from './search-options.ts';
import { enterWorkspace } from './sidebar.tsx';
import { screens } from './routes.tsx';

type Source = CallInput<'exports.begin'>['source'];

const themes: readonly { theme: AppSettings['theme']; title: string; icon: LucideIcon }[] = [
  { theme: 'light', title: 'Light colors', icon: Sun },
  { theme: 'dark', title: 'Dark colors', icon: Moon },
  { theme: 'system', title: 'Match system', icon: Monitor },
];

const lists: readonly { source: Source; title: string }[] = [
  { source: { list: 'vendors' }, title: 'Export vendors' },
  { source: { list: 'invites' }, title: 'Export invites' },
  { source: { list: 'verifications' }, title: 'Export verifications' },
  { source: { list: 'documents' }, title: 'Export documents' },
  { source: { list: 'verifications', lines: 'results' }, title: 'Export license results' },
  { source: { list: 'documents', lines: 'results' }, title: 'Export document results' },
  { source: { list: 'outbox' }, title: 'Export outbox' },
];

type Address = `${ScreenId}${'/' | '?'}${string}`;

const places: readonly (Omit<Command, 'run'> & { to: Address })[] = [
  { title: 'Invite vendor', words: ['new', 'add'], icon: Plus, keys: shortcutKeys.invite, to: 'invites/new' },
  { title: 'Import invites from a list', words: ['csv', 'xlsx', 'many'], icon: FileUp, to: 'invites/import' },
  { title: 'Edit message templates', words: ['invite'], icon: NotebookText, to: 'invites/templates' },
  { title: 'Look up vendors', words: ['fetch', 'profiles', 'many'], icon: Building2, to: 'vendors/look-up' },
  {
    title: 'Requirements',
    words: ['sets', 'job site', 'rules'],
    icon: ListChecks,
    to: 'vendors/requirements',
  },
  {
    title: 'Gate sheet',
    words: ['who may work', 'job site', 'print'],
    icon: ScrollText,
    to: 'vendors/gate',
  },
  {
    title: 'Week',
    words: ['became stopped', 'cleared', 'changes', 'report'],
    icon: CalendarClock,
    to: 'vendors/week',
  },
  {
    title: 'Verify a license',
    words: ['check', 'verification', 'new'],
    icon: BadgeCheck,
    to: 'verifications/new',
  },
  {
    title: 'Import licenses from a list',
    words: ['check', 'csv', 'xlsx', 'many'],
    icon: FileUp,
    to: 'verifications/import',
  },
  {
    title: 'Show licenses by expiration',
    words: ['expire', 'run out', 'months', 'calendar', 'chart'],
    icon: CalendarClock,
    to: 'verifications?tab=expiry',
  },
  { title: 'Add documents', words: ['job', 'look up', 'paste'], icon: FileSearch, to: 'documents/add' },
];

export function useCommands(exporting: Exporting, openShortcuts: () => void): Command[] {
  const { host, workspaces, settings } = useStart();
  const workspace = useWorkspace();
  const status = useSync((store) => store.status);
  return [
    ...places.map(({ to, ...place }) => ({ ...place, run: () => navigate(readHash(to)) })),
    ...screens.map(({ id, label, icon }): Command => ({
      title: `Go to ${label}`,
      words: [label, ...(id === 'verifications' ? ['license checks'] : [])],
      icon,
      keys: id,
      run: () => navigate({ screen: id }),
    })),
    ...sending(status),
    {
      title: 'Replace the access token',
      words: ['sign in'],
      icon: LockOpen,
      blocked: workspace.practice ? 'Practice needs no token.' : null,
      run: openSignIn,
    },
    ...lists.map(({ source, title }): Command => ({
      title,
      words: ['csv', 'save', 'download'],
      icon: Download,
      blocked: exporting.progress === null ? null : 'A list is being exported.',
      run() {
        // Progress and problems show under the title bar.
        void exporting.run('exports.begin', { source, format: 'csv' });
      },
    })),
    ...workspaces.map(({ id, name, practice }): Command => ({
      id: `open ${id}`,
      title: `Switch to ${name}`,
      words: ['workspace', 'company', 'open'],
      icon: practice ? FlaskConical : Building2,
      blocked: id === workspace.id ? 'Already open.' : null,
      run: () => takeAnswer(call('workspaces.open', { id }), enterWorkspace),
    })),
    workspaces.some(({ practice }) => practice)
      ? null
      : {
          title: 'Open practice',
          words: ['workspace', 'made-up data', 'switch'],
          icon: FlaskConical,
          run: () => takeAnswer(call('workspaces.openPractice', null), enterWorkspace),
        },
    {
      title: 'Connect another company',
      words: ['workspace', 'new', 'add'],
      icon: Plus,
      run: () => navigate({ screen: 'settings', path: ['connect'] }),
    },
    ...themes.map(({ theme, title, icon }): Command => ({
      title,
      words: ['theme', 'colors', 'mode'],
      icon,
      blocked: settings.theme === theme ? 'Already on.' : null,
      run: () => takeAnswer(call('app.updateSettings', { theme }), adoptSettings),
    })),
    { title: 'Show all shortcuts', words: ['keyboard', 'keys', 'help'], icon: Keyboard, run: openShortcuts },
    {
      title: 'Show diagnostics',
      words: ['help', 'support', 'copy', 'versions'],
      icon: ScrollText,
      run: () => openDialog('diagnostics'),
    },
    {
      title: 'About Gangway',
      words: ['version', 'licenses', 'help'],
      icon: Info,
      run: () => openDialog('about'),
    },
    ...listSubjects(host).map(({ title, words }): Command => ({
      title: `Settings: ${title}`,
      words,
      icon: title === 'Message templates' ? FileText : Settings2,
      blocked:
        title === 'Move to another computer' && workspace.practice
          ? 'Practice data stays on this computer.'
          : null,
      run: () => navigate(settingsPlace(title)),
    })),
    ...helpTopics.map(({ id, title, words }): Command => ({
      title: `Help: ${title}`,
      words: [...words, 'how'],
      icon: CircleQuestionMark,
      run: () => openHelp(id),
    })),
  ].filter((command) => command !== null);
}

function sending(status: SyncStatus | null): Command[] {
  const unread = status === null ? 'The outbox is still loading.' : null;
  const kind = status?.condition.kind;
  const offline = kind === 'offline' || kind === 'working_offline';
  const nothing = status !== null && unsentCount(status) === 0 && !offline;
  return [
    {
      id: 'work offline',
      title: kind === 'working_offline' ? 'Stop working offline' : 'Work offline',
      words: ['network'],
      icon: CloudOff,
      keys: shortcutKeys.workOffline,
      blocked: unread,
      run: () => takeAnswer(call('outbox.workOffline', { on: kind !== 'working_offline' }), adoptSync),
    },
    {
      id: 'pause',
      title: kind === 'paused' ? 'Resume sending' : 'Pause sending',
      words: ['outbox', 'hold'],
      icon: kind === 'paused' ? Play : Pause,
      keys: shortcutKeys.pause,
      blocked: unread,
      run: () => takeAnswer(call('outbox.pause', { paused: kind !== 'paused' }), adoptSync),
    },
    {
      id: 'sync',
      title: offline ? 'Try the network' : 'Sync now',
      words: ['send', 'outbox', 'sync'],
      icon: RefreshCw,
      keys: shortcutKeys.syncNow,
      blocked: unread ?? (nothing ? 'Nothing is waiting to be sent.' : null),
      run: () => takeAnswer(call('outbox.syncNow', null), adoptSync),
    },
  ];
}
