import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { updateStatus, type UpdateStatus } from '#shared/settings/updates.ts';
import type { Policy } from '#main/updates/policy.ts';
import {
  type CheckOutcome,
  type DownloadOutcome,
  type Updater,
  createUpdates,
} from '#main/updates/updates.ts';
import { updateHandlers } from '#main/features/app.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { memorySettings } from '#test/memory-settings.ts';

const hour = 3_600_000;
const feed = 'https://updates.example.com/';

/** An updater that a test answers for. */
function openEndedUpdater() {
  const checks: { feed: string; answer: (outcome: CheckOutcome) => void }[] = [];
  const downloads: { progress: (percent: number) => void; answer: (outcome: DownloadOutcome) => void }[] = [];
  const updater: Updater = {
    check: (address) =>
      new Promise((resolve) => {
        checks.push({ feed: address, answer: resolve });
      }),
    download: (progress) =>
      new Promise((resolve) => {
        downloads.push({ progress, answer: resolve });
      }),
    installAndRestart: () => undefined,
  };
  return { updater, checks, downloads };
}

/** Lets what was just answered run through. */
async function settle() {
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
}

function setUp(options: { setting?: string | null; policy?: Policy; without?: 'updater' } = {}) {
  const clock = createFakeClock();
  const { updater, checks, downloads } = openEndedUpdater();
  const told: UpdateStatus[] = [];
  const notes: string[] = [];
  const settings = memorySettings();
  settings.write('updates.feed', options.setting === undefined ? feed : options.setting);
  let online = true;
  let installs = 0;
  const policy = options.policy ?? { kind: 'read', feed: undefined };
  const host = {
    updater: options.without === 'updater' ? null : updater,
    policy,
    environment: undefined,
    install: () => undefined,
  };
  const updates = createUpdates(host, {
    settings,
    clock,
    random: () => 0.5,
    emit: (_name, status) => told.push(updateStatus.parse(status)),
    log: { write: (event, detail) => notes.push(`${event} ${String(detail?.['outcome'])}`) },
    mayLook: () => online,
  });
  const handlers = updateHandlers({
    updates,
    installUpdate: () => {
      installs += 1;
    },
  });
  updates.start();
  return {
    updates,
    handlers,
    clock,
    checks,
    downloads,
    told,
    notes,
    setting: () => settings.read('updates.feed', z.string().nullable()),
    installs: () => installs,
    workOffline: (on: boolean) => {
      online = !on;
    },
    state: () => updates.status().state,
    /** Answers the last check. */
    async found(outcome: CheckOutcome) {
      checks.at(-1)?.answer(outcome);
      await settle();
    },
  };
}

async function withUpdateFound() {
  const test = setUp();
  test.clock.advance(60_000);
  await test.found({ kind: 'newer', version: '1.1.0' });
  return test;
}

async function withUpdateReady() {
  const test = await withUpdateFound();
  test.updates.download();
  test.downloads[0]?.answer({ kind: 'fetched' });
  await settle();
  return test;
}

describe('looking for updates', () => {
  it('begins by itself within a minute after the start, not with it', () => {
    const { clock, checks, updates } = setUp();
    expect(updates.status().state).toEqual({ kind: 'not_checked' });
    clock.advance(9_000);
    expect(checks).toHaveLength(0);
    clock.advance(51_000);
    expect(checks.map((check) => check.feed)).toEqual([feed]);
  });

  it('goes on every six hours, drawn out or cut short by chance', async () => {
    const test = setUp();
    test.clock.advance(60_000);
    await test.found({ kind: 'newest' });
    expect(test.state()).toMatchObject({ kind: 'up_to_date' });
    test.clock.advance(5.9 * hour);
    expect(test.checks).toHaveLength(1);
    test.clock.advance(0.2 * hour);
    expect(test.checks).toHaveLength(2);
  });

  it('spreads by a tenth either way', async () => {
    for (const [chance, pause] of [
      [0, 5.4 * hour],
      [1, 6.6 * hour],
    ] as const) {
      const clock = createFakeClock();
      const { updater, checks } = openEndedUpdater();
      const settings = memorySettings();
      settings.write('updates.feed', feed);
      const host = {
        updater,
        policy: { kind: 'read', feed: undefined } as const,
        environment: undefined,
        install: () => undefined,
      };
      const updates = createUpdates(host, {
        settings,
        clock,
        random: () => chance,
        emit: () => undefined,
        log: { write: () => undefined },
        mayLook: () => true,
      });
      updates.start();
      clock.advance(60_000);
      checks[0]?.answer({ kind: 'newest' });
      await settle();
      expect(updates.status().nextCheckAt).toBe(clock.wall() + pause);
    }
  });

  it('is not put off by a sleep of the machine', async () => {
    const test = setUp();
    test.clock.advance(60_000);
    await test.found({ kind: 'newest' });
    test.clock.sleep(8 * hour);
    test.clock.advance(15 * 60_000);
    expect(test.checks).toHaveLength(2);
  });

  it('is tried again within the hour where the service was not reached, and says so', async () => {
    const test = setUp();
    test.clock.advance(60_000);
    await test.found({ kind: 'failed', failure: 'unreachable' });
    expect(test.state()).toMatchObject({ kind: 'check_failed', failure: 'unreachable' });
    test.clock.advance(1.1 * hour);
    expect(test.checks).toHaveLength(2);
    expect(test.notes).toEqual(['update_checked unreachable']);
  });

  it('waits while the person works offline', () => {
    const test = setUp();
    test.workOffline(true);
    test.clock.advance(2 * hour);
    expect(test.checks).toHaveLength(0);
    test.workOffline(false);
    test.clock.advance(1.1 * hour);
    expect(test.checks).toHaveLength(1);
  });

  it('asks once where it is asked for twice at the same time', async () => {
    const test = setUp();
    const both = Promise.all([test.updates.check(), test.updates.check()]);
    await test.found({ kind: 'newest' });
    await both;
    expect(test.checks).toHaveLength(1);
  });

  it('keeps an update that was found where a later look by itself goes wrong', async () => {
    const test = await withUpdateFound();
    test.clock.advance(7 * hour);
    expect(test.state()).toEqual({ kind: 'checking' });
    await test.found({ kind: 'failed', failure: 'unreachable' });
    expect(test.state()).toEqual({ kind: 'available', version: '1.1.0' });
  });

  it('tells what went wrong where the person looked', async () => {
    const test = await withUpdateFound();
    const looked = test.updates.check();
    await test.found({ kind: 'failed', failure: 'no_list' });
    expect((await looked).state).toMatchObject({ kind: 'check_failed', failure: 'no_list' });
  });

  it('never begins where no address is set, where updates are switched off, or where nothing can be replaced', () => {
    for (const test of [
      setUp({ setting: null }),
      setUp({ policy: { kind: 'read', feed: null } }),
      setUp({ without: 'updater' }),
    ]) {
      test.clock.advance(30 * hour);
      expect(test.checks).toHaveLength(0);
      expect(test.state().kind).toBe('off');
      expect(test.clock.planned()).toBe(0);
    }
  });

  it('ends with the app', async () => {
    const test = setUp();
    test.clock.advance(60_000);
    test.updates.stop();
    const before = test.told.length;
    await test.found({ kind: 'newer', version: '1.1.0' });
    test.clock.advance(30 * hour);
    expect(test.told).toHaveLength(before);
    expect(test.checks).toHaveLength(1);
    expect(test.clock.planned()).toBe(0);
  });
});

describe('fetching an update', () => {
  it('waits for the person, however long', async () => {
    const test = await withUpdateFound();
    for (let times = 0; times < 5; times += 1) {
      test.clock.advance(7 * hour);
      await test.found({ kind: 'newer', version: '1.1.0' });
    }
    expect(test.checks.length).toBeGreaterThan(3);
    expect(test.downloads).toHaveLength(0);
  });

  it('tells each whole percent once and then that it is ready', async () => {
    const test = await withUpdateFound();
    const before = test.told.length;
    expect(await test.handlers['updates.download'](null)).toMatchObject({
      ok: true,
      value: { state: { kind: 'downloading', percent: 0 } },
    });
    for (const percent of [0.2, 41.9, 41.95, 42, 100.4]) test.downloads[0]?.progress(percent);
    test.downloads[0]?.answer({ kind: 'fetched' });
    await settle();
    expect(
      test.told.slice(before).map(({ state }) => (state.kind === 'downloading' ? state.percent : state.kind)),
    ).toEqual([0, 41, 42, 100, 'ready']);
    expect(test.notes.at(-1)).toBe('update_fetched fetched');
  });

  it('can be tried again where it went wrong', async () => {
    const test = await withUpdateFound();
    test.updates.download();
    test.downloads[0]?.answer({ kind: 'failed', failure: 'damaged' });
    await settle();
    expect(test.state()).toMatchObject({ kind: 'download_failed', failure: 'damaged', version: '1.1.0' });
    expect(test.updates.download()).toBe(true);
    expect(test.downloads).toHaveLength(2);
  });

  it('is refused where nothing was found, and while it is under way', async () => {
    const test = setUp();
    expect(await test.handlers['updates.download'](null)).toMatchObject({
      ok: false,
      error: { code: 'too_late' },
    });
    const found = await withUpdateFound();
    expect(found.updates.download()).toBe(true);
    expect(found.updates.download()).toBe(false);
    expect(found.downloads).toHaveLength(1);
  });

  it('is not disturbed by another look', async () => {
    const test = await withUpdateFound();
    test.updates.download();
    await test.updates.check();
    test.clock.advance(7 * hour);
    expect(test.checks).toHaveLength(1);
    expect(test.state().kind).toBe('downloading');
  });
});

describe('installing an update', () => {
  it('is the host’s to do, and only once it is ready', async () => {
    const early = await withUpdateFound();
    expect(await early.handlers['updates.install'](null)).toMatchObject({ ok: false });
    expect(early.installs()).toBe(0);
    const ready = await withUpdateReady();
    expect(await ready.handlers['updates.install'](null)).toEqual({ ok: true, value: null });
    expect(ready.installs()).toBe(1);
  });
});

describe('the address of the updates', () => {
  it('is kept, and asked at once', () => {
    const test = setUp({ setting: null });
    expect(test.handlers['updates.setFeed']({ address: ' https://new.example.com/a ' })).toMatchObject({
      ok: true,
      value: { feed: { address: 'https://new.example.com/a/', from: 'settings' } },
    });
    expect(test.setting()).toBe('https://new.example.com/a');
    test.clock.advance(1);
    expect(test.checks.map((check) => check.feed)).toEqual(['https://new.example.com/a/']);
  });

  it('is taken away by an empty one', async () => {
    const test = setUp();
    await test.handlers['updates.setFeed']({ address: ' ' });
    expect(test.setting()).toBeNull();
    expect(test.state()).toEqual({ kind: 'off', reason: 'not_set' });
    test.clock.advance(30 * hour);
    expect(test.checks).toHaveLength(0);
  });

  it('is refused where it is not secure, and the old one stays', () => {
    const test = setUp();
    expect(test.handlers['updates.setFeed']({ address: 'http://new.example.com' })).toMatchObject({
      ok: false,
      error: { code: 'bad_input' },
    });
    expect(test.setting()).toBe(feed);
  });

  it('cannot be changed against the administrator, nor under an update that is being fetched or is ready', async () => {
    const byPolicy = setUp({ policy: { kind: 'read', feed } });
    const off = setUp({ policy: { kind: 'read', feed: null } });
    const fetching = await withUpdateFound();
    fetching.updates.download();
    const ready = await withUpdateReady();
    for (const test of [byPolicy, off, fetching, ready]) {
      expect(test.handlers['updates.setFeed']({ address: 'https://new.example.com' })).toMatchObject({
        ok: false,
        error: { code: 'not_allowed' },
      });
      expect(test.setting()).toBe(feed);
    }
  });

  it('that was changed while the old one was asked is asked next, and the old answer counts for nothing', async () => {
    const test = setUp();
    test.clock.advance(60_000);
    test.updates.setFeed('https://new.example.com/');
    await test.found({ kind: 'newer', version: '6.6.6' });
    expect(test.checks.map((check) => check.feed)).toEqual([feed, 'https://new.example.com/']);
    expect(test.told.some(({ state }) => state.kind === 'available')).toBe(false);
    await test.found({ kind: 'newest' });
    expect(test.state().kind).toBe('up_to_date');
  });
});
