import { Worker } from 'node:worker_threads';
import type { ReportTask, VendorReport } from './report.ts';
import type { ReportParts } from './report-parts.ts';

/** A report that is being set as a PDF in a thread of its own: fonts are read and cut down there, not in the app's way. */
export interface SettingReport {
  bytes: Promise<Uint8Array>;
  /** Ends the thread; `bytes` then fails. */
  stop(): Promise<void>;
}

export function setReport(report: VendorReport, parts: ReportParts, madeAt: Date): SettingReport {
  const task: ReportTask = { report, fonts: parts.fonts, madeAt };
  const worker = new Worker(parts.worker, { workerData: task });
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (message instanceof Uint8Array) resolve(message);
      else reject(new Error('A report that is set is bytes.'));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The report’s thread ended before the report was set.')));
  });
  // Whoever waits for the bytes gets the error; where nobody does any more it is of no interest.
  bytes.catch(() => undefined);
  return {
    bytes,
    async stop() {
      await worker.terminate();
    },
  };
}
