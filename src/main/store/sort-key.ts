import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';

/** Sorts after every word, so that what is not given stands at the end. */
export const lastKey = '\uFFFF';
/** The same for times. */
export const lastTime = Number.MAX_SAFE_INTEGER;

const textOrNull = z.string().nullable();

/** Longer texts sort by their beginning: one of megabytes would hold up everything else while it is folded. */
const maxSorted = 1000;

/** The form in which texts are sorted and compared: without case and diacritics. Nothing given sorts last. */
export function sortKey(text: string | null | undefined): string {
  const folded = foldText((text ?? '').slice(0, maxSorted));
  return folded === '' ? lastKey : folded;
}

/** Gives a connection {@link sortKey} as the function `sort_key` of its SQL. No index and no trigger uses it. */
export function addSortKey(db: Database): void {
  db.function('sort_key', { deterministic: true }, (value) => sortKey(textOrNull.parse(value)));
}
