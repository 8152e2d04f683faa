import type { Database, Statement } from 'better-sqlite3';

/** Prepares each statement once, however often it is asked for. For SQL that is put together from a few parts. */
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
 * Keeps what was read from the database for as long as nothing at all is written to it: the pages of one list ask for the
 * same number and the same hits again and again. `what` names it. One process alone writes to a workspace, over this
 * connection (docs/decisions/opening-a-workspace.md).
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
