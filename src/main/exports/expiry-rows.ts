import { daysUntil, localDay, readDate } from '#shared/base/dates.ts';
import type { ExpiryPart, VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { daysOfPart } from './expiry-parts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columnList, progressColumns, verdictColumns, yesNo, type Column, type ListRows } from './cells.ts';

const slice = 200;

type ExpiryRow = VerificationRow & {
  day: string | null;
  daysLeft: number | null;
  verdict: LicenseVerdict | null;
};

const columns: readonly Column<ExpiryRow>[] = [
  ['Expires', (row) => row.day],
  ['Days left', (row) => row.daysLeft],
  ['License number', (row) => row.licenseNumber],
  ['Type', (row) => row.type],
  ['Trade', (row) => row.licenseTradeType],
  ['Licensee', (row) => row.licenseeName],
  ['Vendor ID', (row) => row.vendorId],
  ['Service: status', (row) => row.status],
  ['Service: verified', (row) => yesNo(row.isVerified)],
  ['Service: match', (row) => yesNo(row.isMatch)],
  ...verdictColumns,
  ['Expires, as written', (row) => row.expiryDate],
  ...progressColumns,
];

/** The licenses that expire in a period, or all with a readable day, earliest first; or those with ambiguous dates. */
export async function expiryRows(
  { expiry, verifications, clock, settings }: Workspace,
  part: ExpiryPart | null,
): Promise<ListRows> {
  const today = localDay(new Date(clock.wall()));
  const days = daysOfPart(part, today);
  const total = part === 'two_ways' ? expiry.countUnclear() : days === null ? 0 : await expiry.count(days);
  return columnList('License expirations', columns, (after) => {
    const page: { rows: { entryId: string; day?: string }[]; next: string | null } =
      part === 'two_ways'
        ? expiry.unclear(after, slice)
        : days === null
          ? { rows: [], next: null }
          : expiry.page(days, after, slice);
    const rows = page.rows.flatMap(({ entryId, day }): ExpiryRow[] => {
      const row = verifications.get(entryId);
      if (row === null) return [];
      const read = readDate(day);
      const daysLeft = read === null ? null : daysUntil(read.day, today);
      return [{ ...row, day: day ?? null, daysLeft, verdict: toVerdict(row, settings(), today) }];
    });
    return { rows, next: page.next, total };
  });
}
