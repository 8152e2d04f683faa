/** Without case, diacritics and the space around it, in Unicode's compatibility form (NFKD): the same on every computer. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The same with nothing left but letters and digits. */
export function foldLetters(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The entries of a table in one text: words or phrases with commas between them. */
export function listWords(text: string): string[] {
  return text
    .trim()
    .split(/,\s*/)
    .filter((word) => word !== '');
}

/** The pairs of such a table, as in `alabama: al, alaska: ak`. */
export function listPairs(text: string): [string, string][] {
  return listWords(text).map((pair) => {
    const [key = '', value = ''] = pair.split(': ');
    return [key, value];
  });
}
