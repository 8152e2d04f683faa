import { z } from 'zod';

const reportLine = z.object({ label: z.string(), words: z.string(), voice: z.enum(['ours', 'theirs']) });
export type ReportLine = z.infer<typeof reportLine>;

const line =
  (voice: ReportLine['voice']) =>
  (label: string, words: string | null): ReportLine[] =>
    words === null ? [] : [{ label, words, voice }];
/** A line of Gangway's own words; none for null. */
export const ours = line('ours');
/** A line of the service's words; none for null. */
export const theirs = line('theirs');

export const filled = (text: string | null | undefined) => (text == null || text.trim() === '' ? null : text);

const tone = z.enum(['pos', 'cau', 'neg', 'prog', 'neu']);

const reportItem = z.object({ title: z.string(), state: z.string(), tone, lines: z.array(reportLine) });
export type ReportItem = z.infer<typeof reportItem>;

const reportSection = z.object({
  title: z.string(),
  note: z.string().nullable(),
  empty: z.string().optional(),
  items: z.array(reportItem),
});
export type ReportSection = z.infer<typeof reportSection>;

const reportHead = z.object({
  title: z.string(),
  subtitle: z.string(),
  workspace: z.string(),
  madeAt: z.string(),
});

/** A report on one vendor in words, as plain data for another thread. */
const vendorReport = reportHead.extend({
  asOf: z.string(),
  verdict: reportItem,
  missing: z.array(reportLine),
  /** Always on the first page. */
  summary: z.array(reportLine),
  facts: z.array(reportLine),
  notGiven: z.string().nullable(),
  sections: z.array(reportSection),
  /** Files to embed. */
  attachments: z.array(z.object({ file: z.string(), name: z.string(), type: z.string() })),
});
export type VendorReport = z.infer<typeof vendorReport>;

/** Tables in words, such as a gate sheet. */
const tableReport = reportHead.extend({
  /** Lines at the right of the title. */
  origin: z.array(z.string()),
  tables: z.array(
    z.object({
      title: z.string().nullable(),
      /** Shares of the width; they add up to 1. The tone is that of the cells in `toned`. */
      columns: z.array(z.object({ label: z.string(), share: z.number() })),
      toned: z.number(),
      rows: z.array(z.object({ cells: z.array(z.string()), tone })),
      empty: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type TableReport = z.infer<typeof tableReport>;

export const reportTask = z.object({
  report: z.union([vendorReport, tableReport]),
  fonts: z.object({ regular: z.string(), semibold: z.string(), mono: z.string() }),
  madeAt: z.date(),
});
export type ReportTask = z.infer<typeof reportTask>;

export type ReportTimes = ReturnType<typeof reportTimes>;

/** Writes instants for a report, whole, since nobody knows when it is read. */
export function reportTimes() {
  const cycle = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle;
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: cycle === 'h11' || cycle === 'h12' ? 'h12' : 'h23',
  };
  const detail = new Intl.DateTimeFormat('en-US', options);
  const withZone = new Intl.DateTimeFormat('en-US', { ...options, timeZoneName: 'short' });
  // Some versions put a narrow space before AM and PM.
  const plain = (text: string) => text.replaceAll('\u202F', ' ');
  return {
    /** Jun 9, 2026, 14:26. */
    detail: (at: number): string => plain(detail.format(at)),
    /** With the time zone: Jun 9, 2026, 14:26 GMT+2. */
    withZone: (at: number): string => plain(withZone.format(at)),
  };
}
