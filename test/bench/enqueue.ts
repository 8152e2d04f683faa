import { join } from 'node:path';
import { inviteHandlers } from '#main/features/invites.ts';
import { bareInsertOfTheSameRows, openBare, type Invitation } from './bare-enqueue.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { percentile, report, timed } from './report.ts';

const runs = 12_000;

function getInvitation(run: number): Invitation {
  return {
    inviteMessage: 'Please join our vendor list so we can book the roof work.',
    vendor: {
      email: `v${run}@bench.example.com`,
      firstName: 'Vera',
      lastName: 'Bench',
      companyName: `Bench ${run}`,
    },
  };
}

/** One row in one table that is found by its id. */
function bareInsert(file: string) {
  const db = openBare(
    file,
    'CREATE TABLE entry (id TEXT PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
  );
  const insert = db.prepare('INSERT INTO entry VALUES (?, ?, ?)');
  return {
    insert(invitation: Invitation) {
      insert.run(crypto.randomUUID(), JSON.stringify(invitation), Date.now());
    },
    close: () => db.close(),
  };
}

/**
 * Enqueueing one invite, as the form does it, against inserting a row of the same size, and against inserting by hand the
 * rows that have to be there (docs/decisions/benchmarks.md).
 */
export function enqueue(): Promise<void> {
  return withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(join(folder, 'ours'), 'http://127.0.0.1:9');
    workspace.dispatcher.setWorkOffline(true);
    const { 'invites.enqueue': invite } = inviteHandlers(workspace);
    const one = bareInsert(join(folder, 'one.db'));
    const same = bareInsertOfTheSameRows(join(folder, 'same.db'));

    // Taken in turns, so that what else the machine does falls on all.
    const times = { ours: new Array<number>(), one: new Array<number>(), same: new Array<number>() };
    for (let round = 0; round < runs; round += 100) {
      times.ours.push(
        ...timed(100, (run) => void invite({ invitation: getInvitation(round + run), replaces: null })),
      );
      times.one.push(
        ...timed(100, (run) => {
          one.insert(getInvitation(round + run));
        }),
      );
      times.same.push(
        ...timed(100, (run) => {
          same.insert(getInvitation(round + run));
        }),
      );
    }
    one.close();
    same.close();
    await workspace.close();

    for (const [share, name] of [
      [0.5, 'p50'],
      [0.99, 'p99'],
    ] as const) {
      const value = percentile(times.ours, share);
      const ofOne = percentile(times.one, share);
      const ofSame = percentile(times.same, share);
      report({
        bench: `enqueue_${name}`,
        value,
        unit: 'ms',
        baseline: { name: 'bare insert of one row', value: ofOne },
        durability: 'FULL',
        met: share === 0.99 ? value < 5 : null,
      });
      report({
        bench: `enqueue_${name}_same_rows`,
        value,
        unit: 'ms',
        baseline: { name: 'bare insert of the same rows', value: ofSame },
        durability: 'FULL',
        met: share === 0.99 ? value <= 1.5 * ofSame : null,
      });
    }
  });
}
