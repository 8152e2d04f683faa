import type { ImportStatus } from '#shared/ipc/imports.ts';

/** How work on many rows goes on: told of how far it is, and asked whether it was stopped. */
export interface Going {
  onProgress: (row: number) => void;
  stopped: () => boolean;
}

/** What was done to many rows at once, so that it can be undone. Rows are counted from the first of the list. */
export interface BulkChange {
  kind: NonNullable<ImportStatus['lastBulk']>['kind'];
  /** How many cells, or rows, were changed. */
  count: number;
  cells: { index: number; column: number; before: string; after: string }[];
  choices: { index: number; before: 'in' | 'out' | undefined; after: 'in' | 'out' }[];
}

/** A change that is still to be made. */
export function noChange(kind: BulkChange['kind']): BulkChange {
  return { kind, count: 0, cells: [], choices: [] };
}
