import { isPlausible, parseAnswer } from '#shared/service/answer-json.ts';
import { beginsAsPage } from '#shared/base/markup.ts';
import type { AnsweredExchange } from './exchange.ts';

/**
 * What the body of an answer is, before any operation is looked for in it.
 * `web_page`: a page for people, such as the sign-in page of a network or a web site at a wrong address.
 * `foreign`: other text or bytes that no service sends which speaks JSON.
 */
export type BodyKind = 'empty' | 'json' | 'web_page' | 'foreign';

/** The part of an answer by which its body is judged. `bytes` as in {@link AnsweredExchange}. */
export type Body = Pick<AnsweredExchange, 'contentType' | 'body' | 'bytes'>;

/** Judges whether the service can have sent this body. A truncated JSON object counts as JSON. */
export function bodyKind({ contentType, body, bytes }: Body): BodyKind {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '' && (body !== '' || bytes === null || bytes.length === 0)) return 'empty';
  if (text.startsWith('{') || isJson(text)) return 'json';
  if (beginsAsPage(text)) return 'web_page';
  if (text !== '' && /\bx?html\b/i.test(contentType ?? '')) return 'web_page';
  // Broken or coded in a way that nobody knows, and JSON by its own account.
  return /\bjson\b/i.test(contentType ?? '') && !text.startsWith('<') ? 'json' : 'foreign';
}

/** Lists too long to be read are not parsed for it. */
function isJson(text: string): boolean {
  return isPlausible(text) ? parseAnswer(text) !== undefined : /^\[\s*[[{"\d-]/.test(text);
}

/** Whether a body is a page for people instead of an answer of the service. */
export function isWebPage(contentType: string | null, body: string): boolean {
  return bodyKind({ contentType, body, bytes: null }) === 'web_page';
}
