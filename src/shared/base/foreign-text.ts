/** Text that comes from the service or from a list: it may be blank, endless, or turn around what stands beside it. */

const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const breaksAndControls = /[\p{Cc}\u2028\u2029]+/gu;
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Longest text that a line of a list shows, in UTF-16 code units. */
const maxLine = 500;

/** A text as list rows show it: unchanged, or its beginning with an ellipsis. The original is stored elsewhere. */
export function toLine(text: string | null | undefined): string | null {
  if (text == null || text.length <= maxLine) return text ?? null;
  return `${text.slice(0, maxLine).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The text as it came; null where nothing of it can be seen. */
export function filled(text: string | null | undefined): string | null {
  return text == null || text.replaceAll(unseen, '') === '' ? null : text;
}

/** A name on one line, without control or bidi characters, cut by {@link toLine}. Null if nothing is visible. */
export function displayName(text: string | null | undefined): string | null {
  const seen = filled(toLine(text));
  if (seen === null) return null;
  return seen.replaceAll(directions, '').replaceAll(breaksAndControls, ' ').replaceAll(/ {2,}/gu, ' ').trim();
}

/** A text as it came, for a sentence or a list in one line: what in it turns the direction ends with it. */
export function isolated(text: string): string {
  return text.search(directions) === -1 ? text : `\u2068${text}\u2069`;
}

/** What of a name may stand in a file's name on every system: no separators, nothing reserved, no dot in front. */
export function fileNamePart(text: string): string {
  const name = displayName(text) ?? '';
  return Array.from(name.replaceAll(/[\\/:*?"<>|]/gu, '-').replace(/^[.\s]+/u, ''))
    .slice(0, 120)
    .join('');
}

/** The first of these that can be seen, as {@link displayName} writes it. */
export function firstName(...texts: (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const name = displayName(text);
    if (name !== null) return name;
  }
  return null;
}

/** The first of these that can be seen; where there is none, "No name". */
export function getName(...texts: (string | null | undefined)[]): string {
  return firstName(...texts) ?? 'No name';
}
