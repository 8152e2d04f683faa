import { localDayText } from '../exports/cells.ts';
import type { PartialFile } from '../exports/exports.ts';
import { startLimited } from '../limited-worker.ts';
import type { ReportParts } from './report-parts.ts';
import type { ReportTask } from './report.ts';

/** The letters and digits of a title, with hyphens in between, which every file system takes. */
function namePart(title: string): string {
  const part = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return Array.from(part).slice(0, 60).join('');
}

/** Many times what the longest report needs. */
const limits = { heapMb: 1024, ms: 10 * 60_000 };

/** Sets a report in a thread of its own, as a PDF named by these words and the day. @param at now, in ms since 1970 */
export function exportOfReport(
  report: ReportTask['report'],
  named: readonly string[],
  at: number,
  parts: ReportParts,
): PartialFile {
  const task: ReportTask = { report, fonts: parts.fonts, madeAt: new Date(at) };
  const thread = startLimited(parts.worker, task, limits.heapMb);
  const setting = thread.answer(limits.ms);
  // Only whoever waits for the bytes gets the error.
  setting.catch(() => undefined);
  const words = ['gangway', ...named.map((word) => namePart(word).toLowerCase()), localDayText(at)];
  return {
    fileName: `${words.filter((word) => word !== '').join('-')}.pdf`,
    contentType: 'application/pdf',
    async next() {
      const work = await setting;
      if (work.kind !== 'done') throw new Error(`The report is ${work.kind}.`);
      if (!(work.value instanceof Uint8Array)) throw new Error('A report that is set is bytes.');
      return { bytes: work.value, done: 1, total: 1, finished: true };
    },
    drop: () => thread.end(),
  };
}
