import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { createYear, fillWithYear } from '#test/team/year-of-records.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { measureBusy, type Turn } from './longest-turn.ts';
import { unwrap } from './onboarding.ts';
import { percentile, report } from './report.ts';
import type { TeamServer } from './team-server.ts';

/** Fewer to try the bench itself. */
const records = Number(process.env['BENCH_RECORDS'] ?? 1_000_000);
const askEveryMs = 500;
const statusEveryMs = 100;
const parts = [0.25, 0.5] as const;
const plain = { durability: 'FULL', met: null } as const;

/** A workspace that joins a team with a million records, while somebody goes on working in it. */
export async function measureJoining(server: TeamServer, folder: string): Promise<void> {
  await fillWithYear(server.postgres, 'team', createYear(records, Date.now()));
  const bareMs = await readBare(server, join(folder, 'bare.db'));
  const workspace = await openBenchWorkspace(join(folder, 'late'), 'http://127.0.0.1:9');
  const problem = await workspace.team.join(server.address, server.password);
  if (problem !== null) throw new Error(problem.kind);
  const from = performance.now();
  const memory = new Map<number, NodeJS.MemoryUsage>();
  const asked: number[] = [];
  const longest: Turn = { wall: 0, busy: 0 };
  let taken = 0;
  let askAt = from + askEveryMs;
  let status = workspace.team.status();
  let statusAt = from;
  while (status.sharedAt === null) {
    // As often as screens ask for it at most: it counts what is not shared yet.
    if (performance.now() - statusAt > statusEveryMs) {
      status = workspace.team.status();
      statusAt = performance.now();
    }
    const { progress, problem: met } = status;
    if (met !== null) throw new Error(met.kind);
    if (progress !== null) {
      if (progress.taken < taken || progress.total !== records)
        throw new Error(`${progress.taken} of ${progress.total} after ${taken}.`);
      ({ taken } = progress);
      const reached = parts.find((part) => taken >= part * records && !memory.has(part));
      if (reached !== undefined) memory.set(reached, measureMemory());
    }
    if (performance.now() >= askAt) {
      await askFirstPage(workspace);
      asked.push(performance.now() - askAt);
      askAt = Math.max(askAt + askEveryMs, performance.now());
    }
    const [wall, busy] = [performance.now(), measureBusy()];
    await nextTurn();
    longest.wall = Math.max(longest.wall, performance.now() - wall);
    longest.busy = Math.max(longest.busy, measureBusy() - busy);
  }
  const took = performance.now() - from;
  memory.set(1, measureMemory());
  const kept = z.number().parse(workspace.db.prepare('SELECT COUNT(*) FROM team_record').pluck().get());
  if (kept !== records || workspace.team.status().keptOut > 0) throw new Error(`${kept} of ${records} came.`);
  const bare = { name: 'bare pg and better-sqlite3', value: bareMs };
  report({ ...plain, bench: 'team.join_million_records', value: took, unit: 'ms', baseline: bare });
  report({
    ...plain,
    bench: 'team.join_records_a_second',
    value: (records / took) * 1000,
    unit: 'per_s',
    baseline: { ...bare, value: (records / bareMs) * 1000 },
  });
  for (const [called, value] of [
    ['p50', percentile(asked, 0.5)],
    ['p95', percentile(asked, 0.95)],
  ] as const)
    report({ ...plain, bench: `team.join_page_meanwhile_${called}`, value, unit: 'ms', baseline: null });
  report({ ...plain, bench: 'team.join_longest_block', value: longest.wall, unit: 'ms', baseline: null });
  report({
    ...plain,
    bench: 'team.join_longest_block_busy',
    value: longest.busy,
    unit: 'ms',
    baseline: null,
  });
  for (const [part, { heapUsed, rss }] of memory) {
    const bench = `team.join_at_${part * 100}`;
    report({ ...plain, bench: `${bench}_heap`, value: heapUsed / 1000, unit: 'kB', baseline: null });
    report({ ...plain, bench: `${bench}_rss`, value: rss / 1000, unit: 'kB', baseline: null });
  }
  const judgedFrom = performance.now();
  while (workspace.onboarding.coming() > 0) await pause(20);
  report({
    ...plain,
    bench: 'team.join_until_all_are_judged',
    value: performance.now() - judgedFrom,
    unit: 'ms',
    baseline: null,
  });
  await workspace.close();
}

/** What is in use, without garbage. */
function measureMemory(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage();
}

function askFirstPage(workspace: Workspace): Promise<unknown> {
  const all = onboardingFilter.parse({});
  const ask = onboardingHandlers(workspace)['onboarding.page'];
  return unwrap(ask({ ...all, sort: 'urgency', after: null, limit: 50 }));
}

/** The same pages read by pg, and put into a table with the same keys, a commit for each. */
async function readBare(server: TeamServer, file: string): Promise<number> {
  const client = await server.connect();
  const db = new SqliteDatabase(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`CREATE TABLE record (id TEXT PRIMARY KEY, seat TEXT, seq INTEGER, wall INTEGER, counter INTEGER, member TEXT,
    kind TEXT, version INTEGER, subject TEXT, body TEXT, UNIQUE (seat, seq))`);
  const insert = db.prepare(
    'INSERT INTO record VALUES (@id, @seat, @seq, @wall, @counter, @member, @kind, @version, @subject, @body)',
  );
  const from = performance.now();
  const start = { xid: '0', id: '00000000-0000-0000-0000-000000000000' };
  const row = z.looseObject({ xid: z.string(), id: z.string() });
  for (let place: z.infer<typeof row> | undefined = start; place !== undefined;) {
    const { rows }: { rows: unknown[] } = await client.query(
      `SELECT xid::text, id, seat, seq, wall, counter, member, kind, version, subject, body::text FROM gangway_team_record
       WHERE (xid, id) > ($1::xid8, $2::uuid) ORDER BY gangway_team_record.xid, id LIMIT 500`,
      [place.xid, place.id],
    );
    db.transaction(() => {
      for (const one of rows) insert.run(one);
    })();
    place = rows.length === 0 ? undefined : row.parse(rows.at(-1));
  }
  const took = performance.now() - from;
  await client.end();
  db.close();
  return took;
}
