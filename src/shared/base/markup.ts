import { listWords } from './fold-text.ts';

/** The first element of a text in lower case, `doctype html`, or `other` markup; null where it begins with none. Linear time. */
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

const pageElements = new Set(
  listWords('doctype html, html, head, body, title, script, meta, style, link, frameset'),
);

export const beginsAsPage = (text: string): boolean => pageElements.has(firstMarkup(text) ?? '');
