import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { PracticeStartError } from './errors.ts';

const schemas = [
  `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE vendors (
    number INTEGER PRIMARY KEY,
    email TEXT NOT NULL,
    profile TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX vendors_by_email ON vendors (email);
  CREATE TABLE invitations (
    id INTEGER PRIMARY KEY,
    vendor INTEGER NOT NULL REFERENCES vendors (number),
    email TEXT NOT NULL,
    request TEXT NOT NULL,
    invited_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX invitations_by_email ON invitations (email);
  CREATE TABLE mails (
    id INTEGER PRIMARY KEY,
    invitation INTEGER NOT NULL REFERENCES invitations (id),
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    written_at INTEGER NOT NULL,
    delivered_at INTEGER
  ) STRICT;
  CREATE INDEX mails_to_deliver ON mails (id) WHERE delivered_at IS NULL;
  CREATE TABLE verification_requests (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    parameters TEXT NOT NULL,
    queued_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE document_jobs (
    id TEXT PRIMARY KEY,
    job TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ready_at INTEGER
  ) STRICT;
  CREATE TABLE idempotency_keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    answered_at INTEGER NOT NULL
  ) STRICT;
`,
  `
  CREATE TABLE document_pictures (
    name TEXT PRIMARY KEY,
    content_type TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
`,
] as const;
const newestSchema = schemas.length;

/** Opens or creates the database in `dataDir`. Throws {@link PracticeStartError} if that is unusable or newer. */
export function openDatabase(dataDir: string): Database.Database {
  try {
    mkdirSync(join(dataDir, 'mail'), { recursive: true, mode: 0o700 });
    const file = join(dataDir, 'practice.db');
    keepForOwner(file);
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    migrate(db, dataDir);
    return db;
  } catch (cause) {
    if (cause instanceof PracticeStartError) throw cause;
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    throw new PracticeStartError(`The data folder ${dataDir} cannot be used${reason}.`, { cause });
  }
}

/** For its owner alone from its first byte; SQLite gives its other files the same mode. */
function keepForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) chmodSync(`${file}${suffix}`, 0o600);
  }
}

function migrate(db: Database.Database, dataDir: string): void {
  const version = z.number().parse(db.pragma('user_version', { simple: true }));
  if (version > newestSchema) {
    db.close();
    throw new PracticeStartError(
      `The data folder ${dataDir} was written by a newer version of the practice service.`,
    );
  }
  if (version === newestSchema) return;
  db.transaction(() => {
    for (const schema of schemas.slice(version)) db.exec(schema);
    db.pragma(`user_version = ${newestSchema}`);
  }).immediate();
}

export function readRow<T>(
  db: Database.Database,
  row: z.ZodType<T>,
  sql: string,
  ...values: readonly unknown[]
): T | null {
  const found: unknown = db.prepare(sql).get(...values);
  return found === undefined ? null : row.parse(found);
}

const factRow = z.object({ value: z.string() });

export const readFact = (db: Database.Database, name: string): string | null =>
  readRow(db, factRow, 'SELECT value FROM facts WHERE name = ?', name)?.value ?? null;

export function keepFact(db: Database.Database, name: string, value: string): void {
  db.prepare(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value);
}

/** The practice token: random at first, then always the same. It opens only practice data. */
export function practiceToken(db: Database.Database): string {
  const kept = readFact(db, 'token');
  if (kept !== null) return kept;
  const token = `practice-${randomBytes(24).toString('base64url')}`;
  keepFact(db, 'token', token);
  return token;
}
