import { chmodSync } from 'node:fs';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { createKeptFileStore } from './kept-files.ts';
import { movedSetting, type MovedWorkspace } from './moved-file.ts';
import { createQueries } from './query.ts';
import { createSettingStore } from './settings.ts';

/** Copies a workspace's database for another computer while in use. Rejects on a full disk, and if `stopped`. */
export async function copyForMove(
  db: Database,
  file: string,
  facts: Omit<MovedWorkspace, 'unsent'>,
  stopped: AbortSignal,
): Promise<void> {
  await db.backup(file, {
    progress: () => {
      stopped.throwIfAborted();
      return 200;
    },
  });
  stopped.throwIfAborted();
  chmodSync(file, 0o600);
  strip(file, facts);
}

function strip(file: string, facts: Omit<MovedWorkspace, 'unsent'>): void {
  const copy = new SqliteDatabase(file);
  try {
    copy.pragma('journal_mode = DELETE');
    copy.pragma('secure_delete = ON');
    copy.transaction(() => {
      copy.prepare("DELETE FROM setting WHERE name LIKE 'token.%' OR name LIKE 'queue.%'").run();
      copy.prepare('DELETE FROM draft').run();
      createKeptFileStore(copy).forgetAll();
      const unsent = createQueries(copy).prepareNumber(
        `SELECT (SELECT COUNT(*) FROM entry WHERE state IN ('queued', 'waiting', 'sending'))
             + (SELECT COUNT(*) FROM import_row r JOIN import_batch b ON b.number = r.batch WHERE b.state = 'queued')`,
      );
      createSettingStore(copy).write(movedSetting, { ...facts, unsent: unsent.one() });
    })();
  } finally {
    copy.close();
  }
}
