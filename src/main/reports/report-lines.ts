import type { ReportLine } from './report.ts';

export const ours = (label: string, words: string): ReportLine => ({ label, words, voice: 'ours' });
export const theirs = (label: string, words: string): ReportLine => ({ label, words, voice: 'theirs' });

export const filled = (text: string | null | undefined) => (text == null || text.trim() === '' ? null : text);
