import type { LookUpOutcome, LookUpRow } from '#shared/ipc/look-ups.ts';
import { lookUpLabels } from '#shared/words/look-up-labels.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columnList, time, type Column, type ListRows } from './cells.ts';

const slice = 200;

const columns: readonly Column<LookUpRow & { company: string | null }>[] = [
  ['Vendor ID', (row) => row.vendorId],
  ['Outcome', (row) => lookUpLabels[row.outcome]],
  ['Details', (row) => row.detail],
  ['Saved company', (row) => row.company],
  ['When', (row) => time(row.at)],
];

/** A look-up of many vendors, an id a line, in the order in which they were given. */
export function lookUpRows(
  { lookUps, vendors }: Workspace,
  query: { id: number; outcome: LookUpOutcome | null },
): ListRows {
  return columnList('Look-up', columns, (after) => {
    const page = lookUps.page({ ...query, after, limit: slice });
    const rows = page.rows.map((row) => ({
      ...row,
      company: vendors.get(row.vendorId)?.profile.value.companyName ?? null,
    }));
    return { ...page, rows };
  });
}
