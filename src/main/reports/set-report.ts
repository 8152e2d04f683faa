import { startLimited } from '../limited-worker.ts';
import type { ReportTask, VendorReport } from './report.ts';
import type { ReportParts } from './report-parts.ts';

export type SettingReport = ReturnType<typeof setReport>;

/** Many times what the longest report needs. */
const limits = { heapMb: 1024, ms: 10 * 60_000 };

/** A report that is being set as a PDF in a thread of its own: fonts are read and cut down there, not in the app's way. */
export function setReport(report: VendorReport, parts: ReportParts, madeAt: Date) {
  const task: ReportTask = { report, fonts: parts.fonts, madeAt };
  const thread = startLimited(parts.worker, task, limits.heapMb);
  const bytes = thread.answer(limits.ms).then((work) => {
    if (work.kind !== 'done') throw new Error(`The report is ${work.kind}.`);
    if (!(work.value instanceof Uint8Array)) throw new Error('A report that is set is bytes.');
    return work.value;
  });
  // Whoever waits for the bytes gets the error; where nobody does any more it is of no interest.
  bytes.catch(() => undefined);
  return {
    bytes,
    /** Ends the thread; `bytes` then fails. */
    stop: (): Promise<void> => thread.end(),
  };
}
