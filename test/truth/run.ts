import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startPracticeService } from '#practice/service.ts';
import { startBrowser } from '#test/bench/bench-browser.ts';
import { createRandom } from '#test/chaos/random.ts';
import { falseClaims } from './claims.ts';
import { openFacts, type FactReader } from './facts.ts';
import { createFalsehoods, type Counted } from './falsehoods.ts';
import { startHost, type HostProcess } from './host-process.ts';
import { readScreen, unfold } from './in-page/screen.ts';
import { startNetwork } from './network.ts';
import { createNoticing, type Noticed } from './noticing.ts';
import { connect, giveToken, makeDay, type DayEvent } from './person.ts';

export interface TruthReport {
  events: number;
  seed: number;
  samples: number;
  /** How much of it was read off the screen over all samples. */
  read: { rows: number; cards: number; headings: number; banners: number; gone: number };
  /** What was enqueued, and how often the host was killed. */
  items: number;
  kills: number;
  false: Record<string, Counted>;
  noticed: Record<string, Noticed>;
}

/** Four looks a second. */
const lookEveryMs = 250;
const endWithinMs = 30_000;

/**
 * Lives through a day of seeded events with the real page on the real host, and compares four times a second what the page
 * says with what is so. The plan follows from the seed; the machine's timing does not.
 * @param pace how long an event lasts at most, in milliseconds
 */
export async function runTruth(
  { events, seed, pace }: { events: number; seed: number; pace: number },
  note: (line: string) => void,
): Promise<TruthReport> {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'gangway-truth-'));
  const dataDir = join(folder, 'app');
  const service = await startPracticeService({
    dataDir: join(folder, 'service'),
    samples: false,
    honoursIdempotencyKey: false,
    refusesRepeatedInvites: false,
    verificationDelayMs: 800,
  });
  const network = await startNetwork(service.port);
  const browser = await startBrowser();
  const falsehoods = createFalsehoods(note);
  const noticing = createNoticing();
  let samples = 0;
  const read = { rows: 0, cards: 0, headings: 0, banners: 0, gone: 0 };
  let kills = 0;
  let present: HostProcess | null = null;
  let facts: FactReader | null = null;
  let page: Page | null = null;
  const looking = new AbortController();
  const faults: unknown[] = [];

  /** Opens the page at an address that the host gave for it. */
  async function openPage(host: HostProcess): Promise<Page> {
    page ??= await browser.newPage({ viewport: { width: 1440, height: 900 } });
    falsehoods.turnPage();
    const opened = page;
    await opened.goto(host.address);
    await show(opened, 'outbox');
    falsehoods.turnPage();
    return opened;
  }

  async function look(): Promise<void> {
    const [reader, shown, host] = [facts, page, present];
    if (reader === null || shown === null) return;
    // While the page turns, nothing can be read from it.
    const screen = await shown.evaluate(readScreen).catch(() => null);
    await shown.evaluate(unfold).catch(() => null);
    if (screen === null || host !== present) return;
    const real = await reader.read(host);
    if (host !== present) return;
    samples += 1;
    read.rows += screen.rows.length;
    read.cards += screen.card === null ? 0 : 1;
    read.headings += screen.groups.length + screen.headings.length;
    read.banners += screen.strip === '' ? 0 : 1;
    read.gone += screen.gone ? 1 : 0;
    falsehoods.look(falseClaims(screen, real), real.at);
    if (screen.sync !== null && !screen.gone) noticing.look(screen.sync.title, real.at);
  }

  async function keepLooking(): Promise<void> {
    while (!looking.signal.aborted) {
      const begun = Date.now();
      await look();
      await pause(Math.max(0, lookEveryMs - (Date.now() - begun)));
    }
  }

  async function live(event: DayEvent, host: HostProcess, opened: Page): Promise<HostProcess> {
    switch (event.kind) {
      case 'network':
        await network.become(event.state);
        noticing.expect(event.state);
        if (event.state === 'open') await giveToken(host, service.token);
        return host;
      case 'person':
        noticing.expect(event.what);
        await event.act(host);
        return host;
      case 'screen':
        await show(opened, event.screen);
        return host;
      case 'kill': {
        kills += 1;
        present = null;
        await host.kill();
        // The page has to say it by itself; only then the host is started again.
        await pause(pace);
        const next = await startHost(dataDir, host.port);
        await giveToken(next, service.token);
        await openPage(next);
        present = next;
        return next;
      }
    }
  }

  try {
    let host = await startHost(dataDir, 0, '--welcome');
    const workspaceId = await connect(host, `http://127.0.0.1:${network.port}`, service.token);
    facts = openFacts(
      join(dataDir, 'workspaces', workspaceId, 'workspace.db'),
      join(folder, 'service', 'practice.db'),
    );
    const opened = await openPage(host);
    present = host;
    const looks = keepLooking().catch((error: unknown) => faults.push(error));
    const day = makeDay(random, events);
    for (const [index, event] of day.entries()) {
      if (faults.length > 0) break;
      host = await live(event, host, opened);
      await pause(random.between(Math.round(pace / 8), pace));
      if ((index + 1) % 25 === 0) note(`event ${index + 1} of ${events}`);
    }
    await network.become('open');
    await giveToken(host, service.token);
    await host.call('outbox.pause', { paused: false });
    await host.call('outbox.workOffline', { on: false });
    await host.call('outbox.syncNow', null);
    await settle(host, facts);
    // What the end looks like has to hold as well.
    await pause(2500);
    looking.abort();
    await looks;
    if (faults.length > 0) throw faults[0];
    const items = (await facts.read(null)).entries.size;
    await host.kill();
    const clean = Object.keys(falsehoods.counted).length === 0;
    facts.close();
    if (clean) rmSync(folder, { recursive: true });
    else note(`kept for a look: ${folder}`);
    return {
      events,
      seed,
      samples,
      read,
      items,
      kills,
      false: falsehoods.counted,
      noticed: noticing.report(),
    };
  } finally {
    looking.abort();
    await browser.close();
    await network.close();
    await service.close();
  }
}

async function show(page: Page, screen: 'outbox' | 'today'): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.evaluate(`location.hash = '#/${screen}'`);
}

async function settle(host: HostProcess, facts: FactReader): Promise<void> {
  const until = Date.now() + endWithinMs;
  while (Date.now() < until) {
    const now = await facts.read(host);
    if (now.count('queued', 'sending', 'waiting') === 0) return;
    await pause(100);
  }
}
