export const settingsPages = ['This workspace', 'This computer', 'Advanced'] as const;
export type SettingsPage = (typeof settingsPages)[number];

interface Subject {
  title: string;
  page: SettingsPage;
  words: readonly string[];
  desktop?: true;
}

export const settingsSubjects = [
  { title: 'Name and address', page: 'This workspace', words: ['rename', 'workspace'] },
  { title: 'Access token', page: 'This workspace', words: ['sign in', 'keychain', 'replace'] },
  { title: 'Network', page: 'This workspace', words: ['proxy', 'certificates', 'connection'] },
  { title: 'Team', page: 'This workspace', words: ['share', 'colleagues', 'database', 'postgresql', 'join'] },
  { title: 'Sending', page: 'This workspace', words: ['requests at once'] },
  { title: 'Document scores', page: 'This workspace', words: ['threshold', 'quality'] },
  { title: 'Pictures of documents', page: 'This workspace', words: ['disk', 'copies', 'clear'] },
  {
    title: 'Time zone and rechecks',
    page: 'This workspace',
    words: ['days', 'requirements', 'verify again', 'expires soon'],
  },
  { title: 'Message templates', page: 'This workspace', words: ['invite'] },
  { title: 'Move to another computer', page: 'This workspace', words: ['export workspace', 'backup'] },
  { title: 'Your name', page: 'This computer', words: ['person', 'who'] },
  { title: 'Appearance', page: 'This computer', words: ['theme', 'colours', 'colors'] },
  { title: 'Notifications', page: 'This computer', words: ['results', 'badge'] },
  { title: 'Keyboard', page: 'This computer', words: ['single keys', 'shortcuts', 'change keys'] },
  { title: 'Desktop', page: 'This computer', words: ['icon', 'number', 'open at sign-in'], desktop: true },
  { title: 'Workspaces', page: 'This computer', words: ['companies', 'practice'] },
  { title: 'Updates', page: 'This computer', words: ['version', 'new'] },
  { title: 'About', page: 'This computer', words: ['version', 'licenses', 'diagnostics', 'logs', 'help'] },
  { title: 'Service interface', page: 'Advanced', words: ['api', 'export', 'import', 'administrator'] },
  {
    title: 'Unanswered requests',
    page: 'Advanced',
    words: ['idempotency', 'time out', 'timeout', 'submit again', 'bill'],
  },
  { title: 'Response format', page: 'Advanced', words: ['envelope', 'token', 'files', 'address'] },
  { title: 'Scales of scores', page: 'Advanced', words: ['scale', 'quality', 'confidence'] },
  { title: 'Dates of the service', page: 'Advanced', words: ['day first', 'month first', 'iso', 'epoch'] },
  { title: 'Defaults', page: 'Advanced', words: ['company id', 'type', 'defaults'] },
  { title: 'Status words', page: 'Advanced', words: ['meaning', 'marks', 'codes'] },
] as const satisfies readonly Subject[];

export type SettingsSubject = (typeof settingsSubjects)[number]['title'];
