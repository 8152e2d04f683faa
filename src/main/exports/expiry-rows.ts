import { daysUntil, localDay, readDate } from '#shared/dates.ts';
import { toVerdict } from '#shared/license-verdict.ts';
import type { ExpiryPart } from '#shared/ipc/expiry.ts';
import { daysOfPart } from './expiry-parts.ts';
import { createExpiryStore } from '../store/expiry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { progressCells, progressHead, verdictCells, verdictHead, yesNo, type ListRows } from './cells.ts';

const slice = 200;

/**
 * The licenses that run out in a part of the time, or all with a readable day, the first to run out first; or those whose
 * date can be read in two ways, without a day.
 */
export async function expiryRows(workspace: Workspace, part: ExpiryPart | null): Promise<ListRows> {
  const { db, verifications, clock } = workspace;
  const expiry = createExpiryStore(db);
  const today = localDay(new Date(clock.wall()));
  const days = daysOfPart(part, today);
  const total = part === 'two_ways' ? expiry.countUnclear() : days === null ? 0 : await expiry.count(days);
  return {
    name: 'License expiry',
    head: [
      'Expires',
      'Days left',
      'License number',
      'Type',
      'Trade',
      'Licensee',
      'Vendor ID',
      'Service: status',
      'Service: verified',
      'Service: match',
      ...verdictHead,
      'Expires, as written',
      ...progressHead,
    ],
    page(after) {
      const page: { rows: { entryId: string; day?: string }[]; next: string | null } =
        part === 'two_ways'
          ? expiry.unclear(after, slice)
          : days === null
            ? { rows: [], next: null }
            : expiry.page(days, after, slice);
      const rows = page.rows.flatMap(({ entryId, day }) => {
        const row = verifications.get(entryId);
        if (row === null) return [];
        const read = readDate(day);
        return [
          [
            day ?? null,
            read === null ? null : daysUntil(read.day, today),
            row.licenseNumber,
            row.type,
            row.licenseTradeType,
            row.licenseeName,
            row.vendorId,
            row.status,
            yesNo(row.isVerified),
            yesNo(row.isMatch),
            ...verdictCells(toVerdict(row, workspace.settings().statusWords, today)),
            row.expiryDate,
            ...progressCells(row),
          ],
        ];
      });
      return { rows, next: page.next, total };
    },
  };
}
