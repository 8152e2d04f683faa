import { decodeHTMLStrict } from 'entities';
import { unguardedText } from '../formula-guard.ts';

/** What the rest of this file is about stands in no text without one of these. */
const remarkable = /[^\x20-\x7E]|[&<=\\']|^(?:\(?null\)?|none|nan|nil)$/i;
/**
 * Soft hyphens, marks of direction, the mark of byte order: copies from pages and documents bring them along. Joiners only
 * beside Latin text: in other scripts and in emoji they are letters.
 */
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|(?<![^\0-\x7F])[\u200C\u200D]|[\u200C\u200D](?![^\0-\x7F])/gu;
const spaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu;
/** Hyphens that look like the one on the keyboard. */
const hyphens = /[\u2010\u2011]/g;
const entity = /&(?:[a-z]\w{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi;
const lineElement = /<br\s*\/?>/gi;
/** How programs write a letter beyond ASCII into texts of theirs, and let it stand. */
const unicodeEscape = /\\u([\da-f]{4})/gi;
/** How a text is kept from being taken for a number: `="0012"`. */
const textGuard = /^="((?:[^"]|"")*)"$/;
/** The same by an apostrophe, which spreadsheets hide. */
const digitGuard = /^'(?=\d)/;
/** What databases and programs write where there is nothing. */
const nothing = /^(?:null|\(null\)|\\n|none|nan|nil)$/i;

/**
 * What a cell says, without what no person typed into it: hidden characters, spaces of another kind, entities and line
 * elements of web pages, guards against spreadsheets, and the words of databases for nothing.
 */
export function cleanText(raw: string): string {
  const text = raw.trim();
  if (!remarkable.test(text)) return text;
  if (nothing.test(text)) return '';
  const guarded = textGuard.exec(text)?.[1];
  const bare = guarded === undefined ? unguardedText(text) : guarded.replaceAll('""', '"');
  return bare
    .replace(lineElement, '\n')
    .replace(entity, (found) => decodeHTMLStrict(found))
    .replace(unicodeEscape, (_found, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(spaces, ' ')
    .replace(hyphens, '-')
    .replace(invisible, '')
    .replace(digitGuard, '')
    .trim();
}
