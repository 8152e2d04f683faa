import type { LookUpOutcome } from '#shared/ipc/look-ups.ts';
import { lookUpLabels } from '#shared/look-up-labels.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { time, type ListRows } from './cells.ts';

const slice = 200;

/** A look-up of many vendors, an id a line, in the order in which they were given. */
export function lookUpRows(
  { lookUps, vendors }: Workspace,
  query: { id: number; outcome: LookUpOutcome | null },
): ListRows {
  return {
    name: 'Look-up',
    head: ['Vendor ID', 'Outcome', 'What was said', 'Company, as kept here', 'When'],
    page(after) {
      const page = lookUps.page({ ...query, after, limit: slice });
      const rows = page.rows.map(({ vendorId, outcome, detail, at }) => [
        vendorId,
        lookUpLabels[outcome],
        detail,
        vendors.get(vendorId)?.profile.value.companyName ?? null,
        time(at),
      ]);
      return { ...page, rows };
    },
  };
}
