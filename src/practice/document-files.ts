import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { Hono } from 'hono';
import { z } from 'zod';
import { readRow } from './database.ts';
import { refusalResponse } from './errors.ts';

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
export function documentFileRoutes(db: Database.Database, samplesDir: string): Hono {
  return new Hono().get('/files/:name', async (c) => {
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
}
