import type { PartialFile } from './exports.ts';
import { daysBetween, type DateRule } from '#shared/service/service-dates.ts';
import type { ListPage } from '#shared/ipc/call.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import type { ExpiryRange, ExpiryStore } from '../store/expiry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { localDayText } from './cells.ts';
import type { OnboardingFilter } from '#shared/ipc/onboarding.ts';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { findEnd } from '#shared/onboarding/judge-vendor.ts';
import { isAddress } from '#shared/onboarding/vendor-facts.ts';
import { readVendors, type ListedVendor } from './vendor-rows.ts';

export interface CalendarEntry {
  /** The same for the same license, so that a later import replaces an earlier one. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  day: string;
  summary: string;
  description: string;
  remindDaysBefore: number | null;
}

/** TEXT of RFC 5545, 3.3.11, without controls that it does not allow. */
const text = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const maxLine = 75;

/** A content line in pieces of at most 75 octets, without cutting a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let out = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxLine) {
      out += '\r\n ';
      // The space that begins a continued line counts.
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return `${out}\r\n`;
}

const lines = (all: readonly string[]): string => all.map(folded).join('');

const date = (day: string) => day.replaceAll('-', '');

export const calendarHead = lines([
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Gangway//License expiry//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
]);
export const calendarFoot = lines(['END:VCALENDAR']);

/** An all-day event that keeps nobody busy. @param at when the file is made */
export function calendarEvent(entry: CalendarEntry, at: number): string {
  const summary = text(entry.summary);
  const reminder =
    entry.remindDaysBefore === null
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${summary}`,
          `TRIGGER:-P${entry.remindDaysBefore}D`,
          'END:VALARM',
        ];
  return lines([
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART;VALUE=DATE:${date(entry.day)}`,
    `DTEND;VALUE=DATE:${date(fromDayNumber(toDayNumber(entry.day) + 1))}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${text(entry.description)}`,
    'TRANSP:TRANSPARENT',
    ...reminder,
    'END:VEVENT',
  ]);
}

/** A calendar (RFC 5545) as a file that is written page by page; `write` makes the events of a row. */
function calendarFile<Row>(
  fileName: string,
  read: (after: string | null) => ListPage<Row>,
  write: (row: Row) => string,
): PartialFile {
  let after: string | null = null;
  let done = 0;
  return {
    fileName,
    contentType: 'text/calendar',
    next() {
      const head = done === 0 ? calendarHead : '';
      const page = read(after);
      done += page.rows.length;
      after = page.next;
      const finished = after === null;
      const bytes = Buffer.from(head + page.rows.map(write).join('') + (finished ? calendarFoot : ''));
      return Promise.resolve({ bytes, done, total: finished ? done : Math.max(page.total, done), finished });
    },
  };
}

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

/** Expiration days as a calendar file (RFC 5545) of one license, or of all that expire within some days. */
export function exportOfExpiry(
  workspace: Workspace,
  expiry: ExpiryStore,
  what: { entry: { entryId: string; day: string } } | { days: ExpiryRange; total: number },
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
        // In minutes, which fits a calendar's number.
        sequence: Math.floor(Math.max(row.changedAt, row.watch?.lastAt ?? 0) / 60_000),
        day,
        ...describe(row, workspace.rules().dates),
        remindDaysBefore: day < today ? null : workspace.settings().soonDays,
      },
      now,
    );
  });
}

/** A calendar (RFC 5545) with an event per vendor and requirement that ends; null without any. */
export async function exportOfEndings(
  workspace: Workspace,
  filter: OnboardingFilter,
): Promise<PartialFile | null> {
  if (!(await anyEnds(workspace, filter))) return null;
  const now = workspace.clock.wall();
  const today = fromDayNumber(workspace.onboarding.today());
  const fileName = `gangway-endings-${localDayText(now)}.ics`;
  return calendarFile(fileName, readVendors(workspace, filter), (vendor) => {
    const { row } = vendor;
    const events = listEnds(vendor, filter).map(({ judgement, end }) => {
      const day = fromDayNumber(end);
      const { requirement, setName, state, reason } = judgement;
      return calendarEvent(
        {
          uid: `${encodeURIComponent(row.subject)}-${requirement.id}`,
          sequence: Math.floor(now / 60_000),
          day,
          summary: `${state === 'waived' ? 'Waiver ends' : 'Expires'}: ${requirement.name}, ${row.name}`,
          description: [
            reason,
            `Requirement set: ${setName}`,
            ...(isAddress(row.subject) ? [] : [`Vendor ID: ${row.subject}`]),
          ].join('\n'),
          remindDaysBefore: day < today ? null : workspace.settings().soonDays,
        },
        now,
      );
    });
    return events.join('');
  });
}

const listEnds = ({ now }: ListedVendor, { set, requirement }: OnboardingFilter) =>
  (now?.judgements ?? [])
    .filter((one) => set === null || one.setId === set)
    .filter((one) => requirement === null || one.requirement.id === requirement.id)
    .flatMap((judgement) => {
      const end = findEnd(judgement);
      return end === null ? [] : [{ judgement, end }];
    });

async function anyEnds(workspace: Workspace, filter: OnboardingFilter): Promise<boolean> {
  const read = readVendors(workspace, filter);
  let after: string | null = null;
  do {
    const page = read(after);
    if (page.rows.some((vendor) => listEnds(vendor, filter).length > 0)) return true;
    after = page.next;
    await new Promise((resolve) => setImmediate(resolve));
  } while (after !== null);
  return false;
}
