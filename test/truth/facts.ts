import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import {
  entryKind,
  entryState,
  syncStatus,
  type EntryState,
  type SyncStatus,
} from '#shared/outbox/outbox.ts';
import { appliedByMark } from '#test/chaos/audit.ts';
import type { HostProcess } from './host-process.ts';

const factRow = z.object({
  id: z.string(),
  kind: entryKind,
  state: entryState,
  next_at: z.number().nullable(),
  not_before: z.number(),
  marked_by_person: z.number(),
  mark: z.string().nullable(),
});
export type EntryFact = z.infer<typeof factRow>;

/** What is true at one moment, read without the page. */
export interface Facts {
  /** Milliseconds since 1970. */
  at: number;
  entries: ReadonlyMap<string, EntryFact>;
  count(...states: EntryState[]): number;
  /** How many entries wait so that they can be undone. */
  delayed: number;
  /** How many rows of lists wait likewise, and are no entries yet. */
  delayedRows: number;
  /** How many the service accepted since an instant, by the app's own history. */
  acceptedSince(at: number): number;
  /** What the host itself says of the queue; null while there is none. */
  status: SyncStatus | null;
  /** How often the service has done what an entry asks for, by its own record. */
  applied: ReadonlyMap<string, number>;
}

export interface FactReader {
  read(host: HostProcess | null): Promise<Facts>;
  close(): void;
}

/** Opens the databases of the app and of the service beside them; nothing is written. */
export function openFacts(workspaceDb: string, serviceDb: string): FactReader {
  if (!existsSync(workspaceDb)) throw new Error('The workspace has no database.');
  const app = new SqliteDatabase(workspaceDb, { readonly: true });
  const service = new SqliteDatabase(serviceDb, { readonly: true });
  const entries = app.prepare(
    `SELECT e.id, e.kind, e.state, e.next_at, e.not_before, e.marked_by_person,
       COALESCE(i.email, v.license_number) AS mark
     FROM entry e LEFT JOIN invite i ON i.entry = e.seq LEFT JOIN verification v ON v.entry = e.seq`,
  );
  const accepted = app.prepare("SELECT COUNT(*) FROM history WHERE event = 'accepted' AND at >= ?").pluck();
  const delayedRows = app
    .prepare(
      `SELECT COUNT(*) FROM import_row JOIN import_batch b ON b.number = batch
       WHERE b.state = 'queued' AND b.not_before > ?`,
    )
    .pluck();
  return {
    async read(host) {
      const said = host === null ? null : await host.call('outbox.status', null);
      const rows = z.array(factRow).parse(entries.all());
      const at = Date.now();
      return {
        at,
        delayed: rows.filter((row) => row.state === 'queued' && row.not_before > at).length,
        delayedRows: z.number().parse(delayedRows.get(at)),
        entries: new Map(rows.map((row) => [row.id, row])),
        count: (...states) => rows.filter(({ state }) => states.includes(state)).length,
        acceptedSince: (since) => z.number().parse(accepted.get(since)),
        status: said === null ? null : syncStatus.parse(said),
        applied: appliedByMark(service),
      };
    },
    close() {
      app.close();
      service.close();
    },
  };
}
