import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';
import { keyTables, type KeyColumn, type KeyTable } from './list-columns.ts';
import { normalizeSql } from './schema.ts';

export const searchKind = z.enum(['vendor', 'invite', 'verification', 'document']);
export type SearchKind = z.infer<typeof searchKind>;

/** Sorts after every word, so that blank values come last. */
export const lastKey = '\uFFFF';
/** The same for times. */
export const lastTime = Number.MAX_SAFE_INTEGER;

const textOrNull = z.string().nullable();

/** Longer texts sort by their beginning: one of megabytes would hold up everything else while it is folded. */
const maxSorted = 1000;

/** The form in which texts are sorted and compared: without case and diacritics. Nothing given sorts last. */
export function sortKey(text: string | null | undefined): string {
  const folded = foldText((text ?? '').slice(0, maxSorted));
  return folded === '' ? lastKey : folded;
}

function addSortKey(db: Database): void {
  db.function('sort_key', { deterministic: true }, (value) => sortKey(textOrNull.parse(value)));
}

const tables: readonly KeyTable[] = Object.values(keyTables);
export const keyTableNames: readonly string[] = tables.map(({ name }) => name);

const getKeyColumns = ({ columns }: KeyTable): [id: string, column: KeyColumn][] =>
  Object.entries(columns).flatMap(([id, column]): [string, KeyColumn][] =>
    'from' in column ? [[id, column]] : [],
  );

function createStatements(table: KeyTable): string[] {
  const { name, rows, number, changes } = table;
  const keys = getKeyColumns(table);
  const columns = keys.map(([id, { isNumber }]) => `by_${id} ${isNumber ? 'INTEGER' : 'TEXT'} NOT NULL`);
  const triggers = changes.flatMap(({ of, number: changed, when, onInsert }) => {
    const depending = keys.filter(([, { from }]) => from[of] !== undefined);
    const sources = [...new Set(depending.flatMap(([, { from }]) => from[of] ?? []))];
    const update = `UPDATE ${name} SET (${depending.map(([id]) => `by_${id}`).join(', ')}) =
      (SELECT ${depending.map(([, { key }]) => key).join(', ')} FROM ${rows} WHERE ${number} = ${name}.number)
      WHERE number = ${changed};`;
    const differs = sources.map((source) => `NEW.${source} IS NOT OLD.${source}`).join(' OR ');
    const always = when === undefined ? '' : `${when} AND `;
    // A claim fires no trigger and writes no reason, as every later change does: what it changed counts from then on.
    const isClaimed = of === 'entry' && sources.some((source) => source === 'state' || source === 'attempts');
    const watched = of === 'entry' ? 'reason' : sources.join(', ');
    const condition = isClaimed ? (when ?? '1') : `${always}(${differs})`;
    const onUpdate = `CREATE TRIGGER ${name}_on_${of} AFTER UPDATE OF ${watched} ON ${of}
      WHEN ${condition} BEGIN ${update} END`;
    return onInsert === undefined
      ? [onUpdate]
      : [
          onUpdate,
          `CREATE TRIGGER ${name}_on_new_${of} AFTER INSERT ON ${of}
            WHEN ${when ?? '1'} BEGIN ${update} END`,
        ];
  });
  return [
    `CREATE TABLE ${name} (number INTEGER PRIMARY KEY, ${columns.join(', ')}) STRICT`,
    ...keys.map(([id]) => `CREATE INDEX ${name}_by_${id} ON ${name} (by_${id}, number)`),
    ...triggers,
  ];
}

const fill = (table: KeyTable) => {
  const keys = getKeyColumns(table);
  return `INSERT OR REPLACE INTO ${table.name} (number, ${keys.map(([id]) => `by_${id}`).join(', ')})
    SELECT ${table.number}, ${keys.map(([, { key }]) => key).join(', ')} FROM ${table.rows}`;
};

const madeObjects = z.array(z.object({ type: z.string(), name: z.string(), sql: z.string() }));

/** Creates the key tables of list-columns.ts, unless they are as described: so a column can change without a migration. */
export function keepListKeys(db: Database): void {
  const selectMade = db.prepare(
    'SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND name GLOB ?',
  );
  addSortKey(db);
  for (const table of tables) {
    const made = madeObjects.parse(selectMade.all(`${table.name}*`));
    const wanted = createStatements(table);
    const asMade = new Set(made.map(({ sql }) => normalizeSql(sql)));
    if (made.length === wanted.length && wanted.every((sql) => asMade.has(normalizeSql(sql)))) continue;
    db.transaction(() => {
      for (const { type, name } of made) if (type === 'trigger') db.exec(`DROP TRIGGER "${name}"`);
      db.exec(`DROP TABLE IF EXISTS ${table.name}`);
      for (const sql of wanted) db.exec(sql);
      db.exec(fill(table));
    })();
  }
}

export function fillListKeys(db: Database): void {
  addSortKey(db);
  for (const table of tables) db.exec(fill(table));
}

/** Documents are sorted by their own rows. */
const tablesOf: Record<SearchKind, readonly KeyTable[]> = {
  vendor: [keyTables.vendors],
  invite: [keyTables.outbox, keyTables.invites],
  verification: [keyTables.outbox, keyTables.verifications],
  document: [],
};

/** @returns the function that writes the keys of what was noted for the search; from then on triggers keep what changes */
export function createKeyWriter(db: Database): (kind: SearchKind, number: number) => void {
  addSortKey(db);
  const statements = new Map(
    tables.map((table) => [table, db.prepare(`${fill(table)} WHERE ${table.number} = ?`)]),
  );
  return (kind, number) => {
    for (const table of tablesOf[kind]) statements.get(table)?.run(number);
  };
}
