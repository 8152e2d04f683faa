import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentResult } from '#shared/service/document-result.ts';
import { readRow } from './database.ts';
import { sampleDocumentJob, type SampleDocumentJob } from './sample-data.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { refusalResponse } from './errors.ts';

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

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
]);

const pictureRow = z.object({ content_type: z.string(), bytes: z.instanceof(Buffer) });

interface DocumentFile {
  contentType: string;
  bytes: Buffer;
}

export function keepPicture(db: Database.Database, name: string, { contentType, bytes }: DocumentFile): void {
  db.prepare('INSERT INTO document_pictures (name, content_type, bytes) VALUES (?, ?, ?)').run(
    name,
    contentType,
    bytes,
  );
}

function findPicture(db: Database.Database, name: string): DocumentFile | null {
  const sql = 'SELECT content_type, bytes FROM document_pictures WHERE name = ?';
  const row = readRow(db, pictureRow, sql, name);
  return row === null ? null : { contentType: row.content_type, bytes: row.bytes };
}

async function findSample(samplesDir: string, name: string): Promise<DocumentFile | null> {
  const contentType = contentTypes.get(/^[a-z0-9-]+\.([a-z]+)$/.exec(name)?.[1] ?? '');
  if (contentType === undefined) return null;
  try {
    return { contentType, bytes: await readFile(join(samplesDir, name)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Serves the files of documents under /files/: given pictures, and the bundled ones of `samplesDir`. */
export const documentFileRoutes = (db: Database.Database, samplesDir: string): Hono =>
  new Hono().get('/files/:name', async (c) => {
    const name = c.req.param('name');
    const file = findPicture(db, name) ?? (await findSample(samplesDir, name));
    if (file === null) {
      return refusalResponse(c, { status: 404, code: 'not_found', message: 'there is no such file' });
    }
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.contentType,
      'Content-Length': String(file.bytes.length),
      'X-Content-Type-Options': 'nosniff',
    });
  });
