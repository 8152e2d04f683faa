import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { inviteHandlers } from '#main/features/invites.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import type { TransportRequest } from '#main/service-client/transport.ts';
import { listBackups } from '#main/store/backup.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { createFakeClock, testStart, type FakeClock } from '#test/fake-clock.ts';
import { markAccount } from '#main/workspace/mark-elsewhere.ts';
import { copyAsKilled } from '../killed-copy.ts';
import {
  canary,
  enqueueInvite,
  enqueueVerification,
  memoryKeychain,
  tryOpenWorkspace,
  until,
} from '../workspace-harness.ts';
import { isApplied, type Answer } from './answers.ts';
import { createLedger, type Ledger, type Tracked } from './ledger.ts';
import { standAt, type FakeService } from './fake-service.ts';

/** What every token of the model contains. */
export const tokenMark = canary.slice(0, 15);

/** One run of the app, from its start to its end. */
interface Run {
  workspace: Workspace;
  clock: FakeClock;
  folder: string;
  /** Sees what is committed and nothing else. */
  onDisk: Database;
  /** What it wrote into its log and told the screens, since that was last looked at. */
  said: unknown[][];
}

/** A computer with the app on it, a person before it and a service at the other end. */
export interface Machine {
  readonly service: FakeService;
  readonly ledger: Ledger;
  workspace(): Workspace;
  onDisk(): Database;
  enqueue(kind: EntryKind): Promise<void>;
  /** Corrects an entry; tells whether the correction was enqueued. */
  correct(entry: Tracked): Promise<boolean>;
  giveToken(): Promise<void>;
  forgetToken(): Promise<void>;
  setClock(byMs: number): void;
  /** Lets everything happen that needs no time; starts the app again where it was killed. */
  settle(): Promise<void>;
  /** Lets at least so much time go by, and what comes due happen. */
  pass(ms: number): Promise<void>;
  /** The machine sleeps and wakes for a moment every hour. */
  sleep(hours: number): Promise<void>;
  /** Closes the app in order. `answer`: what the service says to what is under way before it is hung up on. */
  restart(answer: Answer | null, applied: boolean, clockByMs: number): Promise<void>;
  /** Ends the process at once. `lastAnswer` comes to what is under way, too late to be written down. */
  kill(lastAnswer: Answer | null, applied: boolean, clockByMs: number): Promise<void>;
  /** Ends the process at the moment when the next request reaches the service. */
  killAtNextRequest(applied: boolean): void;
  /** Texts in the database's files, the log and what screens were told that hold a token. */
  tokenTraces(): string[];
  discard(): Promise<void>;
}

/** Makes the folder that each machine starts from: a workspace that was opened once and closed, with its first backup. */
export async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(disk, 'gangway-model-'));
  const baseUrl = 'http://127.0.0.1:1/template';
  const service = standAt(baseUrl, {
    asked: () => undefined,
    posted: () => undefined,
    answered: () => undefined,
    readingUnauthorised: () => undefined,
  });
  const { opened, fake } = await tryOpenWorkspace({ baseUrl, folder, token: null });
  if (!opened.ok) throw new Error(`The workspace does not open: ${JSON.stringify(opened.problem)}`);
  await until(() => listBackups(join(folder, 'workspace.db')).length === 1, 'the first backup is made');
  const closed = opened.workspace.close();
  fake.advance(graceMs);
  await closed;
  service.remove();
  return folder;
}

/** In memory where there is such a folder: a process that is killed loses nothing that was handed to the system. */
const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const workspaceId = '5c1d7f0e-2f0a-4a3b-9a53-6f0f3f7be0d4';
const sendingRows = z.array(z.object({ idempotency_key: z.string() }));
const enqueueOf: Record<EntryKind, (workspace: Workspace) => Promise<string>> = {
  invite: enqueueInvite,
  verification: enqueueVerification,
};
const correctionOf = {
  invite: (workspace: Workspace, replaces: string, number: number) => {
    const invitation = { vendor: { email: `correction${number}@example.invalid` } };
    return inviteHandlers(workspace)['invites.enqueue']({ invitation, replaces });
  },
  verification: (workspace: Workspace, replaces: string, number: number) => {
    const data = { licenseNumber: `CORRECTION-${number}` };
    const check = { type: 'license', data, vendorId: null, replaces };
    return verificationHandlers(workspace)['verifications.enqueue'](check);
  },
} satisfies Record<EntryKind, unknown>;
/** Longer than anything is waited for at the end. */
const graceMs = 10_000;
const anHour = 60 * 60 * 1000;
let machines = 0;

export async function startMachine(template: string): Promise<Machine> {
  machines += 1;
  const home = mkdtempSync(join(disk, 'gangway-model-'));
  const baseUrl = `http://127.0.0.1:1/machine-${machines}`;
  const keychain = await memoryKeychain();
  let tokens = 1;
  let corrections = 0;
  const ledger = createLedger(`${canary}-1`);
  let folders = 0;
  /** What the clock shows when the app is started the next time. */
  let wall = testStart;
  let killing: { applied: boolean } | null = null;
  /** Where the disk of the process is kept that was killed. */
  let killedTo: string | null = null;
  /** What the keychain held of its progress then. */
  let keptMark: string | null = null;

  const service = standAt(baseUrl, {
    asked(request) {
      const held = ledger.paused || ledger.workOffline;
      if (held) ledger.violations.push(`${request.method} ${request.path} left while the outbox was held.`);
      if (request.token !== null) checkToken(request);
    },
    posted(request, key, underWay) {
      ledger.posted(key, request.body ?? '', underWay);
      checkCommitted(key);
      if (killing === null) return;
      const { applied } = killing;
      killing = null;
      die(applied, true, 0);
    },
    answered: (key, token, answer) => {
      ledger.answered(key, token, answer);
    },
    readingUnauthorised: (token) => {
      ledger.unauthorised(token);
    },
  });

  function checkToken(request: TransportRequest): void {
    const what = `${request.method} ${request.path}`;
    if (ledger.token === null) ledger.violations.push(`${what} left without a token being held.`);
    else if (ledger.token.value !== request.token)
      ledger.violations.push(`${what} left with another token than the one that is held.`);
    else if (ledger.token.refused)
      ledger.violations.push(`${what} left with a token that the service had refused.`);
  }

  /** The attempt is on the disk before anything leaves. */
  function checkCommitted(key: string): void {
    const found = run.onDisk
      .prepare(
        `SELECT 1 FROM entry e WHERE e.idempotency_key = ? AND e.state = 'sending'
           AND (SELECT event || attempt FROM entry_event WHERE entry = e.seq ORDER BY place DESC LIMIT 1) = 'claimed' || e.attempts
           AND NOT EXISTS (SELECT 1 FROM history WHERE entry = e.seq AND attempt = e.attempts)
           AND e.claim LIKE '%/' || e.attempts`,
      )
      .get(withoutQuotes(key));
    if (found === undefined)
      ledger.violations.push(`What goes under the key ${key} left before its attempt was committed.`);
  }

  async function open(folder: string): Promise<Run> {
    const clock = createFakeClock(wall);
    const { opened, events, log } = await tryOpenWorkspace({
      baseUrl,
      folder,
      clock,
      keychain,
      id: workspaceId,
      token: null,
    });
    if (!opened.ok) throw new Error(`The workspace does not open: ${JSON.stringify(opened.problem)}`);
    const onDisk = new SqliteDatabase(join(folder, 'workspace.db'), { readonly: true });
    return { workspace: opened.workspace, clock, folder, onDisk, said: [events, log] };
  }

  /** What a kill leaves is copied at this very moment; nobody hears of what the process does from here on. */
  function die(applied: boolean, midway: boolean, clockByMs: number): void {
    for (const request of service.held()) ledger.answeredUnheard(request.key, applied);
    service.cut();
    folders += 1;
    killedTo = copyAsKilled(run.folder, join(home, `disk-${folders}`));
    keptMark = keychain.secrets.get(markAccount(workspaceId)) ?? null;
    end(midway, clockByMs);
  }

  /** The process ended; until it is started again somebody may have set the clock. */
  function end(midway: boolean, clockByMs: number): void {
    wall = run.clock.wall() + clockByMs;
    if (clockByMs !== 0) ledger.clockSet(clockByMs);
    ledger.ended(midway);
  }

  async function close(ending: Run): Promise<void> {
    ending.onDisk.close();
    const closed = ending.workspace.close();
    await turn();
    ending.clock.advance(graceMs);
    await closed;
  }

  /** Starts the app on what the killed process left, and lets that process end in a folder of its own. */
  async function startAgain(folder: string): Promise<void> {
    killedTo = null;
    const dead = run;
    await close(dead);
    // Nor does the keychain hear of it.
    if (keptMark === null) keychain.secrets.delete(markAccount(workspaceId));
    else keychain.secrets.set(markAccount(workspaceId), keptMark);
    rmSync(dead.folder, { recursive: true, force: true });
    run = await open(folder);
  }

  /** Until nothing happens any more without time going by. */
  async function quiet(): Promise<void> {
    for (let looks = 0; looks < 500; looks += 1) {
      await still();
      if (!isGathering()) return;
      await moment();
    }
  }

  async function still(): Promise<void> {
    let before = -1;
    for (let times = 0; times < 3;) {
      run.clock.advance(0);
      await turn();
      const now = service.seen() + service.given() + (run.said[0]?.length ?? 0);
      times = now === before ? times + 1 : 0;
      before = now;
    }
  }

  /** While more are under way, outcomes are gathered for a moment of real time before they are written down. */
  function isGathering(): boolean {
    const held = new Set(service.held().map((request) => withoutQuotes(request.key)));
    if (held.size === 0) return false;
    const sending = run.onDisk.prepare("SELECT idempotency_key FROM entry WHERE state = 'sending'");
    return sendingRows.parse(sending.all()).some((row) => !held.has(row.idempotency_key));
  }

  async function settle(): Promise<void> {
    await quiet();
    while (killedTo !== null) {
      await startAgain(killedTo);
      await quiet();
    }
  }

  const first = join(home, 'disk-0');
  cpSync(template, first, { recursive: true });
  await keychain.set(workspaceId, `${canary}-1`);
  let run = await open(first);
  await settle();

  return {
    service,
    ledger,
    workspace: () => run.workspace,
    onDisk: () => run.onDisk,
    async enqueue(kind) {
      const { workspace } = run;
      const id = await enqueueOf[kind](workspace);
      const { body, idempotencyKey } = workspace.entryDetails.request(id);
      ledger.enqueued({ id, kind, body, key: `"${idempotencyKey}"` });
    },
    async correct(entry) {
      const { workspace } = run;
      corrections += 1;
      const result = await correctionOf[entry.kind](workspace, entry.id, corrections);
      if (!result.ok) return false;
      const { entryId: id } = result.value;
      const { body, idempotencyKey } = workspace.entryDetails.request(id);
      ledger.corrected(entry, { id, kind: entry.kind, body, key: `"${idempotencyKey}"` });
      return true;
    },
    async giveToken() {
      tokens += 1;
      const value = `${canary}-${tokens}`;
      ledger.token = { value, refused: false };
      await run.workspace.token.replace(value);
      run.workspace.dispatcher.tokenChanged();
    },
    async forgetToken() {
      ledger.token = null;
      const forgotten = run.workspace.token.forget();
      run.workspace.dispatcher.tokenChanged();
      await forgotten;
    },
    setClock(byMs) {
      ledger.clockSet(byMs);
      run.clock.setWall(run.clock.wall() + byMs);
    },
    settle,
    async pass(ms) {
      const step = Math.max(Math.ceil(ms / 20), 1000);
      for (let gone = 0; gone < ms; gone += step) {
        ledger.now += step;
        run.clock.advance(step);
        await settle();
      }
    },
    async sleep(hours) {
      for (let gone = 0; gone < hours; gone += 1) {
        ledger.now += anHour;
        run.clock.sleep(anHour);
        await settle();
      }
    },
    async restart(answer, applied, clockByMs) {
      const closing = run;
      closing.onDisk.close();
      const closed = closing.workspace.close();
      await turn();
      if (answer !== null) for (const request of service.held()) request.answer(answer);
      await turn();
      for (const request of service.held()) ledger.answeredUnheard(request.key, applied);
      // The grace that is given to what is under way.
      ledger.now += graceMs;
      closing.clock.advance(graceMs);
      await closed;
      end(false, clockByMs);
      run = await open(closing.folder);
    },
    async kill(lastAnswer, applied, clockByMs) {
      if (lastAnswer !== null) {
        const [request] = service.held();
        if (request !== undefined) {
          ledger.answeredUnheard(request.key, isApplied(lastAnswer));
          request.answerTooLate(lastAnswer);
        }
      }
      die(applied, false, clockByMs);
      await settle();
    },
    killAtNextRequest(applied) {
      killing = { applied };
    },
    tokenTraces() {
      const files = ['workspace.db', 'workspace.db-wal'].map((name) => join(run.folder, name));
      const holding = files.filter((file) => readFileSync(file).includes(tokenMark));
      // Details before has been looked at before.
      const lines = run.said.flatMap((all) => all.splice(0));
      return JSON.stringify(lines).includes(tokenMark) ? [...holding, 'the log or the events'] : holding;
    },
    async discard() {
      service.cut();
      await close(run);
      service.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function withoutQuotes(key: string): string {
  return key.replaceAll('"', '');
}

/** Gives what waits for the event loop a turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A moment of real time. */
function moment(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}
