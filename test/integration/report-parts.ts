import { fileURLToPath } from 'node:url';
import { reportPartsOfSource } from '#main/reports/report-parts.ts';

/** The fonts and the thread of reports, as they are in the source. */
export const reportParts = reportPartsOfSource(fileURLToPath(new URL('../..', import.meta.url)));
