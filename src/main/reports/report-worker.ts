import { parentPort, workerData } from 'node:worker_threads';
import { reportPdf } from './report-pdf.ts';
import { reportTask } from './report.ts';

/** The thread that sets one report: it gets the words, hands back the file and ends. */
const { report, fonts, madeAt } = reportTask.parse(workerData);
parentPort?.postMessage(await reportPdf(report, fonts, madeAt));
