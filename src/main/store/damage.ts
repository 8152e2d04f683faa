import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

/** What is stored contradicts itself in a way that only damage explains. */
export class DamagedData extends Error {}

/** Whether an error says that a part of the file is not what was written there. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedData) return true;
  return (
    error instanceof SqliteDatabase.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

/** Whether an error says that a row is not one that could have been written; a bug says the same. */
export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof z.ZodError ||
    error instanceof SyntaxError ||
    (error instanceof SqliteDatabase.SqliteError && /^SQLITE_(?:CONSTRAINT|MISMATCH)/.test(error.code))
  );
}
