const ascii = /^\p{ASCII}*$/u;

/** Without case, diacritics and the space around it, in Unicode's compatibility form (NFKD): the same on every computer. */
export function foldText(text: string): string {
  // Most texts are, and nothing else has to be done for them.
  if (ascii.test(text)) return text.toLowerCase().trim();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

export const foldLetters = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A word or label as it is inside a sentence; abbreviations stay. */
export const lowerFirst = (word: string): string =>
  word.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** The entries of a table in one text: words or phrases with commas between them. */
export const listWords = (text: string): string[] =>
  text
    .trim()
    .split(/,\s*/)
    .filter((word) => word !== '');

/** The pairs of such a table, as in `alabama: al, alaska: ak`. */
export const listPairs = (text: string): [string, string][] =>
  listWords(text).map((pair) => {
    const [key = '', value = ''] = pair.split(': ');
    return [key, value];
  });

/** Trims characters in linear time; an expression such as `/\/+$/` is quadratic in slashes that are not at the end. */
export function trimCharacters(text: string, start: string, end: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && start.includes(text.charAt(from))) from += 1;
  while (to > from && end.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
