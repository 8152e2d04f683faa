import { listPairs, trimCharacters } from '../base/fold-text.ts';
import { foldWord, readWords, type Word } from '../base/words.ts';

const numberLabel = /^(?:(?:lic(?:en[cs]e)?|no|number|nr)\b[.:\s]*|#\s*)+/i;

/** Reads a license number as one word, ignoring case, spaces, dashes and labels (`Lic. #`). Leading zeros count. */
export function readLicenseNumber(text: string): Word[] {
  const label = numberLabel.exec(text)?.[0].length ?? 0;
  const start = label < text.length ? label : 0;
  const form = foldWord(text.slice(start)).replace(/[^\p{L}\p{N}]/gu, '');
  return form === '' ? [] : [{ form, start, end: text.length }];
}

/** Reads a web address: case, http or https, `www.` and a slash at the end do not count; every other sign does. */
export function readUrl(text: string): Word[] {
  const start = /^(?:https?:\/\/)?(?:www\.)?/i.exec(text)?.[0].length ?? 0;
  return Array.from(
    trimCharacters(text.slice(start), '', '/').matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu),
    (match) => ({
      form: match[0].normalize('NFC').toLowerCase(),
      start: start + match.index,
      end: start + match.index + match[0].length,
    }),
  );
}

const placeForms = new Map(listPairs('saint: st, fort: ft, mount: mt'));

const countyWords = new Set(['county', 'cnty', 'parish', 'borough']);
const kindBefore = /^\s*(?:(?:the\s+)?(?:city|town|county|parish|borough)\s+of\s+)(?=\S)/i;

/** Reads a county or city. The kind of place is optional: `Alameda County`, `City of Oakland`; but not in `Kansas City`. */
export function readPlace(text: string): Word[] {
  const nameStart = kindBefore.exec(text)?.[0].length ?? 0;
  const words = readWords(text);
  return words.map((word, index): Word => {
    // Another form than the same word after the name, so that the names line up.
    if (word.end <= nameStart) return { ...word, form: `${word.form} before`, optional: true };
    const isLast = index > 0 && index === words.length - 1;
    if (isLast && countyWords.has(word.form)) return { ...word, optional: true };
    return { ...word, form: placeForms.get(word.form) ?? word.form };
  });
}

/** Reads any other text: case, accents, spaces, punctuation and `&` for `and` do not count. */
export const readPlainText = (text: string): Word[] =>
  readWords(text)
    .map((word) => (word.form === '&' ? { ...word, form: 'and' } : word))
    .map((word): Word => (word.form === '#' ? { ...word, optional: true } : word));
