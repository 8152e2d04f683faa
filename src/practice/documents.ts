import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentResult } from '#shared/service/document-result.ts';
import { readRow } from './database.ts';
import { sampleDocumentJob, type SampleDocumentJob } from './sample-data.ts';

const hour = 3_600_000;

export function insertDocumentJob(db: Database.Database, job: SampleDocumentJob, now: number): void {
  const createdAt = now - job.createdHoursAgo * hour;
  const readyAt = job.startsUnready ? null : createdAt + job.secondsToProcess * 1_000;
  db.prepare(
    'INSERT INTO document_jobs (id, job, created_at, updated_at, ready_at) VALUES (?, ?, ?, ?, ?)',
  ).run(job.result.id, JSON.stringify(job), createdAt, readyAt ?? createdAt, readyAt);
}

const jobRow = z.object({
  id: z.string(),
  job: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  ready_at: z.number().nullable(),
});

/** A document job at `now` (ms since 1970); null if unknown. An unready one is ready `delayMs` after its first request. */
export function documentResultAt(
  db: Database.Database,
  id: string,
  { baseUrl, delayMs, now }: { baseUrl: string; delayMs: number; now: number },
): DocumentResult | null {
  const row = readRow(db, jobRow, 'SELECT * FROM document_jobs WHERE id = ?', id.toLowerCase());
  if (row === null) return null;
  const { file, result } = sampleDocumentJob.parse(JSON.parse(row.job));
  const readyAt = row.ready_at ?? beginProcessing(db, row.id, now, now + delayMs);
  const times = { createdAt: new Date(row.created_at).toISOString() };
  const fileUrl = `${baseUrl}/files/${file}`;
  if (now >= readyAt) return { ...result, fileUrl, ...times, updatedAt: new Date(readyAt).toISOString() };
  return {
    ...result,
    fileUrl,
    processingStep: 'text_extraction',
    status: 'processing',
    confidence: null,
    errors: null,
    qualityDetails: null,
    data: null,
    ...times,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function beginProcessing(db: Database.Database, id: string, now: number, readyAt: number): number {
  db.prepare('UPDATE document_jobs SET ready_at = ?, updated_at = ? WHERE id = ?').run(readyAt, now, id);
  return readyAt;
}
