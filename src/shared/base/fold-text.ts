/** Without case, diacritics and the space around it, in Unicode's compatibility form (NFKD): the same on every computer. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The same with nothing left but letters and digits. */
export function foldLetters(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
