import { startLimited } from '../limited-worker.ts';
import type { ReportTask, VendorReport } from './report.ts';
import type { ReportParts } from './report-parts.ts';

/** Many times what the longest report needs. */
const limits = { heapMb: 1024, ms: 10 * 60_000 };

/** Sets a report as a PDF in a thread. */
export function setReport(report: VendorReport, parts: ReportParts, madeAt: Date) {
  const task: ReportTask = { report, fonts: parts.fonts, madeAt };
  const thread = startLimited(parts.worker, task, limits.heapMb);
  const bytes = thread.answer(limits.ms).then((work) => {
    if (work.kind !== 'done') throw new Error(`The report is ${work.kind}.`);
    if (!(work.value instanceof Uint8Array)) throw new Error('A report that is set is bytes.');
    return work.value;
  });
  // Only whoever waits for the bytes gets the error.
  bytes.catch(() => undefined);
  return {
    bytes,
    /** Ends the thread; `bytes` then fails. */
    stop: (): Promise<void> => thread.end(),
  };
}
