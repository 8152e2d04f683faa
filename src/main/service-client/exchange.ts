import { z } from 'zod';
import { ownMember } from '#shared/base/own-member.ts';
import { isPlausible, parseAnswer } from '#shared/service/answer-json.ts';
import { beginsAsPage } from '#shared/base/markup.ts';

export const anyBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const header = z.string().nullable();

export const answeredExchange = z.object({
  kind: z.literal('answered'),
  status: z.number(),
  contentType: header,
  retryAfter: header,
  date: header,
  location: header,
  /** Says why a token was refused (RFC 6750, 3). */
  wwwAuthenticate: header,
  /** The text without the token; where `bytes` are kept, its best readable form, or empty. */
  body: z.string(),
  /** The body as received, where `body` is not exactly that. */
  bytes: anyBytes.nullable(),
  cut: z.enum(['connection_closed', 'too_large', 'time_out']).nullable(),
  /** The head gives no length: the body ended with the connection, so it may not be whole. */
  openEnded: z.literal(true).exactOptional(),
});
export type AnsweredExchange = z.infer<typeof answeredExchange>;

/** What happened on the wire with one request. */
export type Exchange =
  /** Not a byte of the request left this computer. */
  | { kind: 'not_sent'; detail: string }
  /** Bytes may have left; no status line came back. */
  | { kind: 'no_answer'; detail: string }
  | AnsweredExchange;

export type Headers = Record<string, string | string[] | undefined>;

/** A header's value, the first of several; null where it is absent. */
export function getHeader(headers: Headers, name: string): string | null {
  const value = ownMember(headers, name);
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
}

/** Answers of this size or more are read in a thread (docs/decisions/answers.md). */
export const largeAnswer = 32 * 1024;

/** `web_page`: such as a sign-in page or a web site at a wrong address. `foreign`: text or bytes that no JSON service sends. */
export const bodyKinds = z.enum(['empty', 'json', 'web_page', 'foreign']);
export type BodyKind = z.infer<typeof bodyKinds>;

export type Body = Pick<AnsweredExchange, 'contentType' | 'body' | 'bytes'>;

/** Judges whether the service can have sent this body. A truncated JSON object counts as JSON. */
export function bodyKind({ contentType, body, bytes }: Body): BodyKind {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '' && (body !== '' || bytes === null || bytes.length === 0)) return 'empty';
  if (text.startsWith('{') || isJson(text)) return 'json';
  if (beginsAsPage(text)) return 'web_page';
  if (text !== '' && /\bx?html\b/i.test(contentType ?? '')) return 'web_page';
  // Broken, or in an unknown encoding, and JSON by its header.
  return /\bjson\b/i.test(contentType ?? '') && !text.startsWith('<') ? 'json' : 'foreign';
}

/** Does not parse lists that are too long to be read. */
const isJson = (text: string): boolean =>
  isPlausible(text) ? parseAnswer(text) !== undefined : /^\[\s*[[{"\d-]/.test(text);

export const isWebPage = (contentType: string | null, body: string): boolean =>
  bodyKind({ contentType, body, bytes: null }) === 'web_page';
