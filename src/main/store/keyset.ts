import type { z } from 'zod';

function writeKeyset(values: (string | number)[]): string {
  return JSON.stringify(values);
}

/** Reads a place that {@link writeKeyset} made; null where the text is not one of this shape. */
export function readKeyset<T extends z.ZodType>(shape: T, text: string | null): z.infer<T> | null {
  if (text === null) return null;
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // A damaged place starts the list from its beginning.
    return null;
  }
}

/** Cuts the row that was read to see whether more follow. */
export function cutPage<T>(rows: T[], limit: number, toKey: (row: T) => (string | number)[]) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last === undefined ? null : writeKeyset(toKey(last)) };
}
