import type { z } from 'zod';

/**
 * Reads JSON that was stored. What is no JSON, or is not of this shape any more, gives null: a single altered bit must not
 * keep everything else from being read.
 */
export function readStoredJson<T>(text: string, shape: z.ZodType<T>): { value: T } | null {
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
