import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/base/foreign-text.ts';
import { readJson } from '#shared/base/read-json.ts';

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
