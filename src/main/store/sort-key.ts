/** Sorts after every word, so that what is not given stands at the end. */
const last = '\uFFFF';

/** Without case, diacritics and the space around it. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The form in which texts are sorted and compared: without case and diacritics. Nothing given sorts last. */
export function sortKey(text: string | null | undefined): string {
  const folded = foldText(text ?? '');
  return folded === '' ? last : folded;
}

/** Whether a key stands for something that was given. */
export function isGiven(key: string): boolean {
  return key !== last;
}
