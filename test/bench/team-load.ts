import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTeam, type TeamDatabase } from '#main/team/team-database.ts';
import { createRecordId, type TeamRecord } from '#shared/team/record.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { percentile, report } from './report.ts';
import { joinTeam } from './team-decision.ts';
import type { TeamServer } from './team-server.ts';

const seats = 50;
const seconds = 10;
const perSecond = 10;
const plain = { durability: 'FULL', met: null } as const;

/** 50 connections that push 10 records a second each, one at a time, and one workspace that pulls all of them. */
export async function measureLoad(server: TeamServer, folder: string): Promise<void> {
  const sentAt = new Map<string, number>();
  const lags: number[] = [];
  const workspace = await openBenchWorkspace(
    join(folder, 'pulling'),
    'http://127.0.0.1:9',
    (name, payload) => {
      if (name !== 'onboarding.changed' || payload === null || !('ids' in payload)) return;
      for (const subject of payload.ids) {
        const at = sentAt.get(subject);
        if (at !== undefined) lags.push(performance.now() - at);
        sentAt.delete(subject);
      }
    },
  );
  await joinTeam(workspace, server);
  const all = await Promise.all(Array.from({ length: seats }, () => openSeat(server)));
  await Promise.all(
    all.map(async ({ push }, number) => {
      // Not all at the same moment.
      await pause((number / seats) * (1000 / perSecond));
      const from = performance.now();
      for (let sent = 0; sent < seconds * perSecond; sent += 1) {
        const subject = `v-${number}-${sent}`;
        sentAt.set(subject, performance.now());
        await push([subject]);
        await pause(Math.max(0, from + ((sent + 1) * 1000) / perSecond - performance.now()));
      }
    }),
  );
  while (sentAt.size > 0) await pause(20);
  for (const [called, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const)
    report({
      ...plain,
      bench: `team.50_connections_10_a_second_until_one_seat_has_it_${called}`,
      value: percentile(lags, share),
      unit: 'ms',
      baseline: null,
    });
  await workspace.close();
  const own = await countPerSecond(
    all.map(
      ({ push }) =>
        () =>
          push([`v-${randomUUID()}`]),
    ),
  );
  // So many connections more would be too many for the server.
  await Promise.all(all.map(({ team }) => team.close()));
  const value = await countBare(server);
  report({
    ...plain,
    bench: 'team.records_a_server_takes_from_50_connections',
    value: own,
    unit: 'per_s',
    baseline: { name: 'bare pg inserts', value },
  });
}

async function openSeat({ address, password }: TeamServer) {
  const connected = await connectTeam(address, password);
  if (!connected.ok) throw new Error(connected.problem.kind);
  const { team }: { team: TeamDatabase } = connected;
  const seat = randomUUID();
  let seq = 0;
  return {
    team,
    push: async (subjects: readonly string[]): Promise<void> => {
      const records = subjects.map((subject): TeamRecord => {
        seq += 1;
        const now = Date.now();
        const note = { id: randomUUID(), kind: 'note', text: 'Called.', asked: [], followUp: null, at: now };
        return {
          id: createRecordId(now),
          seat,
          seq,
          clock: { wall: now, counter: seq },
          member: 'Dana',
          kind: 'note',
          version: 1,
          subject,
          body: note,
        };
      });
      const outcome = await team.push(records);
      if (outcome.kind !== 'taken') throw new Error(outcome.problem.kind);
    },
  };
}

/** How often all of them together are done in a second, each again as soon as it is done. */
async function countPerSecond(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  const from = performance.now();
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() - from < (seconds * 1000) / 2) {
        await work();
        done += 1;
      }
    }),
  );
  return (done / (performance.now() - from)) * 1000;
}

async function countBare(server: TeamServer): Promise<number> {
  await server.postgres.run(
    'CREATE TABLE bare_record (id uuid PRIMARY KEY, body json); GRANT INSERT ON bare_record TO gangway_members',
    'team',
  );
  const clients = await Promise.all(Array.from({ length: seats }, () => server.connect()));
  const body = JSON.stringify({ id: randomUUID(), kind: 'note', text: 'Called.', asked: [], followUp: null });
  const insert = 'INSERT INTO bare_record VALUES ($1, $2)';
  const found = await countPerSecond(
    clients.map((client) => () => client.query(insert, [randomUUID(), body])),
  );
  await Promise.all(clients.map((client) => client.end()));
  return found;
}
