import type { ReportLine } from './report.ts';

export const ours = (label: string, words: string): ReportLine => ({ label, words, voice: 'ours' });
export const theirs = (label: string, words: string): ReportLine => ({ label, words, voice: 'theirs' });

/** The text, or null where there is nothing to be seen in it. */
export const filled = (text: string | null | undefined) => (text == null || text.trim() === '' ? null : text);
