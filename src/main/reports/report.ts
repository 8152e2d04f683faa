import { z } from 'zod';

const reportLine = z.object({
  label: z.string(),
  words: z.string(),
  voice: z.enum(['ours', 'theirs']),
});
export type ReportLine = z.infer<typeof reportLine>;

const reportItem = z.object({
  title: z.string(),
  state: z.string(),
  tone: z.enum(['pos', 'cau', 'neg', 'prog', 'neu']),
  lines: z.array(reportLine),
});
export type ReportItem = z.infer<typeof reportItem>;

const reportSection = z.object({
  title: z.string(),
  /** What a reader has to know of the whole list, such as that it is cut; null where there is nothing. */
  note: z.string().nullable(),
  empty: z.string(),
  items: z.array(reportItem),
});
export type ReportSection = z.infer<typeof reportSection>;

/** A report on one vendor in words, ready to be set. Plain data, so that it can be handed to another thread. */
const vendorReport = z.object({
  title: z.string(),
  subtitle: z.string(),
  workspace: z.string(),
  madeAt: z.string(),
  asOf: z.string(),
  verdict: reportItem,
  /** What is missing before the vendor can be relied on; empty where nothing is. */
  missing: z.array(reportLine),
  /** The whole report in a few lines; always on the first page. */
  summary: z.array(reportLine),
  facts: z.array(reportLine),
  /** What the profile does not say; null where it says everything. */
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
