import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { refused, type Outcome } from './errors.ts';

const largestBody = 1024 * 1024;

/**
 * The body of a request as text. Refused are one of more than 1 MiB (413; the rest of it is read and thrown away) and
 * one whose sender went away before its end (400).
 */
export async function readBody(incoming: IncomingMessage): Promise<Outcome<string>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of incoming) {
      const chunk = z.instanceof(Buffer).parse(part);
      size += chunk.length;
      if (size <= largestBody) chunks.push(chunk);
    }
  } catch (error) {
    if (incoming.complete) throw error;
    return refused(400, 'incomplete', 'the body ended too early');
  }
  if (size > largestBody) return refused(413, 'too_large', 'the body is larger than 1 MiB');
  return { ok: true, value: Buffer.concat(chunks).toString('utf8') };
}

/** The text as JSON; refused (400) where it is none. */
export function parseJson(text: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return refused(400, 'invalid_json', 'the body is not JSON');
  }
}
