import type { PartialFile } from './exports.ts';

export interface CalendarEntry {
  /** The same for the same license, so that a later import replaces an earlier one. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  day: string;
  summary: string;
  description: string;
  /** Null for no reminder. */
  remindDaysBefore: number | null;
}

/** TEXT of RFC 5545, 3.3.11, without controls that it does not allow. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

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

function lines(all: readonly string[]): string {
  return all.map(folded).join('');
}

function stamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

const date = (day: string) => day.replaceAll('-', '');

export function calendarHead(): string {
  return lines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gangway//License expiry//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
  ]);
}

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
    `DTSTAMP:${stamp(at)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART;VALUE=DATE:${date(entry.day)}`,
    `DTEND;VALUE=DATE:${date(dayAfter(entry.day))}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${text(entry.description)}`,
    'TRANSP:TRANSPARENT',
    ...reminder,
    'END:VEVENT',
  ]);
}

export function calendarFoot(): string {
  return lines(['END:VCALENDAR']);
}

/** A calendar (RFC 5545) as a file that is written page by page; `write` makes the events of a row. */
export function calendarFile<Row>(
  fileName: string,
  read: (after: string | null) => { rows: readonly Row[]; next: string | null; total: number },
  write: (row: Row) => string,
): PartialFile {
  let after: string | null = null;
  let done = 0;
  return {
    fileName,
    contentType: 'text/calendar',
    next() {
      const head = done === 0 ? calendarHead() : '';
      const page = read(after);
      done += page.rows.length;
      after = page.next;
      const finished = after === null;
      const bytes = Buffer.from(head + page.rows.map(write).join('') + (finished ? calendarFoot() : ''));
      return Promise.resolve({ bytes, done, total: finished ? done : Math.max(page.total, done), finished });
    },
  };
}
