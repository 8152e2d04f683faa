import { arch, release } from 'node:os';
import type { AppStart, KeychainStatus } from '#shared/ipc/app.ts';
import { entryState, type QueueCondition } from '#shared/outbox/outbox.ts';
import type { AppContext } from '../app-context.ts';
import type { LogLine } from '../log/log.ts';

/** Facts that are known even where Gangway's own data cannot be opened. */
export interface HostFacts {
  facts: Pick<AppStart, 'version' | 'host' | 'platform'>;
  keychain: KeychainStatus;
}

/** A code such as ECONNREFUSED or SQLITE_FULL. Any other text may hold a name and is left out. */
export const codeOnly = (detail: string): string =>
  /^[A-Za-z][A-Za-z0-9_]{0,60}$/.test(detail) ? detail : 'left out';

const part = (title: string, facts: readonly (readonly [string, unknown])[]): string =>
  [title, ...facts.map(([name, value]) => `  ${name}: ${String(value)}`)].join('\n');

function machinePart({ facts, keychain }: HostFacts): string {
  const { versions } = process;
  return part('Gangway', [
    ['version', facts.version],
    ['runs as', facts.host === 'electron' ? 'desktop app' : 'in a browser'],
    ['system', `${facts.platform} ${release()} ${arch()}`],
    ['electron', versions['electron'] ?? 'none'],
    ['chromium', versions['chrome'] ?? 'none'],
    ['node', versions.node],
    ['keychain', keychain.kind === 'works' ? 'works' : keychain.kind.replaceAll('_', ' ')],
  ]);
}

function conditionText(condition: QueueCondition): string {
  if ('detail' in condition) return `${condition.kind} (${codeOnly(condition.detail)})`;
  return condition.kind === 'signed_out' ? `signed_out (${condition.reason})` : condition.kind;
}

/** A setting's value; of a list or a text only how much of it there is. */
function settingWord(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'string') return /^[a-z_]{1,30}$/.test(value) ? value : 'set';
  return typeof value === 'object' ? `${Object.keys(value).length} custom` : 'none';
}

const settingsPart = (title: string, settings: object): string =>
  part(
    title,
    Object.entries(settings).map(([name, value]: [string, unknown]) => [name, settingWord(value)]),
  );

function workspaceParts(app: AppContext): string[] {
  const workspaces = app.registry.list();
  const open = app.workspace();
  const problem = app.startProblem();
  const about = part('Workspaces', [
    ['on this computer', workspaces.length],
    ['open', open === null ? 'none' : open.describe().practice ? 'practice' : 'company'],
    ['problem at the start', problem === null ? 'none' : problem.code],
  ]);
  if (open === null) return [about];
  const { condition, counts, concurrency, lastAnswerAt, lastSentAt } = open.dispatcher.status();
  const { token, notice } = open.describe();
  const when = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString());
  return [
    about,
    part('Outbox', [
      ['condition', conditionText(condition)],
      ...entryState.options.map((state) => [state, counts[state]] as const),
      ['at once', concurrency],
      ['last answer', when(lastAnswerAt)],
      ['last sent', when(lastSentAt)],
      ['token kept in', token.kept.replaceAll('_', ' ')],
      ['notice about stored data', notice === null ? 'none' : 'shown'],
    ]),
    settingsPart('Settings of the workspace', open.settings()),
  ];
}

function logPart(lines: readonly LogLine[]): string {
  const written = lines.map(({ at, event, detail }) => {
    const details = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`);
    return [`  ${at}`, event, ...details].join(' ');
  });
  return ['Latest events', ...(written.length === 0 ? ['  none'] : written)].join('\n');
}

/** Diagnostics: versions, counts, settings and events with their codes, but no names, addresses, IDs or tokens. */
export function diagnosticsText(host: HostFacts, app: AppContext | null): string {
  if (app === null) return `${machinePart(host)}\n\nGangway’s data is not open.`;
  const settings = settingsPart('Settings of this computer', app.appSettings());
  return [machinePart(host), settings, ...workspaceParts(app), logPart(app.log.recent())].join('\n\n');
}
