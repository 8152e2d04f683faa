import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { createQueries } from './query.ts';

const keptFile = z.object({ contentType: z.string(), bytes: z.number(), keptAt: z.number() });
export type KeptFile = z.infer<typeof keptFile>;

const localCopy = keptFile.extend({ name: z.string() });
/** A file of this computer that a person put in the place of the service's picture. */
export type LocalCopy = z.infer<typeof localCopy>;

const usage = z.object({ files: z.number(), bytes: z.number() });

/** Which pictures are kept, and when they were last viewed. The files are beside the database. */
export function createKeptFileStore(db: Database) {
  const { prepareQuery, prepareText } = createQueries(db);
  const columns = 'file_type AS contentType, file_bytes AS bytes, file_kept_at AS keptAt';
  const selectFetched = prepareQuery(
    `SELECT ${columns} FROM document WHERE job_id = ? AND file_kept_at IS NOT NULL`,
    keptFile,
  );
  const selectLocal = prepareQuery(
    'SELECT name, content_type AS contentType, bytes, kept_at AS keptAt FROM local_copy WHERE job_id = ?',
    localCopy,
  );
  const noteFetched = db.prepare(
    `UPDATE document SET file_type = @contentType, file_bytes = @bytes, file_kept_at = @keptAt, file_used_at = @keptAt
     WHERE job_id = @jobId`,
  );
  const noteLocal = db.prepare(
    `INSERT INTO local_copy (job_id, name, content_type, bytes, kept_at) VALUES (@jobId, @name, @contentType, @bytes, @keptAt)
     ON CONFLICT (job_id) DO UPDATE SET name = @name, content_type = @contentType, bytes = @bytes, kept_at = @keptAt`,
  );
  const noteUsed = db.prepare('UPDATE document SET file_used_at = ? WHERE job_id = ?');
  const nothingFetched = 'file_type = NULL, file_bytes = NULL, file_kept_at = NULL, file_used_at = NULL';
  const forgetFetched = db.prepare(`UPDATE document SET ${nothingFetched} WHERE job_id = ?`);
  const forgetLocal = db.prepare('DELETE FROM local_copy WHERE job_id = ?');
  const sumFetched = prepareQuery(
    'SELECT COUNT(*) AS files, COALESCE(SUM(file_bytes), 0) AS bytes FROM document WHERE file_kept_at IS NOT NULL',
    usage,
  );
  const sumLocal = prepareQuery(
    'SELECT COUNT(*) AS files, COALESCE(SUM(bytes), 0) AS bytes FROM local_copy',
    usage,
  );
  const leastRecentlyUsed = prepareQuery(
    `SELECT job_id AS jobId, ${columns} FROM document WHERE file_kept_at IS NOT NULL ORDER BY file_used_at, job_id LIMIT ? + 0`,
    keptFile.extend({ jobId: z.string() }),
  );
  const allFetched = prepareText('SELECT job_id FROM document WHERE file_kept_at IS NOT NULL');
  const allLocal = prepareText('SELECT job_id FROM local_copy');
  return {
    fetched: (jobId: string): KeptFile | null => selectFetched.get(jobId),
    local: (jobId: string): LocalCopy | null => selectLocal.get(jobId),
    noteFetched: (jobId: string, file: KeptFile): void => void noteFetched.run({ jobId, ...file }),
    noteLocal: (jobId: string, copy: LocalCopy): void => void noteLocal.run({ jobId, ...copy }),
    noteUsed: (jobId: string, at: number): void => void noteUsed.run(at, jobId),
    forgetFetched: (jobId: string): void => void forgetFetched.run(jobId),
    forgetLocal: (jobId: string): void => void forgetLocal.run(jobId),
    /** Forgets every picture, also local copies: for a database whose files are on another computer. */
    forgetAll(): void {
      db.prepare(`UPDATE document SET ${nothingFetched}`).run();
      db.prepare('DELETE FROM local_copy').run();
    },
    fetchedUsage: (): z.infer<typeof usage> => sumFetched.one(),
    localUsage: (): z.infer<typeof usage> => sumLocal.one(),
    leastRecentlyUsed: (limit: number): (KeptFile & { jobId: string })[] => leastRecentlyUsed.all(limit),
    allFetched: (): string[] => allFetched.all(),
    allLocal: (): string[] => allLocal.all(),
  };
}
