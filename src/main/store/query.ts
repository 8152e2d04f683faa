import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';
import { displayName } from '#shared/base/foreign-text.ts';

/** A schema, or a function that parses. */
type Shape<T> = z.ZodType<T> | ((raw: unknown) => T);

/**
 * Prepares queries together with the shape of what they read, by which it is always parsed: the file may be altered. A bound limit
 * is written `LIMIT ? + 0`: SQLite prepares a statement with a bare one again at each call, which takes 30 to 100 µs.
 */
export function createQueries(db: Database) {
  return {
    prepareQuery: <Row>(sql: string, row: Shape<Row>) => withShape(db.prepare(sql), row),
    /** For a query of one column. */
    prepareValue: <Value>(sql: string, value: Shape<Value>) => withShape(db.prepare(sql).pluck(), value),
    prepareNumber: (sql: string) => withShape(db.prepare(sql).pluck(), z.number()),
    prepareText: (sql: string) => withShape(db.prepare(sql).pluck(), z.string()),
  };
}

function withShape<T>(statement: Statement, shape: Shape<T>) {
  const isReader = typeof shape === 'function';
  const rows = isReader ? null : z.array(shape);
  const readOne = isReader ? shape : (raw: unknown) => shape.parse(raw);
  return {
    all: (...values: unknown[]): T[] => {
      const found = statement.all(...values);
      return rows === null ? found.map(readOne) : rows.parse(found);
    },
    /** Null where there is no row. */
    get: (...values: unknown[]): T | null => {
      const raw = statement.get(...values);
      return raw === undefined ? null : readOne(raw);
    },
    /** For a query that always has a row. */
    one: (...values: unknown[]): T => readOne(statement.get(...values)),
  };
}

/** Runs work in a transaction that can write from its beginning on. */
export const inTransaction = <T>(db: Database, work: () => T): T => db.transaction(work).immediate();

/** Reads a place that {@link cutPage} made; null where the text is not one of this shape. */
export function readKeyset<T>(shape: z.ZodType<T>, text: string | null): T | null {
  // A damaged place starts the list from its beginning.
  return text === null ? null : (readJson(text, shape)?.value ?? null);
}

/** Cuts the row that was read to see whether more follow. */
export function cutPage<T>(rows: T[], limit: number, toKey: (row: T) => (string | number)[]) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last === undefined ? null : JSON.stringify(toKey(last)) };
}

/** Reads rows slice by slice, each from the place of the last row before it; between them everything else has its turn. */
export async function* readSlices<Row, Place>(
  first: Place,
  read: (after: Place) => Row[],
  toPlace: (row: Row) => Place,
): AsyncGenerator<{ rows: Row[]; after: Place }> {
  for (let after = first; ; await nextTurn()) {
    const rows = read(after);
    yield { rows, after };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = toPlace(last);
  }
}

/** A search in the list of vendors keeps two of its own, and the three that it is made of. */
const maxKept = 40;

/**
 * Caches by `what` until this connection writes, which alone writes to a workspace (docs/decisions/opening-a-workspace.md).
 * @param version selects a value that is another one after each change that matters
 */
export function cacheWhileUnchanged<T>(
  db: Database,
  version = 'SELECT total_changes()',
): (what: string, read: () => T) => T {
  const countChanges = db.prepare(version).pluck();
  const kept = new Map<string, { value: T }>();
  let readAt: unknown;
  return (what, read) => {
    const at = countChanges.get();
    if (at !== readAt) kept.clear();
    readAt = at;
    const entry = kept.get(what) ?? { value: read() };
    kept.delete(what);
    kept.set(what, entry);
    for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest);
    return entry.value;
  };
}

/** A column with a name that somebody else wrote, as lists show it. */
export const shownName = z.string().nullable().transform(displayName);

export const yesNo = z.number().transform((value) => value === 1);

/** A column that holds JSON of a form; `otherwise` where it holds none that can be read. */
export const storedJson = <T>(schema: z.ZodType<T>, otherwise: T) =>
  z
    .string()
    .nullable()
    .transform((text): T =>
      text === null ? otherwise : (readJson(text, schema) ?? { value: otherwise }).value,
    );

/** SQL for the columns behind a schema's members, as `v.license_number AS licenseNumber`. */
export const selectColumns = (table: string, schema: z.ZodObject): string =>
  Object.keys(schema.shape)
    .map((name) => `${table}.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS ${name}`)
    .join(', ');

/** @param sql reads rows whose numbers are in a JSON list @returns the reader, which keeps the order of the numbers */
export function createRowReader<Row>(
  db: Database,
  sql: string,
  toRow: (raw: unknown) => { seq: number; row: Row },
): (numbers: readonly number[]) => Row[] {
  const read = db.prepare(sql);
  return (numbers) => {
    const rows = new Map<number, Row>();
    for (const raw of read.all(JSON.stringify(numbers))) {
      const { seq, row } = toRow(raw);
      rows.set(seq, row);
    }
    return numbers.flatMap((number) => rows.get(number) ?? []);
  };
}
