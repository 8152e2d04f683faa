import type { ListKind } from '#shared/imports/import-fields.ts';
import { importFilter, rowGroup, type ImportFilter, type RowGroup } from '#shared/ipc/imports.ts';
import { navigate } from '../../stores/navigation.ts';
import { listLabels } from './list-labels.ts';

/** The tabs above the rows. Some filters narrow what a tab shows. */
export const rowTabs = ['all', 'ready', 'to_look_at', 'mended', 'left_out'] as const;
export type RowTab = (typeof rowTabs)[number];

/** Narrows the rows of the open list; the address says so. */
export function showRows(list: ListKind, show: ImportFilter, group: RowGroup | null = null): void {
  navigate({ ...listLabels[list].place, query: { show, ...(group === null ? {} : { group }) } }, true);
}

/** Which rows an address asks for, with the tab that they belong to; those of `first` where it does not say. */
export function readRowsShown(
  query: Readonly<Record<string, string>>,
  first: RowTab,
): { filter: ImportFilter; group: RowGroup | null; tab: RowTab } {
  const filter = importFilter.safeParse(query['show']).data ?? first;
  const group = rowGroup.safeParse(query['group']).data ?? null;
  return { filter, group, tab: filter === 'problems' || filter === 'duplicates' ? 'to_look_at' : filter };
}
