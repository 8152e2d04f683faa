import { daysBetween, type DateRule } from '#shared/service/service-dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import type { ExpiringEntry, ExpiryRange, ExpiryStore } from '../store/expiry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { calendarEvent, calendarFile } from './calendar.ts';
import type { PartialFile } from './exports.ts';
import { localDayText } from './local-time.ts';

const slice = 100;

function describe(row: VerificationRow, rule: DateRule): { summary: string; description: string } {
  const license = row.licenseNumber === null ? 'License' : `License ${row.licenseNumber}`;
  const details = [
    row.licenseTradeType,
    row.licenseeName === null ? null : `Licensee: ${row.licenseeName}`,
    row.vendorId === null ? null : `Vendor ID: ${row.vendorId}`,
    row.expiryDate === null ? null : `Expiration date as written: ${row.expiryDate}`,
    daysBetween(row.expiryDate, rule) === null
      ? null
      : 'The service gives no day. This event is on the last possible day.',
    row.watch?.lastAt == null ? null : `Last checked: ${localDayText(row.watch.lastAt)}`,
  ];
  return {
    summary: `${license} expires${row.licenseeName === null ? '' : `: ${row.licenseeName}`}`,
    description: details.filter((line) => line !== null).join('\n'),
  };
}

/** When a row last changed, in minutes, which fits a calendar's number. */
function getSequence(row: VerificationRow): number {
  return Math.floor(Math.max(row.changedAt, row.watch?.lastAt ?? 0) / 60_000);
}

/** Expiration days as a calendar file (RFC 5545) of one license, or of all that expire within some days. */
export function exportOfExpiry(
  workspace: Workspace,
  expiry: ExpiryStore,
  what: { entry: ExpiringEntry } | { days: ExpiryRange; total: number },
): PartialFile {
  const now = workspace.clock.wall();
  const today = localDayText(now);
  const read = (after: string | null) =>
    'entry' in what
      ? { rows: [what.entry], next: null, total: 1 }
      : { ...expiry.page(what.days, after, slice), total: what.total };
  return calendarFile(`gangway-license-expirations-${today}.ics`, read, ({ entryId, day }) => {
    const row = workspace.verifications.get(entryId);
    if (row === null) throw new Error('An entry that is listed can be read.');
    return calendarEvent(
      {
        uid: expiry.getFirst(entryId),
        sequence: getSequence(row),
        day,
        ...describe(row, workspace.rules().dates),
        remindDaysBefore: day < today ? null : workspace.settings().soonDays,
      },
      now,
    );
  });
}
