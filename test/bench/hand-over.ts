import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { inviteHandlers } from '#main/features/invites.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { percentile, report, timed } from './report.ts';

const runs = 3000;

/** Handing over one invite, as the form does it, against inserting one row of the same size. */
export function handOver(): Promise<void> {
  return withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(join(folder, 'ours'), 'http://127.0.0.1:9');
    workspace.dispatcher.setWorkOffline(true);
    const { 'invites.handOver': invite } = inviteHandlers(workspace);
    const invitation = (run: number) => ({
      inviteMessage: 'Please join our vendor list so we can book the roof work.',
      vendor: {
        email: `v${run}@bench.example.com`,
        firstName: 'Vera',
        lastName: 'Bench',
        companyName: `Bench ${run}`,
      },
    });

    const bare = new SqliteDatabase(join(folder, 'bare.db'));
    bare.pragma('journal_mode = WAL');
    bare.pragma('synchronous = FULL');
    bare.exec('CREATE TABLE entry (id TEXT PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT');
    const insert = bare.prepare('INSERT INTO entry VALUES (?, ?, ?)');

    // Taken in turns, so that what else the machine does falls on both.
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < runs; round += 100) {
      ours.push(...timed(100, (run) => void invite({ invitation: invitation(round + run), replaces: null })));
      theirs.push(
        ...timed(100, (run) => {
          insert.run(crypto.randomUUID(), JSON.stringify(invitation(round + run)), Date.now());
        }),
      );
    }
    bare.close();
    await workspace.close();

    for (const [share, name] of [
      [0.5, 'p50'],
      [0.99, 'p99'],
    ] as const) {
      const value = percentile(ours, share);
      const baseline = { name: 'bare insert', value: percentile(theirs, share) };
      const met = share === 0.99 ? value < 5 && value <= 1.5 * baseline.value : null;
      report({ bench: `hand_over_${name}`, value, unit: 'ms', baseline, durability: 'FULL', met });
    }
  });
}
