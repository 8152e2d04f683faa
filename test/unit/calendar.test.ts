import { describe, expect, it } from 'vitest';
import { calendarEvent, calendarFoot, calendarHead, type CalendarEntry } from '#main/exports/calendar.ts';

const entry: CalendarEntry = {
  uid: '3f0c8a52-8f55-4b0e-9a5d-2f6a4b1c7e90',
  sequence: 7,
  day: '2027-03-31',
  summary: 'License 1048827 expires',
  description: 'C-36 Plumbing',
  remindDaysBefore: 30,
};
const at = Date.UTC(2026, 5, 9, 14, 28, 7, 999);
const event = (change: Partial<CalendarEntry> = {}) => calendarEvent({ ...entry, ...change }, at);

/** Lines as a calendar reads them: joined where they were folded (RFC 5545, 3.1). */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);

describe('a calendar file', () => {
  it('is a VCALENDAR of version 2.0 with a product id around its events', () => {
    const lines = unfolded(calendarHead + event() + calendarFoot);
    expect(lines.slice(0, 3)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Gangway//License expiry//EN',
    ]);
    expect(lines.at(-1)).toBe('END:VCALENDAR');
  });

  it('ends every line with CRLF and has no other line break', () => {
    const text = event({ description: 'one\ntwo\r\nthree\rfour\u2028five' });
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u2028]/);
    expect(unfolded(text)).toContain('DESCRIPTION:one\\ntwo\\nthree\\nfour\\nfive');
  });

  it('writes an event that takes the whole day, keeps nobody busy and reminds 30 days before', () => {
    expect(unfolded(event())).toEqual([
      'BEGIN:VEVENT',
      'UID:3f0c8a52-8f55-4b0e-9a5d-2f6a4b1c7e90',
      'DTSTAMP:20260609T142807Z',
      'SEQUENCE:7',
      'DTSTART;VALUE=DATE:20270331',
      'DTEND;VALUE=DATE:20270401',
      'SUMMARY:License 1048827 expires',
      'DESCRIPTION:C-36 Plumbing',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:License 1048827 expires',
      'TRIGGER:-P30D',
      'END:VALARM',
      'END:VEVENT',
    ]);
  });

  it('ends the event on the day after, over months, years and leap days', () => {
    expect(event({ day: '2026-12-31' })).toContain('DTEND;VALUE=DATE:20270101');
    expect(event({ day: '2028-02-28' })).toContain('DTEND;VALUE=DATE:20280229');
  });

  it('leaves the reminder out where there is to be none', () => {
    expect(event({ remindDaysBefore: null })).not.toContain('VALARM');
  });

  it('escapes backslashes, commas, semicolons and line breaks, and drops controls', () => {
    const lines = unfolded(event({ summary: 'a\\b, c; d\nEND:VEVENT\u0000\u0007' }));
    expect(lines).toContain('SUMMARY:a\\\\b\\, c\\; d\\nEND:VEVENT');
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  it.each(['x'.repeat(400), 'é'.repeat(200), '🧰'.repeat(90), `${'a'.repeat(66)}王小明`.repeat(3)])(
    'folds lines to 75 octets without cutting a character, and they read as before',
    (summary) => {
      const text = event({ summary });
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(unfolded(text)).toContain(`SUMMARY:${summary}`);
      expect(text).not.toContain('\uFFFD');
    },
  );
});
