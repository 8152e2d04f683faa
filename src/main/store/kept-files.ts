import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** A document's picture on this computer. */
export interface KeptFile {
  contentType: string;
  bytes: number;
  keptAt: number;
}

/** A file of this computer that a person put in the place of the service's picture. */
export interface LocalCopy extends KeptFile {
  name: string;
}

const fetched = z.object({ contentType: z.string(), bytes: z.number(), keptAt: z.number() });
const local = fetched.extend({ name: z.string() });
const usage = z.object({ files: z.number(), bytes: z.number() });
const job = z.object({ jobId: z.string() });

export type KeptFileStore = ReturnType<typeof createKeptFileStore>;

/** Which pictures are kept, and when they were last viewed. The files are beside the database. */
export function createKeptFileStore(db: Database) {
  const columns = 'file_type AS contentType, file_bytes AS bytes, file_kept_at AS keptAt';
  const selectFetched = db.prepare(
    `SELECT ${columns} FROM document WHERE job_id = ? AND file_kept_at IS NOT NULL`,
  );
  const selectLocal = db.prepare(
    'SELECT name, content_type AS contentType, bytes, kept_at AS keptAt FROM local_copy WHERE job_id = ?',
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
  const forgetAllFetched = db.prepare(`UPDATE document SET ${nothingFetched}`);
  const forgetAllLocal = db.prepare('DELETE FROM local_copy');
  const sumFetched = db.prepare(
    'SELECT COUNT(*) AS files, COALESCE(SUM(file_bytes), 0) AS bytes FROM document WHERE file_kept_at IS NOT NULL',
  );
  const sumLocal = db.prepare('SELECT COUNT(*) AS files, COALESCE(SUM(bytes), 0) AS bytes FROM local_copy');
  const leastRecentlyUsed = db.prepare(
    `SELECT job_id AS jobId, ${columns} FROM document WHERE file_kept_at IS NOT NULL ORDER BY file_used_at, job_id LIMIT ?`,
  );
  const allFetched = db.prepare('SELECT job_id AS jobId FROM document WHERE file_kept_at IS NOT NULL');
  const allLocal = db.prepare('SELECT job_id AS jobId FROM local_copy');
  return {
    fetched: (jobId: string): KeptFile | null => fetched.optional().parse(selectFetched.get(jobId)) ?? null,
    local: (jobId: string): LocalCopy | null => local.optional().parse(selectLocal.get(jobId)) ?? null,
    noteFetched(jobId: string, file: KeptFile): void {
      noteFetched.run({ jobId, ...file });
    },
    noteLocal(jobId: string, copy: LocalCopy): void {
      noteLocal.run({ jobId, ...copy });
    },
    noteUsed(jobId: string, at: number): void {
      noteUsed.run(at, jobId);
    },
    forgetFetched(jobId: string): void {
      forgetFetched.run(jobId);
    },
    forgetLocal(jobId: string): void {
      forgetLocal.run(jobId);
    },
    /** Forgets every picture, also local copies: for a database whose files lie on another computer. */
    forgetAll(): void {
      forgetAllFetched.run();
      forgetAllLocal.run();
    },
    fetchedUsage: (): z.infer<typeof usage> => usage.parse(sumFetched.get()),
    localUsage: (): z.infer<typeof usage> => usage.parse(sumLocal.get()),
    /** Documents with a fetched picture, least recently viewed first. */
    leastRecentlyUsed: (limit: number): (KeptFile & { jobId: string })[] =>
      z.array(fetched.extend({ jobId: z.string() })).parse(leastRecentlyUsed.all(limit)),
    allFetched: (): string[] =>
      z
        .array(job)
        .parse(allFetched.all())
        .map((row) => row.jobId),
    allLocal: (): string[] =>
      z
        .array(job)
        .parse(allLocal.all())
        .map((row) => row.jobId),
  };
}
