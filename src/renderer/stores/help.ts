import { create } from 'zustand';
import { useNavigation, type Route } from './navigation.ts';

export const helpTopics = [
  { id: 'today', title: 'Today', words: ['first steps', 'needs you', 'start'] },
  {
    id: 'onboarding',
    title: 'Requirements',
    words: ['requirements', 'ready', 'blocked', 'waiver', 'attestation', 'may they work'],
  },
  { id: 'vendors', title: 'Vendors', words: ['profile', 'look up', 'compliance', 'fetched'] },
  { id: 'invites', title: 'Invites', words: ['email', 'remind', 'archive', 'template', 'send again'] },
  { id: 'verifications', title: 'Verifications', words: ['license', 'differs', 'expiry', 'result'] },
  { id: 'documents', title: 'Documents', words: ['quality', 'score', 'job id', 'review'] },
  { id: 'outbox', title: 'Outbox', words: ['offline', 'pause', 'waiting', 'may have been sent', 'retry'] },
  { id: 'lists', title: 'Lists and saved views', words: ['filter', 'sort', 'columns', 'search', 'view'] },
  { id: 'import', title: 'Importing a list', words: ['csv', 'xlsx', 'columns', 'rows', 'duplicates'] },
  { id: 'team', title: 'Working as a team', words: ['colleague', 'share', 'assigned', 'database'] },
  { id: 'settings', title: 'Settings', words: ['preferences', 'workspace'] },
  {
    id: 'connect',
    title: 'Connecting and signing in',
    words: ['token', 'address', 'keychain', 'practice', 'sign in'],
  },
  { id: 'marks', title: 'Words and marks', words: ['icons', 'not said', 'category'] },
  { id: 'shortcuts', title: 'Keyboard shortcuts', words: ['keys', 'keyboard'] },
  { id: 'news', title: 'What’s new', words: ['changes', 'version', 'update', 'changelog'] },
] as const satisfies readonly { id: string; title: string; words: readonly string[] }[];
export type HelpTopicId = (typeof helpTopics)[number]['id'];

interface HelpStore {
  /** What is open; null while the help is closed. It belongs to the place that it was opened on. */
  open: { topic: HelpTopicId; at: Route } | null;
}

export const useHelp = create<HelpStore>(() => ({ open: null }));

export function openHelp(topic: HelpTopicId): void {
  useHelp.setState({ open: { topic, at: useNavigation.getState().route } });
}

export function closeHelp(): void {
  useHelp.setState({ open: null });
}

export function topicOfPlace({ screen, path }: Route, workspaceOpen: boolean): HelpTopicId {
  const [first] = path;
  if (!workspaceOpen || (screen === 'settings' && first === 'connect')) return 'connect';
  return first === 'import' ? 'import' : screen;
}

export function openShortcuts(): void {
  openHelp('shortcuts');
}

type DialogId = 'diagnostics' | 'about';

export const useDialogs = create<{ open: DialogId | null }>(() => ({ open: null }));

export function openDialog(id: DialogId): void {
  useDialogs.setState({ open: id });
}

export function closeDialog(): void {
  useDialogs.setState({ open: null });
}
