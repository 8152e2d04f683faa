import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { workspaceSummary, type WorkspaceSummary } from '#shared/ipc/app.ts';
import { checksum, fitsChecksum } from '../store/checksum.ts';
import { createQueries, selectColumns, yesNo } from '../store/query.ts';

export const practiceName = 'Practice';

const stored = workspaceSummary.extend({ practice: yesNo });
const select = `SELECT ${selectColumns('workspace', stored)} FROM workspace`;

const summedRow = z.object({
  id: z.string(),
  base_url: z.string(),
  practice: z.number(),
  address_sum: z.unknown(),
});

/** Whether the checksums of all addresses match; tokens go to these addresses. A list with an altered schema is rebuilt first. */
export function addressesAreSound(db: Database): boolean {
  if (
    db.prepare("SELECT 1 FROM pragma_table_info('workspace') WHERE name = 'address_sum'").get() === undefined
  )
    return true;
  return db
    .prepare('SELECT id, base_url, practice, address_sum FROM workspace')
    .all()
    .every((raw) => {
      const { success, data } = summedRow.safeParse(raw);
      return success && fitsChecksum(data.address_sum, data.id, data.base_url, String(data.practice));
    });
}

export const practiceId = 'practice';

export type WorkspaceRegistry = ReturnType<typeof createWorkspaceRegistry>;

export function createWorkspaceRegistry(db: Database, wall: () => number) {
  const { prepareQuery } = createQueries(db);
  const get = prepareQuery(`${select} WHERE id = ?`, stored);
  const list = prepareQuery(`${select} ORDER BY practice, name`, stored);
  const lastOpened = prepareQuery(
    `${select} WHERE last_opened_at IS NOT NULL ORDER BY last_opened_at DESC LIMIT 1`,
    stored,
  );
  return {
    list: (): WorkspaceSummary[] => list.all(),
    get: (id: string): WorkspaceSummary | null => get.get(id),
    add({ name, baseUrl }: { name: string; baseUrl: string }): WorkspaceSummary {
      const id = randomUUID();
      db.prepare(
        'INSERT INTO workspace (id, name, base_url, practice, created_at, address_sum) VALUES (?, ?, ?, 0, ?, ?)',
      ).run(id, name, baseUrl, wall(), checksum(id, baseUrl, '0'));
      return get.one(id);
    },
    putPractice(baseUrl: string): WorkspaceSummary {
      db.prepare(
        `INSERT INTO workspace (id, name, base_url, practice, created_at, address_sum) VALUES (?, ?, ?, 1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET base_url = excluded.base_url, address_sum = excluded.address_sum`,
      ).run(practiceId, practiceName, baseUrl, wall(), checksum(practiceId, baseUrl, '1'));
      return get.one(practiceId);
    },
    rename(id: string, name: string): void {
      db.prepare('UPDATE workspace SET name = ? WHERE id = ?').run(name, id);
    },
    moveService(id: string, baseUrl: string): void {
      const update = db.prepare('UPDATE workspace SET base_url = ?, address_sum = ? WHERE id = ?');
      update.run(baseUrl, checksum(id, baseUrl, '0'), id);
    },
    /** Removes a workspace that was never opened. */
    remove(id: string): void {
      db.prepare('DELETE FROM workspace WHERE id = ? AND last_opened_at IS NULL').run(id);
    },
    opened(id: string): void {
      db.prepare('UPDATE workspace SET last_opened_at = ? WHERE id = ?').run(wall(), id);
    },
    lastOpened: (): WorkspaceSummary | null => lastOpened.get(),
  };
}
