import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPracticeService } from '#practice/service.ts';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { startAppProcess, type AppProcess, type AppWatcher } from './app-process.ts';
import { audit, chains, filesHolding, type Expected, type Findings } from './audit.ts';
import { randomFault, startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { createRandom, type Random } from './random.ts';

export interface ChaosReport extends Findings {
  rounds: number;
  seed: number;
  tokenLeaks: number;
  /** How often the app ended without having been killed. */
  endedUnasked: number;
  /** Calls that the app answered with a fault of its own, and good ones that it did not take. */
  faults: number;
}

/** The app's clocks run this much faster than ours, so that waits of minutes pass in seconds. */
const speed = 120;
const dayMs = 24 * 60 * 60 * 1000;
const settleWithinMs = 120_000;
/** Longer than a service that is there takes for an answer. */
const answerWithinMs = 300;
const startsBeforeGivingUp = 20;
const wrongToken = 'WRONG-token-that-the-service-refuses-5d1f';

/**
 * Lets the app work under attack for a number of rounds, ends the attack, lets it finish, and compares what was handed
 * over with what the service applied and what the app says. The plan follows from the seed; the machine's timing does not.
 */
export async function runChaos(
  rounds: number,
  seed: number,
  note: (line: string) => void,
): Promise<ChaosReport> {
  // One source each, so that how many connections there are does not change what the plan does.
  const random = createRandom(seed);
  const faultRandom = createRandom(seed + 1);
  const personRandom = createRandom(seed + 2);
  const folder = mkdtempSync(join(tmpdir(), 'gangway-chaos-'));
  const dataDir = join(folder, 'app');
  const serviceDir = join(folder, 'service');
  const compileCache = process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled');
  const service = await startPracticeService({
    dataDir: serviceDir,
    samples: false,
    honoursIdempotencyKey: false,
    refusesRepeatedInvites: false,
    verificationDelayMs: 50,
    onError: (error) => {
      note(`service: ${error.message}`);
    },
  });
  const proxy = await startFaultProxy(service.port);
  const expected: Expected[] = [];
  let leaks = 0;
  let endedUnasked = 0;
  let faults = 0;
  let starts = 0;
  let offset = 0;
  let app: AppProcess | null = null;
  let workspaceId = '';

  const watcher: AppWatcher = {
    onMessage(text) {
      if (text.includes(service.token) || text.includes(wrongToken)) leaks += 1;
    },
    onEndedUnasked(how) {
      endedUnasked += 1;
      note(`The app ended by itself: ${how}.`);
    },
    onFault(call) {
      faults += 1;
      note(`The app met a fault of its own in ${call}.`);
    },
  };

  /** Starts the app, again where it ends by itself before it can be attacked. */
  async function start(): Promise<AppProcess> {
    for (let tried = 0; tried < startsBeforeGivingUp; tried += 1) {
      starts += 1;
      const options = { dataDir, speed, offsetMs: offset, seed: seed + 3 + starts, compileCache };
      const started = await startAppProcess(options, watcher);
      if (started !== null && (workspaceId !== '' || (await connect(started)))) return started;
    }
    throw new Error('The app does not start.');
  }

  async function connect(to: AppProcess): Promise<boolean> {
    const begun = await to.call('app.start', null);
    if (begun === null || !begun.ok) return false;
    const connected = await to.call('workspaces.connect', {
      address: `http://127.0.0.1:${proxy.port}`,
      name: 'Chaos',
      token: await sealToken(service.token, begun.value.sealingKey),
      vendorId: null,
    });
    if (connected === null || !connected.ok) return false;
    workspaceId = connected.value.workspace.id;
    return true;
  }

  async function enqueue(to: AppProcess, number: number): Promise<void> {
    const mark = `v${number}-s${seed}@chaos.example.com`;
    const license = `L-${number}-${seed}`;
    const invite = random.chance(0.8);
    const answer = invite
      ? await to.call('invites.enqueue', {
          invitation: { vendor: { email: mark, firstName: 'V' } },
          replaces: null,
        })
      : await to.call('verifications.enqueue', {
          type: 'license',
          data: { licenseNumber: license },
          vendorId: null,
          replaces: null,
        });
    // Without a confirmation nobody was promised anything; but there is nothing in this that could be refused.
    if (answer?.ok === false && answer.error.code !== 'internal') {
      faults += 1;
      note(`The app did not take what was enqueued: ${answer.error.code}.`);
    }
    if (answer?.ok === true) {
      const { entryId } = answer.value;
      const fresh = { askedAgain: 0, replaces: null, asksAnother: false };
      expected.push({ entryId, mark: invite ? mark : license, ...fresh });
    }
  }

  let handed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    if (app === null || app.hasEnded()) app = await start();
    const current = app;
    await current.giveToken(random.chance(0.08) ? wrongToken : service.token);
    proxy.faults(() => randomFault(faultRandom));
    for (let step = random.between(2, 7); step > 0; step -= 1) {
      handed += 1;
      await enqueue(current, handed);
      const moved = await disturb(current, proxy, random, service.token, offset);
      offset = moved;
      await decide(current, expected, personRandom);
    }
    if (random.chance(0.75)) {
      if (random.chance(0.5)) {
        await pause(random.between(0, 60));
        await current.kill();
      } else {
        await proxy.setListening(true);
        handed += 1;
        await enqueue(current, handed);
        await killBeforeAnswer(current, proxy);
      }
    }
    await proxy.setListening(true);
    if (round % 50 === 0) note(`round ${round} of ${rounds}, ${expected.length} enqueued`);
  }

  proxy.faults(() => ({ kind: 'none' }));
  if (app === null || app.hasEnded()) app = await start();
  await app.giveToken(service.token);
  await app.call('outbox.pause', { paused: false });
  await app.call('outbox.workOffline', { on: false });
  await app.call('outbox.syncNow', null);
  await settle(app, note);
  await app.kill();
  await proxy.close();
  await service.close();

  const workspaceDb = join(dataDir, 'workspaces', workspaceId, 'workspace.db');
  const findings = audit(expected, workspaceDb, join(serviceDir, 'practice.db'));
  leaks += filesHolding(dataDir, [service.token, wrongToken]);
  const report = { rounds, seed, ...findings, tokenLeaks: leaks, endedUnasked, faults };
  if (isClean(report)) rmSync(folder, { recursive: true });
  else note(`kept for a look: ${folder}`);
  return report;
}

/** Whether all bad counts are zero. */
export function isClean(report: ChaosReport): boolean {
  const { rounds: _rounds, seed: _seed, enqueued: _enqueued, applied: _applied, ...bad } = report;
  return Object.values({ ...bad, ...bad.sentTwiceUnasked, sentTwiceUnasked: 0 }).every(
    (count) => count === 0,
  );
}

/** Kills the app at the worst moment: the service has done what it was asked for, and the app has not heard of it. */
function killBeforeAnswer(app: AppProcess, proxy: FaultProxy): Promise<void> {
  return new Promise((resolve) => {
    const callOff = proxy.onAnswerToPost(() => {
      clearTimeout(limit);
      resolve(app.kill());
    });
    const limit = setTimeout(() => {
      callOff();
      resolve(app.kill());
    }, answerWithinMs);
  });
}

/** Does one of the things that happen to a laptop; returns the clock's offset after it. */
async function disturb(
  app: AppProcess,
  proxy: FaultProxy,
  random: Random,
  token: string,
  offset: number,
): Promise<number> {
  switch (random.between(1, 14)) {
    case 1:
      await proxy.setListening(false);
      return offset;
    case 2:
    case 3:
      await proxy.setListening(true);
      return offset;
    case 4:
      proxy.breakAll();
      return offset;
    case 5: {
      app.pause();
      await pause(random.between(5, 80));
      app.resume();
      return offset;
    }
    case 6: {
      const byMs = random.between(-dayMs, dayMs);
      app.shiftClock(byMs);
      return offset + byMs;
    }
    case 7:
      await app.giveToken(random.chance(0.5) ? wrongToken : token);
      return offset;
    case 8:
      await app.call('outbox.pause', { paused: random.chance(0.5) });
      return offset;
    case 9:
      await app.call('outbox.workOffline', { on: random.chance(0.3) });
      return offset;
    case 10:
      await app.call('outbox.syncNow', null);
      return offset;
    case 11:
      // What is enqueued waits, or does no more; some seconds are some hundredths here.
      await app.call('workspaces.updateSettings', {
        sendDelayS: random.between(0, 10),
        delaySingles: random.chance(0.7),
      });
      return offset;
    default:
      await pause(random.between(0, 30));
      return offset;
  }
}

/** Now and then a person decides about something that is in doubt, or cancels something. */
async function decide(app: AppProcess, expected: Expected[], random: Random): Promise<void> {
  if (!random.chance(0.25)) return;
  const page = await app.call('outbox.page', {
    group: random.pick(['needs_you', 'waiting', 'will_retry', 'cancelled']),
    limit: 50,
  });
  if (page === null || !page.ok || page.value.rows.length === 0) return;
  const row = page.value.rows[random.between(0, page.value.rows.length - 1)];
  const known = expected.find((one) => one.entryId === row?.entryId);
  if (row === undefined || known === undefined) return;
  const { entryId } = row;
  const undo = () => app.call('outbox.undo', { entryIds: [entryId], what: 'cancelled' });
  // Also where another one of its chain is on its way: then it has to be refused.
  if (row.state !== 'queued' && row.state !== 'waiting' && random.chance(0.4)) {
    await correct(app, expected, known, row);
    if (row.state === 'cancelled') await undo();
    return;
  }
  if (row.state === 'cancelled') await undo();
  else if (row.state === 'in_doubt') {
    if (random.chance(0.5)) {
      // Counted before it is asked: a kill may come between the deed and its confirmation.
      known.askedAgain += 1;
      await app.call('outbox.sendAgain', { entryId });
    } else await app.call('outbox.markAsSent', { entryId });
  } else if (random.chance(0.5)) await app.call('outbox.retryNow', { entryId });
  else if (row.attempts === 0) {
    await app.call('outbox.cancel', { entryId });
    // Undone, it goes out as if it had never been canceled.
    if (random.chance(0.5)) await correct(app, expected, known, { ...row, state: 'cancelled' });
    if (random.chance(0.5)) await undo();
  }
}

/** A person corrects an entry of the outbox. */
async function correct(
  app: AppProcess,
  expected: Expected[],
  known: Expected,
  { kind, state }: { kind: EntryKind; state: EntryState },
): Promise<void> {
  const mark = `c${expected.length}.${known.mark}`;
  const replaces = known.entryId;
  const answer =
    kind === 'invite'
      ? await app.call('invites.enqueue', { invitation: { vendor: { email: mark } }, replaces })
      : await app.call('verifications.enqueue', {
          type: 'license',
          data: { licenseNumber: mark },
          vendorId: null,
          replaces,
        });
  if (answer?.ok !== true) return;
  const chain = chains(expected).find((one) => one.includes(known)) ?? [];
  const asksAnother = state === 'in_doubt' || chain.some((one) => one.asksAnother);
  expected.push({ entryId: answer.value.entryId, mark, askedAgain: 0, replaces, asksAnother });
}

/** Waits until everything has settled or waits for a person; what does not is counted as stuck. */
async function settle(app: AppProcess, note: (line: string) => void): Promise<void> {
  const until = Date.now() + settleWithinMs;
  for (;;) {
    const status = await app.call('outbox.status', null);
    if (status === null || !status.ok) return;
    const { counts, condition } = status.value;
    if (counts.queued + counts.sending + counts.waiting === 0) return;
    if (Date.now() > until) {
      note(`not settled: ${JSON.stringify({ condition, counts })}`);
      return;
    }
    await pause(50);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
