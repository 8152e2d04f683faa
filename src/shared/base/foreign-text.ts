/** Text from the service or a list: it may be blank, endless, or reverse what is beside it. */

const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const breaksAndControls = /[\p{Cc}\u2028\u2029]+/gu;
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

const maxLine = 500;

/** A text as list rows show it: unchanged, or its beginning with an ellipsis. The original is stored elsewhere. */
export function toLine(text: string | null | undefined): string | null {
  if (text == null || text.length <= maxLine) return text ?? null;
  return `${text.slice(0, maxLine).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The text as it came; null where nothing of it can be seen. */
export const filled = (text: string | null | undefined): string | null =>
  text != null && visible.test(text) ? text : null;

/** A name on one line, without control or bidi characters, cut by {@link toLine}. Null if nothing is visible. */
export function displayName(text: string | null | undefined): string | null {
  const seen = filled(toLine(text));
  if (seen === null) return null;
  return seen.replaceAll(directions, '').replaceAll(breaksAndControls, ' ').replaceAll(/ {2,}/gu, ' ').trim();
}

/** A text for a sentence or a one-line list: any change of direction in it ends with it. */
export const isolated = (text: string): string =>
  text.search(directions) === -1 ? text : `\u2068${text}\u2069`;

/** The part of a name that any system allows in a file name: no separators, nothing reserved, no leading dot. */
export function fileNamePart(text: string): string {
  const name = displayName(text) ?? '';
  return Array.from(name.replaceAll(/[\\/:*?"<>|]/gu, '-').replace(/^[.\s]+/u, ''))
    .slice(0, 120)
    .join('');
}

export const firstName = (...texts: (string | null | undefined)[]): string | null =>
  displayName(texts.find((text) => displayName(text) !== null));

export const getName = (...texts: (string | null | undefined)[]): string => firstName(...texts) ?? 'No name';
