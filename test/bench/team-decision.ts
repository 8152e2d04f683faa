import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Workspace } from '#main/workspace/workspace.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { percentile, report } from './report.ts';
import type { TeamServer } from './team-server.ts';

const runs = 200;
const bar = 1000;

/** Times a decision until a colleague's workspace shows it, beside a bare row that is waited for. */
export async function measureDecision(server: TeamServer, folder: string): Promise<void> {
  const bare = await measureBare(server);
  let onDocuments: (ids: readonly string[]) => void = () => undefined;
  const nowhere = 'http://127.0.0.1:9';
  const dana = await openBenchWorkspace(join(folder, 'dana'), nowhere);
  const sam = await openBenchWorkspace(join(folder, 'sam'), nowhere, (name, payload) => {
    if (name === 'documents.changed' && payload !== null && 'ids' in payload) onDocuments(payload.ids);
  });
  for (const workspace of [dana, sam]) await joinTeam(workspace, server);
  const untilTold = (jobId: string, isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      onDocuments = (ids) => {
        if (ids.includes(jobId) && isThere()) resolve();
      };
    });
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const jobId = randomUUID();
    const isAdded = untilTold(jobId, () => sam.documents.get(jobId) !== null);
    dana.transaction(() => dana.documents.add(jobId, null, Date.now()));
    dana.emit('documents.changed', { ids: [jobId] });
    await isAdded;
    const isDecided = untilTold(jobId, () => sam.documents.get(jobId)?.decision?.choice === 'accept');
    const from = performance.now();
    dana.transaction(() => {
      dana.decisions.add('document', jobId, 'accept', '', Date.now());
    });
    dana.emit('documents.changed', { ids: [jobId] });
    await isDecided;
    times.push(performance.now() - from);
  }
  for (const [called, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const value = percentile(times, share);
    const baseline = { name: 'bare pg: insert, notify, select', value: percentile(bare, share) };
    report({
      bench: `team.decision_at_a_colleagues_${called}`,
      value,
      unit: 'ms',
      durability: 'FULL',
      baseline,
      ...(called === 'p95' ? { bar, met: value <= bar } : { met: null }),
    });
  }
  await Promise.all([dana.close(), sam.close()]);
}

/** Joins and waits until everything is shared. */
export async function joinTeam(workspace: Workspace, server: TeamServer): Promise<void> {
  const problem = await workspace.team.join(server.address, server.password);
  if (problem !== null) throw new Error(problem.kind);
  while (workspace.team.status().sharedAt === null) await new Promise((resolve) => setImmediate(resolve));
}

async function measureBare(server: TeamServer): Promise<number[]> {
  await server.postgres.run(
    'CREATE TABLE bare (id uuid PRIMARY KEY, body text); GRANT SELECT, INSERT ON bare TO gangway_members',
    'team',
  );
  const [writer, reader] = [await server.connect(), await server.connect()];
  await reader.query('LISTEN bare');
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const id = randomUUID();
    const isNotified = new Promise<void>((resolve) => {
      reader.once('notification', () => resolve());
    });
    const from = performance.now();
    await writer.query(
      "WITH added AS (INSERT INTO bare VALUES ($1, 'accept') RETURNING id) SELECT pg_notify('bare', id::text) FROM added",
      [id],
    );
    await isNotified;
    const { rowCount } = await reader.query('SELECT * FROM bare WHERE id = $1', [id]);
    if (rowCount !== 1) throw new Error('The row is not there.');
    times.push(performance.now() - from);
  }
  await Promise.all([writer.end(), reader.end()]);
  return times;
}
