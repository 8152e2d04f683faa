import type { LucideIcon } from 'lucide-react';

/** Something that can be done from the search field. */
export interface Command {
  id: string;
  title: string;
  /** Other words that it is found by. */
  words?: readonly string[];
  icon: LucideIcon;
  /** The shortcut that does the same. */
  keys?: string;
  /** Why it cannot be done now, in a sentence; null or left out where it can. */
  blocked?: string | null;
  /** Says what went wrong in a sentence, or null. */
  run: () => Promise<string | null> | null;
}

/** The subjects of the settings by their titles, with other words for them. */
export const settingsSubjects: readonly { title: string; words: readonly string[] }[] = [
  { title: 'Name and address', words: ['rename', 'workspace'] },
  { title: 'Access token', words: ['sign in', 'keychain', 'replace'] },
  { title: 'Sending', words: ['requests at once'] },
  { title: 'Document scores', words: ['threshold', 'quality'] },
  { title: 'Pictures of documents', words: ['disk', 'copies', 'clear'] },
  { title: 'Requirements', words: ['onboarding', 'rules', 'compliance', 'waiver', 'attestation'] },
  { title: 'Message templates', words: ['invite'] },
  { title: 'Service interface', words: ['api', 'export', 'import', 'administrator'] },
  {
    title: 'Unanswered requests',
    words: ['idempotency', 'time out', 'timeout', 'submit again', 'bill'],
  },
  { title: 'Response format', words: ['envelope', 'token', 'files', 'address'] },
  { title: 'Scales of scores', words: ['scale', 'quality', 'confidence'] },
  { title: 'Dates of the service', words: ['day first', 'month first', 'iso', 'epoch'] },
  { title: 'Defaults', words: ['company id', 'type', 'defaults'] },
  { title: 'Status words', words: ['meaning', 'marks', 'codes'] },
  { title: 'Move to another computer', words: ['export workspace', 'backup'] },
  { title: 'Appearance', words: ['theme', 'colours', 'colors'] },
  { title: 'Network', words: ['proxy', 'certificates', 'connection'] },
  { title: 'Notifications', words: ['results', 'badge'] },
  { title: 'Updates', words: ['version', 'new'] },
  { title: 'Keyboard', words: ['single keys', 'shortcuts', 'change keys'] },
  { title: 'Workspaces', words: ['companies', 'practice'] },
  { title: 'About', words: ['version', 'licenses', 'diagnostics', 'logs', 'help'] },
];
