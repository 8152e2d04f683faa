import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished, vi } from 'vitest';
import type { ArrivedResult } from '#main/watcher/news-gathering.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { Keychain } from '#main/keychain/keychain.ts';
import type { LogDetail } from '#main/log/log.ts';
import { serviceLimits, type TransportLimits } from '#main/service-client/transport.ts';
import { readMigrations, type Migration } from '#main/store/migrations.ts';
import { openWorkspace, type OpenedWorkspace } from '#main/workspace/opening.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { ownNames } from '#shared/base/own-member.ts';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import type { QueueNews } from '#shared/outbox/news.ts';
import { createNetwork, type Network } from '#main/network/network.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { answerWorker } from '#test/answer-reader.ts';
import { createFakeClock, type FakeClock } from '#test/fake-clock.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';

export { memoryKeychain };

/** The name of a kind of entries in a table that a test extends. */
export function kindNamed(kinds: EntryKinds, name: string): EntryKind {
  const found = ownNames(kinds).find((one) => one === name);
  if (found === undefined) throw new Error(`The table has no kind ${name}.`);
  return found;
}

export const migrationsFolder = fileURLToPath(new URL('../../src/main/store/migrations', import.meta.url));
export const samplesFolder = fileURLToPath(new URL('../../src/practice/samples', import.meta.url));
export const workspaceMigrations = readMigrations(join(migrationsFolder, 'workspace'));

const dataCheck = {
  script: fileURLToPath(new URL('../../src/main/store/integrity-worker.ts', import.meta.url)),
  migrations: join(migrationsFolder, 'workspace'),
};

/** A token that is found again wherever it should not be. */
export const canary = 'canary-7f3c19d2.token~value+/AbCdEf0123456789==';

/** A folder that is gone when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export interface LogLine {
  event: string;
  detail: LogDetail;
}

export interface TestWorkspaceOptions {
  baseUrl: string;
  folder?: string;
  migrations?: readonly Migration[];
  /** Where its progress is noted; in the folder itself where nothing is said, so that a copy of the folder takes it along. */
  markFile?: string;
  clock?: FakeClock;
  keychain?: Keychain;
  id?: string;
  limits?: TransportLimits;
  /** Another script for the thread in which large answers are read. */
  answerWorker?: string;
  onArrived?: (result: ArrivedResult) => void;
  onQueueEmptied?: (news: QueueNews) => void;
  onDamaged?: () => void;
  network?: Network;
  /** How long what is enqueued together waits; not at all where nothing is said, null for as the workspace has it. */
  sendDelayS?: number | null;
  /** The token that the keychain holds at the start; null for none. */
  token?: string | null;
  /** Who works here; the account's name where nothing is said. */
  person?: string;
}

export interface TestWorkspace extends Workspace {
  readonly fake: FakeClock;
  readonly folder: string;
  readonly databaseFile: string;
  readonly events: { name: string; payload: unknown }[];
  readonly log: LogLine[];
}

/** What is not there or cannot be read is for the app to deal with. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}

/** Puts the database of a new workspace into a folder: bringing one up to date takes most of an opening, and is what other tests are for. */
export function putNewDatabase(folder: string): void {
  copyFileSync(inject('newWorkspace'), join(folder, 'workspace.db'));
}

/** Opens a workspace with a clock that the test moves; whatever comes of it is handed back. */
export async function tryOpenWorkspace(
  options: TestWorkspaceOptions,
): Promise<{ opened: OpenedWorkspace } & Pick<TestWorkspace, 'fake' | 'folder' | 'events' | 'log'>> {
  const fake = options.clock ?? createFakeClock();
  const folder = options.folder ?? temporaryFolder();
  const id = options.id ?? 'b3c9f3f0-93a5-4a26-9f3e-2d0c0e2f7a11';
  const token = options.token === undefined ? 'a-token' : options.token;
  const keychain = options.keychain ?? (await memoryKeychain());
  if (token !== null) await keychain.set(id, token);
  const events: { name: string; payload: unknown }[] = [];
  const log: LogLine[] = [];
  const summary: WorkspaceSummary = {
    id,
    name: 'Test',
    baseUrl: options.baseUrl,
    practice: false,
    createdAt: fake.wall(),
    lastOpenedAt: null,
  };
  if (isEmpty(folder)) putNewDatabase(folder);
  const opened = await openWorkspace(summary, {
    folder,
    markFile: options.markFile ?? join(folder, 'progress'),
    migrations: options.migrations ?? workspaceMigrations,
    clock: fake,
    keychain,
    network: options.network ?? createNetwork(environmentProxies({}), keychain),
    log: { write: (event, detail = {}) => log.push({ event, detail }) },
    emit: (name, payload) => events.push({ name, payload }),
    random: () => 0.5,
    ...(options.person !== undefined && { person: () => options.person ?? null }),
    listen: (reported) => {
      if (options.onQueueEmptied !== undefined) reported.on('queueEmptied', options.onQueueEmptied);
      if (options.onArrived !== undefined) reported.on('arrived', options.onArrived);
      if (options.onDamaged !== undefined) reported.on('damaged', options.onDamaged);
    },
    limits: options.limits ?? serviceLimits,
    answerWorker: options.answerWorker ?? answerWorker,
    dataCheck,
  });
  return { opened, fake, folder, events, log };
}

/** Opens a workspace that is closed when the test has finished, if the test has not closed it before. */
export async function openTestWorkspace(options: TestWorkspaceOptions): Promise<TestWorkspace> {
  const { opened, ...rest } = await tryOpenWorkspace(options);
  if (!opened.ok) throw new Error(`The workspace does not open: ${JSON.stringify(opened.problem)}`);
  const { workspace } = opened;
  const { sendDelayS = 0 } = options;
  if (sendDelayS !== null) workspace.updateSettings({ sendDelayS });
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= workspace.close());
  onTestFinished(async () => {
    const closed = close();
    // The grace that is given to what is under way is over at once.
    rest.fake.advance(60_000);
    await closed;
  });
  return { ...workspace, ...rest, databaseFile: join(rest.folder, 'workspace.db'), close };
}

/** Waits for a condition that the app or the network brings about; never longer than half a minute. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!condition()) throw new Error(`Waited in vain until ${what}.`);
    },
    { timeout: 30_000, interval: 2 },
  );
}

/** Gives timers and sockets of this process a turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve), 1);
  });
}

/** Lets faked time go by step by step, so that what comes due can happen in between. */
export async function pass(clock: FakeClock, ms: number, stepMs = 5000): Promise<void> {
  for (let gone = 0; gone < ms; gone += stepMs) {
    clock.advance(Math.min(stepMs, ms - gone));
    await turn();
  }
}

/** Lets faked time go by until a condition holds, but not more than `limitMs` of it. */
export async function passUntil(
  clock: FakeClock,
  condition: () => boolean,
  limitMs: number,
  stepMs = 1000,
): Promise<void> {
  for (let gone = 0; gone < limitMs; gone += stepMs) {
    if (condition()) return;
    clock.advance(stepMs);
    await turn();
  }
  await until(condition, `this held within ${limitMs} ms of faked time: ${condition.toString()}`);
}

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

let recipients = 0;

/** Enqueues an invite and gives its entry's id. */
export async function enqueueInvite(workspace: Workspace, email?: string): Promise<string> {
  recipients += 1;
  const call = inviteHandlers(workspace)['invites.enqueue'];
  const invitation = { vendor: { email: email ?? `vendor${recipients}@example.invalid` } };
  return unwrap(await call({ invitation, replaces: null })).entryId;
}

/** Enqueues a verification and gives its entry's id. */
export async function enqueueVerification(workspace: Workspace): Promise<string> {
  recipients += 1;
  const call = verificationHandlers(workspace)['verifications.enqueue'];
  const data = { licenseNumber: `LIC-${recipients}` };
  return unwrap(await call({ type: 'license', data, vendorId: null, replaces: null })).entryId;
}

export function toProgress(workspace: Workspace, entryId: string): EntryProgress {
  const progress = workspace.entries.progress(entryId);
  if (progress === null) throw new Error('There is no such entry.');
  return progress;
}

export function getEntryState(workspace: Workspace, entryId: string): EntryState {
  return toProgress(workspace, entryId).state;
}

/** Waits, in real time, until an entry is in a state. */
export function untilState(workspace: Workspace, entryId: string, state: EntryState): Promise<void> {
  return until(() => getEntryState(workspace, entryId) === state, `the entry is ${state}`);
}
