import { isPlausible, parseAnswer } from '#shared/service/answer-json.ts';
import { beginsAsPage } from '#shared/base/markup.ts';
import type { AnsweredExchange } from './exchange.ts';

/**
 * `web_page`: such as the sign-in page of a network or a web site at a wrong address.
 * `foreign`: text or bytes that no JSON service sends.
 */
export type BodyKind = 'empty' | 'json' | 'web_page' | 'foreign';

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
function isJson(text: string): boolean {
  return isPlausible(text) ? parseAnswer(text) !== undefined : /^\[\s*[[{"\d-]/.test(text);
}

export function isWebPage(contentType: string | null, body: string): boolean {
  return bodyKind({ contentType, body, bytes: null }) === 'web_page';
}
