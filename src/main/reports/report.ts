import { z } from 'zod';

const reportLine = z.object({
  label: z.string(),
  words: z.string(),
  voice: z.enum(['ours', 'theirs']),
});
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

const reportItem = z.object({
  title: z.string(),
  state: z.string(),
  tone: z.enum(['pos', 'cau', 'neg', 'prog', 'neu']),
  lines: z.array(reportLine),
});
export type ReportItem = z.infer<typeof reportItem>;

const reportSection = z.object({
  title: z.string(),
  /** A note on the whole list, such as that it is cut. */
  note: z.string().nullable(),
  empty: z.string(),
  items: z.array(reportItem),
});
export type ReportSection = z.infer<typeof reportSection>;

/** A report on one vendor in words, as plain data for another thread. */
const vendorReport = z.object({
  title: z.string(),
  subtitle: z.string(),
  workspace: z.string(),
  madeAt: z.string(),
  asOf: z.string(),
  verdict: reportItem,
  missing: z.array(reportLine),
  /** Always on the first page. */
  summary: z.array(reportLine),
  facts: z.array(reportLine),
  notGiven: z.string().nullable(),
  sections: z.array(reportSection),
});
export type VendorReport = z.infer<typeof vendorReport>;

export const reportTask = z.object({
  report: vendorReport,
  fonts: z.object({ regular: z.string(), semibold: z.string(), mono: z.string() }),
  madeAt: z.date(),
});
export type ReportTask = z.infer<typeof reportTask>;
