import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

/** Stored data contradicts itself in a way that only damage explains. */
export class DamagedData extends Error {}

export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedData) return true;
  return (
    error instanceof SqliteDatabase.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

/** Whether an error means that a stored row is invalid; a bug can cause the same error. */
export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof z.ZodError ||
    error instanceof SyntaxError ||
    (error instanceof SqliteDatabase.SqliteError && /^SQLITE_(?:CONSTRAINT|MISMATCH)/.test(error.code))
  );
}
