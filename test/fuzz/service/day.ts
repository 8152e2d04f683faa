import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { filesHolding } from '#test/chaos/audit.ts';
import { createRandom } from '#test/chaos/random.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { startAnsweringService, type Answered } from './answering-service.ts';
import { startApp, type App } from './app.ts';
import { randomCustoms, settingsFor } from './customs.ts';
import type { Findings } from './findings.ts';
import { createJudge, type DayLedger } from './judge.ts';
import { isKept, readKept } from './kept-bytes.ts';
import { createPerson } from './person.ts';
import { plainWay, randomWay, type WayContext } from './ways.ts';

/** So long the app may take with what it has begun, in ms of the wall clock. */
const quietWithinMs = 15_000;
const minuteMs = 60_000;

/**
 * Lives through one day with one service: a person enqueues, looks up and decides, the service answers in generated ways,
 * and after each answer all that can be seen is judged.
 */
export async function liveDay(
  day: number,
  seed: number,
  enough: () => boolean,
  findings: Findings,
): Promise<void> {
  const random = createRandom(seed * 7919 + day);
  const customs = randomCustoms(random);
  const clock = createFakeClock();
  const folder = mkdtempSync(join(tmpdir(), 'gangway-fuzz-service-'));
  const keychain = await memoryKeychain();
  const ledger: DayLedger = { handed: [], expiries: new Map(), jobs: [] };
  const tokens: string[] = [];
  let round = 0;
  let plain = false;
  /** How many answers had been given when the app was last at rest. */
  let settled = 0;
  const place = () => `day ${day}, round ${round}`;

  const service = await startAnsweringService({
    honoursKey: customs.honoursKey,
    isValid: (token) => tokens.includes(token),
    patienceMs: 10_000,
    choose(asked, attempt, known, token) {
      // By what is asked and how often, not by what came before: requests run side by side.
      const own = createRandom(
        getHash(`${seed} ${day} ${asked.operation} ${subjectName(asked.subject)} ${attempt}`),
      );
      const said = `No ${day}.${own.between(100, 999)}: ${own.pick(['the address ä is blocked', 'it is “closed”', 'not now'] as const)}`;
      const context: WayContext = {
        random: own,
        customs,
        asked: { ...asked, said },
        attempt,
        known,
        now: clock.wall(),
        token,
      };
      const way = plain ? plainWay(context) : randomWay(context);
      if (!plain) findings.metWay(asked.operation, way.name);
      return way;
    },
  });

  /** As documents have random ids, their place in the day tells them apart. */
  function subjectName(subject: string): string {
    const index = ledger.jobs.indexOf(subject);
    return index === -1 ? subject : `job ${index}`;
  }

  const open = (): Promise<App> =>
    startApp({
      dataDir: folder,
      clock,
      keychain,
      random,
      onFault: (what) => {
        findings.fault(`${what} (${place()})`);
      },
      onMessage: (text) => {
        if (tokens.some((token) => text.includes(token)))
          findings.tokenLeak(`in IPC: ${text.slice(0, 200)} (${place()})`);
      },
    });
  let app = await open();

  function turn(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(() => setImmediate(resolve), 1);
    });
  }

  /** Waits until nothing is on the wire and the app has written down what came. */
  async function quiet(): Promise<void> {
    const began = performance.now();
    let seen = 0;
    for (let still = 0; still < 3; still += 1) {
      await turn();
      seen = service.answers.length;
      const reading = app.core.workspace()?.slots.reading() ?? 0;
      if (service.underWay() + app.core.underWay() + reading > 0) still = -1;
      if (performance.now() - began > quietWithinMs) {
        findings.fault(
          `Something hangs: ${service.underWay()} asked, ${app.core.underWay()} under way, ${reading} read (${place()})`,
        );
        return;
      }
    }
    settled = seen;
  }

  /** Closes the app. What it was only reading by then may not have come to it; it reads that anew. */
  async function close(): Promise<void> {
    await app.stop();
    while (service.underWay() > 0) await turn();
    for (const answered of service.answers.slice(settled)) {
      if (answered.key === null && answered.arrived !== 'nothing') answered.arrived = 'unsure';
    }
  }
  const judge = createJudge(
    () => ({ app, service, customs, ledger, findings, place: place() }),
    async () => {
      await quiet();
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      await quiet();
    },
  );

  async function giveToken(): Promise<void> {
    const token = `secret-${seed}-${day}-${tokens.length}-0123456789abcdef~/+==`;
    tokens.push(token);
    await app.ask('workspaces.replaceToken', { token: await app.sealed(token) });
  }

  let judged = 0;
  /** Lets time go by in growing steps, and judges what each brings. */
  async function pass(minutes: number): Promise<void> {
    for (
      let gone = 0, step = 1000;
      gone < minutes * minuteMs;
      gone += step, step = Math.min(step * 2, 5 * minuteMs)
    ) {
      clock.advance(step);
      await quiet();
      const news: readonly Answered[] = service.answers.slice(judged);
      judged = service.answers.length;
      if (news.length > 0) await judge.touched(news);
      const { condition } = await app.ask('outbox.status', null);
      if (condition.kind === 'signed_out') await giveToken();
    }
  }

  try {
    tokens.push(`secret-${seed}-${day}-first-0123456789abcdef~/+==`);
    const connected = await app.try('workspaces.connect', {
      address: service.baseUrl,
      name: 'Fuzz',
      token: await app.sealed(tokens[0] ?? ''),
      vendorId: null,
    });
    if (!connected.ok) throw new Error(connected.error.message);
    await app.ask('workspaces.updateSettings', {
      ...settingsFor(customs),
      concurrency: random.between(1, 6),
    });
    const person = createPerson(() => app, service, ledger, random, day);
    for (round = 1; round <= 7 && !enough(); round += 1) {
      for (let left = random.between(1, 3); left > 0; left -= 1) await person.enqueueInvite();
      for (let left = random.between(1, 3); left > 0; left -= 1) await person.enqueueVerification();
      if (random.chance(0.7)) await person.lookUpVendors();
      if (random.chance(0.6)) await person.addDocuments();
      await pass(random.between(1, 15));
      await person.decide();
      if (random.chance(0.5)) await person.expedite();
      if (random.chance(0.25)) {
        await close();
        app = await open();
      }
      await pass(random.between(1, 30));
      await judge.everything();
    }
    // From now on the service is well, and all that is not with a person comes to an end.
    round = 99;
    plain = true;
    await giveToken();
    await app.ask('outbox.syncNow', null);
    await pass(90);
    await judge.everything();
    await reportStuck();
  } finally {
    await endDay();
  }

  async function reportStuck(): Promise<void> {
    const { counts, condition } = await app.ask('outbox.status', null);
    const left = counts.queued + counts.sending + counts.waiting;
    if (left > 0)
      findings.wrongState(`${left} never end: ${JSON.stringify({ counts, condition })} (${place()})`);
  }

  /** What can only be seen from outside: the files, and what is in them. */
  async function endDay(): Promise<void> {
    const workspaceId = app.core.workspace()?.describe().id ?? null;
    const log = join(app.core.logFolder, 'gangway.log');
    await close();
    for (const { event, ...detail } of logLines(log)) {
      if (faultEvents.test(event))
        findings.fault(`The log says ${event} ${JSON.stringify(detail)} (day ${day})`);
    }
    await service.close();
    if (workspaceId !== null) {
      const kept = readKept(join(folder, 'workspaces', workspaceId, 'workspace.db'));
      for (const answered of service.answers) {
        if (isKept(answered, kept)) continue;
        findings.bytesLost(
          `${answered.operation}, ${answered.way.name}, ${answered.sent.length} bytes (${answered.subject}, day ${day})`,
        );
      }
    }
    if (filesHolding(folder, tokens) > 0) findings.tokenLeak(`in a file (day ${day})`);
    rmSync(folder, { recursive: true });
  }
}

/** A number that follows from a text (FNV-1a). */
function getHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** What the log tells of work that failed although no service and no person can bring that about. */
const faultEvents =
  /^(call_failed|not_caught|damage_.*|not_ended_in_order|not_settled|.*_not_(stored|read|sorted|updated|noted|tidied))$/;
const logLine = z.looseObject({ event: z.string() });

function logLines(file: string): z.infer<typeof logLine>[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => logLine.parse(JSON.parse(line)));
}
