import type { Database, Statement } from 'better-sqlite3';

/**
 * Has each statement of a connection prepared when it is first used. A workspace has some hundreds and prepares them all while it
 * opens, of which a session runs few; a mistake in one shows where it is used.
 */
export function prepareWhenUsed(db: Database): void {
  const prepare = db.prepare.bind(db);
  Object.defineProperty(db, 'prepare', { value: (sql: string) => createLazyStatement(() => prepare(sql)) });
}

/** Looks like the statement that `prepare` makes. */
function createLazyStatement(prepare: () => Statement): object {
  let made: Statement | null = null;
  const members = new Map<string | symbol, unknown>();
  // Said where a statement is made, mostly.
  let plucks = false;
  members.set('pluck', () => {
    plucks = true;
    made?.pluck();
    return statement;
  });
  const statement: object = new Proxy(
    {},
    {
      get(_target, name) {
        if (members.has(name)) return members.get(name);
        made ??= plucks ? prepare().pluck() : prepare();
        const member: unknown = Reflect.get(made, name);
        if (typeof member !== 'function') return member;
        const bound: unknown = member.bind(made);
        members.set(name, bound);
        return bound;
      },
    },
  );
  return statement;
}
