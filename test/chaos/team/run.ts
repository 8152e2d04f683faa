import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sampleVendors } from '#practice/sample-data.ts';
import { startPracticeService } from '#practice/service.ts';
import { startPostgres } from '#test/team/postgres.ts';
import { seedPracticeJobs } from '#test/practice-jobs.ts';
import type { AppWatcher } from '../app-process.ts';
import { appliedByMark } from '../audit.ts';
import { createRandom } from '../random.ts';
import { act, invite, type Doings, type Subjects } from './acts.ts';
import { auditTeam, type TeamFindings } from './audit.ts';
import { startSeat, type Seat } from './seat.ts';
import { begin, takeCopy, troubles, type Scene, type Trouble } from './troubles.ts';

export type TeamReport = TeamFindings & {
  rounds: number;
  seed: number;
  acts: number;
  invites: number;
  mails: number;
  /** How often a person did not invite, since the app knew of another invite. */
  warned: number;
  refused: number;
  copies: number;
  endedUnasked: number;
  faults: number;
  /** How often a seat did not share within the time for it. */
  stuck: number;
  troubles: Record<Trouble, number>;
};

const waitMs = 30_000;
const stepMs = 50;

/** Lets three seats of a team work under attack, ends the attack, lets them share, and compares what each shows. */
export async function runTeamChaos(
  rounds: number,
  seed: number,
  note: (line: string) => void,
): Promise<TeamReport> {
  // One source each, so that who is there does not change what befalls them.
  const random = createRandom(seed);
  const plan = createRandom(seed + 1);
  const folder = mkdtempSync(join(tmpdir(), 'gangway-team-chaos-'));
  const serviceDir = join(folder, 'service');
  const jobs = seedPracticeJobs(serviceDir, 2);
  const service = await startPracticeService({
    dataDir: serviceDir,
    honoursIdempotencyKey: false,
    refusesRepeatedInvites: false,
    verificationDelayMs: 50,
    onError: (error) => note(`service: ${error.message}`),
  });
  const postgres = await startPostgres({ smallDisk: true });
  await postgres.createTeam('team');
  const report = { endedUnasked: 0, faults: 0, stuck: 0 };
  const watcher: AppWatcher = {
    onMessage: () => undefined,
    onEndedUnasked(how) {
      report.endedUnasked += 1;
      note(`An app ended by itself: ${how}.`);
    },
    onFault(call) {
      report.faults += 1;
      note(`An app met a fault of its own in ${call}.`);
    },
  };
  const compileCache = process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled');
  const open = async (name: string): Promise<Seat> => {
    await postgres.createMember(name, name);
    return startSeat(name, { folder, postgres, service, compileCache }, watcher);
  };
  const seats: [Seat, ...Seat[]] = [await open('dana'), ...(await Promise.all(['sam', 'kim'].map(open)))];
  const doings: Doings = { acts: [], invites: [], warned: 0, refused: 0 };
  const done: Record<Trouble, number> = {
    none: 0,
    seatKills: 0,
    serverKills: 0,
    pushCuts: 0,
    restoredBackups: 0,
    failOvers: 0,
    fullDisks: 0,
    partitions: 0,
  };

  async function untilShared(these: readonly Seat[]): Promise<void> {
    for (const seat of these) {
      const isShared = await until(async () => {
        const status = await seat.ask('team.status', null);
        if (status.waiting === 0 && status.problem === null && status.sharedAt !== null) return true;
        if (status.problem !== null) await seat.tryTeam();
        return false;
      });
      if (isShared) continue;
      report.stuck += 1;
      note(`${seat.name} does not share: ${JSON.stringify(await seat.call('team.status', null))}`);
    }
  }

  const scene: Scene = { postgres, seats, random, copies: [], untilShared };
  const subjects = await prepare(seats, jobs);
  await takeCopy(scene);
  let addresses = 1;

  async function work(): Promise<void> {
    const alive = seats.filter((seat) => seat.isAlive());
    const [first, ...others] = alive;
    if (first === undefined) return;
    if (random.chance(0.35)) {
      if (random.chance(0.6)) addresses += 1;
      const address = `v${random.between(Math.max(1, addresses - 2), addresses)}-s${seed}@chaos.example.com`;
      const inviting = alive.filter(() => random.chance(0.7));
      await Promise.all(inviting.map((seat) => invite(seat, address, doings)));
    } else {
      const acting = random.chance(0.3) ? alive : [random.pick([first, ...others])];
      await Promise.all(acting.map((seat) => act(seat, subjects, doings, random, noteLength)));
    }
    if (random.chance(0.3)) await pause(random.between(0, 60));
  }

  let noteLength = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const seat of seats) if (!plan.chance(0.2)) await seat.start();
    const chosen = plan.pick(troubles);
    // Only root may mount the disk.
    const trouble = chosen === 'fullDisks' && postgres.disk === null ? 'none' : chosen;
    done[trouble] += 1;
    noteLength = trouble === 'fullDisks' ? 3500 : 0;
    const { inTheMiddle, end } = await begin(trouble, scene);
    for (let step = random.between(2, 6); step > 0; step -= 1) await work();
    const underWay = work();
    await pause(random.between(0, 40));
    await inTheMiddle();
    await underWay;
    for (let step = random.between(2, 6); step > 0; step -= 1) await work();
    await end();
    if (random.chance(0.3)) await untilShared(seats.filter((seat) => seat.isAlive()));
    if (plan.chance(0.15)) await takeCopy(scene);
    if (round % 10 === 0) note(`round ${round} of ${rounds}, ${doings.acts.length} acts`);
  }

  for (const seat of seats) {
    await seat.start();
    // Whoever waits for the next try of the service does not wait for the attack's sake.
    await seat.ask('outbox.syncNow', null);
  }
  const mails = () => {
    const db = new SqliteDatabase(join(serviceDir, 'practice.db'), { readonly: true });
    const counted = new Map([...appliedByMark(db)].filter(([mark]) => mark.includes('@chaos.')));
    db.close();
    return counted;
  };
  let notes: string[] = [];
  const audit = () => {
    notes = [];
    return auditTeam(seats, subjects, doings, mails(), (line) => notes.push(line));
  };
  await untilShared(seats);
  await until(async () => {
    const statuses = await Promise.all(seats.map(({ ask }) => ask('outbox.status', null)));
    return statuses.every(({ counts }) => counts.queued + counts.sending + counts.waiting === 0);
  });
  await untilShared(seats);
  let findings = await audit();
  // What a seat shares last reaches the others a moment later.
  await until(async () => {
    findings = await audit();
    return Object.values({ ...findings, heldEverywhere: 0, invitesSentTwiceAway: 0 }).every(
      (count) => count === 0,
    );
  }, 15_000);
  for (const line of notes) note(line);
  for (const seat of seats) await seat.close();
  await service.close();
  await postgres.stop();
  const result: TeamReport = {
    rounds,
    seed,
    ...findings,
    ...report,
    acts: doings.acts.length,
    invites: doings.invites.length,
    mails: [...mails().values()].reduce((sum, times) => sum + times, 0),
    warned: doings.warned,
    refused: doings.refused,
    copies: scene.copies.length,
    troubles: { ...done, pushCuts: seats.reduce((sum, { team }) => sum + team.countCuts(), 0) },
  };
  if (isTeamClean(result)) rmSync(folder, { recursive: true });
  else note(`kept for a look: ${folder}`);
  return result;
}

/** Whether nothing was found. */
export const isTeamClean = (report: TeamReport): boolean =>
  [
    report.lost,
    report.appliedTwice,
    report.invitesSentTwiceUnasked,
    report.diverged,
    report.troubles.restoredBackups + report.troubles.failOvers === 0 ? report.heldEverywhere : 0,
    report.endedUnasked,
    report.faults,
    report.stuck,
  ].every((count) => count === 0);

/** Makes known to all seats what they will work on. */
async function prepare([first, ...others]: readonly [Seat, ...Seat[]], jobs: string[]): Promise<Subjects> {
  const [one = '', two = '', three = ''] = sampleVendors().map(({ id }) => id);
  const requirementId = crypto.randomUUID();
  const requirement = {
    kind: 'document',
    id: requirementId,
    name: 'W-9',
    documentType: 'W-9',
    minScore: null,
    maxAgeDays: null,
    needsEndDate: false,
    soonDays: null,
  } as const;
  const appliesTo = { services: [], states: [], jobSites: [], tags: [] };
  await first.ask('onboarding.save', {
    sets: [{ id: crypto.randomUUID(), name: 'All', appliesTo, requirements: [requirement] }],
  });
  await first.ask('documents.add', { ids: jobs, vendorId: null });
  const { entryId } = await first.ask('verifications.enqueue', {
    type: 'license',
    data: { licenseNumber: 'L-1' },
    vendorId: one,
    replaces: null,
  });
  const [document = '', ...documents] = jobs;
  for (const seat of [first, ...others]) {
    for (const vendorId of [one, two, three]) await seat.ask('vendors.lookUp', { vendorId });
    const knowsAll = await until(async () => {
      const found = await Promise.all([
        ...jobs.map((jobId) => seat.call('documents.get', { jobId })),
        seat.call('verifications.get', { entryId }),
      ]);
      const sets = await seat.ask('onboarding.sets', null);
      return found.every((each) => each?.ok === true) && sets.own.length > 0;
    });
    if (!knowsAll) throw new Error(`${seat.name} does not hear of what all work on.`);
  }
  return {
    vendors: [one, two, three],
    documents: [document, ...documents],
    verifications: [entryId],
    requirementId,
  };
}

async function until(condition: () => Promise<boolean>, limitMs = waitMs): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await pause(stepMs);
  }
  return true;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
