import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refused request: the HTTP status, a code for programs and a reason for people. */
export interface Refusal {
  status: ContentfulStatusCode;
  code: string;
  message: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export function refused(
  status: ContentfulStatusCode,
  code: string,
  message: string,
): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { status, code, message } };
}

export function refusalResponse(c: Context, { status, code, message }: Refusal): Response {
  return c.json({ error: { code, message } }, status);
}

/** Why the practice service could not start, in a sentence. */
export class PracticeStartError extends Error {
  override name = 'PracticeStartError';
}
