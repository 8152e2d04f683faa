import type { z } from 'zod';

/** Reads JSON; null if it is invalid or of another shape, so that one altered bit costs one value only. */
export function readJson<T>(text: string, shape: z.ZodType<T>): { value: T } | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  const read = shape.safeParse(json);
  return read.success ? { value: read.data } : null;
}
