import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { readRow } from './database.ts';
import { refused, type Outcome } from './errors.ts';

export function requestFingerprint(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/** The key of an Idempotency-Key header, quoted or bare; null for none. Refuses empty, non-ASCII or over 255 characters. */
export function readIdempotencyKey(header: string | undefined): Outcome<string | null> {
  if (header === undefined) return { ok: true, value: null };
  const text = header.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted === undefined ? text : quoted.replace(/\\(["\\])/g, '$1');
  if (!/^[ -~]{1,255}$/.test(key)) {
    return refused(400, 'invalid_idempotency_key', 'Idempotency-Key needs 1 to 255 printable characters.');
  }
  return { ok: true, value: key };
}

const answerRow = z.object({ fingerprint: z.string(), answer: z.string() });

/** The stored answer for a key, as JSON text; null for a new key; refused where the key came with another request. */
export function recallAnswer(
  db: Database.Database,
  key: string,
  fingerprint: string,
): Outcome<string | null> {
  const sql = 'SELECT fingerprint, answer FROM idempotency_keys WHERE key = ?';
  const row = readRow(db, answerRow, sql, key);
  if (row === null) return { ok: true, value: null };
  if (row.fingerprint === fingerprint) return { ok: true, value: row.answer };
  return refused(422, 'idempotency_key_reused', 'This Idempotency-Key was used for a different request.');
}

/** Binds a key to its request's answer, in the transaction that applies the request. */
export function rememberAnswer(
  db: Database.Database,
  key: string,
  fingerprint: string,
  answer: string,
  now: number,
): void {
  db.prepare('INSERT INTO idempotency_keys (key, fingerprint, answer, answered_at) VALUES (?, ?, ?, ?)').run(
    key,
    fingerprint,
    answer,
    now,
  );
}
