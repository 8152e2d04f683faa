import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { better, defineQueue, defineWorker } from 'plainjob';
import { systemClock } from '#main/clock.ts';
import { createDispatcher } from '#main/outbox/dispatcher.ts';
import { createEntryCounts } from '#main/store/entry-counts.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { createEntryStore } from '#main/outbox/entry-store.ts';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { openDatabase } from '#main/store/database.ts';
import { readMigrations } from '#main/store/migrations.ts';
import { createProgressMark } from '#main/store/progress-mark.ts';
import { createSettingStore } from '#main/store/settings.ts';
import { answerReader } from '#test/answer-reader.ts';
import { withFolder } from './bench-folder.ts';
import { handWrittenPerSecond } from './hand-written-queue.ts';
import { litequePerSecond } from './liteque-queue.ts';
import { report } from './report.ts';

/** So many that what V8 compiles in the first half second is a small part. */
const entries = 32_000;
const answered: Exchange = {
  kind: 'answered',
  status: 200,
  contentType: 'application/json',
  retryAfter: null,
  date: null,
  location: null,
  wwwAuthenticate: null,
  bytes: null,
  body: '{"id":1}',
  cut: null,
};
const quiet = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
};

/** So few because it is given the best that it can do. */
const litequeJobs = 1000;

/**
 * Entries a second with a transport that answers at once, all on the same disk with FULL: against what could be written by hand
 * for this alone, and against two job queues that somebody might take instead.
 */
export function dispatchInstant(): Promise<void> {
  return withFolder(async (folder) => {
    const value = await gangway(join(folder, 'gangway.db'));
    const byHand = await handWrittenPerSecond(join(folder, 'by-hand.db'), entries);
    report({
      bench: 'dispatch_instant',
      value,
      unit: 'per_s',
      baseline: { name: 'written by hand', value: byHand },
      durability: 'FULL',
      met: value >= 0.55 * byHand,
    });
    for (const baseline of [
      { name: 'plainjob', value: await plainjob(join(folder, 'plainjob.db')) },
      { name: 'liteque', value: await litequePerSecond(join(folder, 'liteque.db'), litequeJobs) },
    ]) {
      const met = value >= 2 * baseline.value;
      report({ bench: 'dispatch_instant', value, unit: 'per_s', baseline, durability: 'FULL', met });
    }
  });
}

async function gangway(file: string): Promise<number> {
  const folder = join(import.meta.dirname, '../../src/main/store/migrations/workspace');
  const opened = openDatabase(file, readMigrations(folder), systemClock);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { db } = opened;
  let settled = 0;
  const mark = createProgressMark(db, `${file}.progress`, (error) => {
    throw error;
  });
  mark.take();
  const store = createEntryStore(
    db,
    createEntryCounts(db),
    entryKinds,
    'bench',
    () => void (settled += 1),
    Math.random,
  );
  db.transaction(() => {
    for (let number = 0; number < entries; number += 1) {
      const entry = {
        id: crypto.randomUUID(),
        kind: 'invite' as const,
        body: '{"vendor":{}}',
        title: 'T',
        subtitle: 'S',
      };
      store.enqueue({ ...entry, replaces: null }, Date.now(), () => undefined);
    }
  }).immediate();
  const from = performance.now();
  await new Promise<void>((resolve) => {
    const dispatcher = createDispatcher({
      kinds: entryKinds,
      store,
      flags: createQueueFlags(createSettingStore(db)),
      clock: systemClock,
      random: Math.random,
      tokenUnavailableReason: () => null,
      send: () => Promise.resolve(answered),
      judge: (...of) => answerReader.outcome(...of),
      probe: () => Promise.resolve(answered),
      quickProbe: () => Promise.resolve(answered),
      heartbeat: () => Promise.resolve({ kind: 'unknown_id' as const }),
      token: () => ({ value: 'bench', generation: 1 }),
      settings: () => ({ ...defaultWorkspaceSettings, concurrency: 16, sendDelayS: 0 }),
      onDamaged: (error) => {
        throw error;
      },
      onCommitted: () => {
        mark.note();
      },
      onBack: () => undefined,
      onEntries: () => {
        if (settled === entries) void dispatcher.stop(1000, () => Promise.resolve()).then(resolve);
      },
      onStatus: () => undefined,
      onTokenAccepted: () => undefined,
    });
    dispatcher.start();
  });
  const perSecond = entries / ((performance.now() - from) / 1000);
  mark.close();
  db.close();
  return perSecond;
}

async function plainjob(file: string): Promise<number> {
  const db = new SqliteDatabase(file);
  const connection = better(db);
  const queue = defineQueue({ connection, logger: quiet });
  db.pragma('synchronous = FULL');
  queue.addMany(
    'job',
    Array.from({ length: entries }, (_unused, number) => ({ number })),
  );
  let done = 0;
  const from = performance.now();
  await new Promise<void>((resolve) => {
    const worker = defineWorker(
      'job',
      () => {
        done += 1;
        if (done === entries)
          void Promise.resolve()
            .then(() => worker.stop())
            .then(resolve);
        return Promise.resolve();
      },
      { queue, logger: quiet },
    );
    void worker.start();
  });
  const perSecond = entries / ((performance.now() - from) / 1000);
  db.close();
  return perSecond;
}
