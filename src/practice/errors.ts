import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';

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

export const refusalResponse = (c: Context, { status, code, message }: Refusal): Response =>
  c.json({ error: { code, message } }, status);

/** Why the practice service could not start, in a sentence. */
export class PracticeStartError extends Error {
  override name = 'PracticeStartError';
}

const megabyte = 1024 * 1024;

/** A request's body as text. Refuses one over 1 MiB by default (413) or one cut short (400). */
export async function readBody(incoming: IncomingMessage, limitMiB = 1): Promise<Outcome<string>> {
  const limit = limitMiB * megabyte;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of incoming) {
      const chunk = z.instanceof(Buffer).parse(part);
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
    }
  } catch (error) {
    if (incoming.complete) throw error;
    return refused(400, 'incomplete', 'the body ended too early');
  }
  if (size > limit) return refused(413, 'too_large', `the body is larger than ${limitMiB} MiB`);
  return { ok: true, value: Buffer.concat(chunks).toString('utf8') };
}

export function parseJson(text: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return refused(400, 'invalid_json', 'the body is not JSON');
  }
}
