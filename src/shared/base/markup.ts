/**
 * The markup that a text begins with, in lower case: the name of its first element, `doctype html`, or `other` for markup without
 * either; null where it begins with none. Byte order marks, spaces, comments and the declarations of XML before it do not count.
 * Looks at each character once.
 */
export function firstMarkup(text: string): string | null {
  const space = /[\s\uFEFF]*/y;
  const name = /<([a-z][a-z0-9:-]*)/iy;
  for (let at = 0; ;) {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    if (text[at] !== '<') return null;
    const end = declarationEnd(text, at);
    if (end === null) {
      name.lastIndex = at;
      return name.exec(text)?.[1]?.toLowerCase() ?? null;
    }
    if (/^<!doctype\s+html\b/i.test(text.slice(at, at + 40))) return 'doctype html';
    if (end === text.length) return 'other';
    at = end;
  }
}

/** Where the comment, declaration or document type ends that begins at a place; null where none does. */
function declarationEnd(text: string, at: number): number | null {
  const closing = text.startsWith('<!--', at)
    ? '-->'
    : text.startsWith('<?', at)
      ? '?>'
      : text.startsWith('<!', at)
        ? '>'
        : null;
  if (closing === null) return null;
  const found = text.indexOf(closing, at + 2);
  return found < 0 ? text.length : found + closing.length;
}

const pageElements = new Set([
  'doctype html',
  'html',
  'head',
  'body',
  'title',
  'script',
  'meta',
  'style',
  'link',
  'frameset',
]);

/** Whether a text begins as a page for people does. */
export function beginsAsPage(text: string): boolean {
  return pageElements.has(firstMarkup(text) ?? '');
}
