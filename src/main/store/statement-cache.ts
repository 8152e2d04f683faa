import type { Database, Statement } from 'better-sqlite3';

/** Prepares each statement once. For SQL that is composed of a few parts. */
export function cacheStatements(db: Database): (sql: string) => Statement {
  const kept = new Map<string, Statement>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const made = db.prepare(sql);
    kept.set(sql, made);
    return made;
  };
}

const most = 8;

/**
 * Caches what was read until anything is written to the database, since the pages of a list need the same counts and hits.
 * `what` is the key. Only this connection writes to a workspace (docs/decisions/opening-a-workspace.md).
 */
export function cacheWhileUnchanged<T>(db: Database): (what: string, read: () => T) => T {
  const countChanges = db.prepare('SELECT total_changes()').pluck();
  const kept = new Map<string, { at: unknown; value: T }>();
  return (what, read) => {
    const at = countChanges.get();
    const known = kept.get(what);
    const value = known !== undefined && known.at === at ? known.value : read();
    kept.delete(what);
    kept.set(what, { at, value });
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    return value;
  };
}
