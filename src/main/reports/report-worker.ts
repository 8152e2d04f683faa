import { parentPort, workerData } from 'node:worker_threads';
import { endOfThread } from '../limited-worker.ts';
import { reportPdf } from './report-pdf.ts';
import { reportTask } from './report.ts';

parentPort?.on('message', (message: unknown) => {
  if (message === endOfThread) process.exit();
});
// Being listened to is no reason to stay once the report is set.
parentPort?.unref();

/** The thread that sets one report: it gets the words, hands back the file and ends. */
parentPort?.postMessage(await reportPdf(reportTask.parse(workerData)));
