import { parentPort, workerData } from 'node:worker_threads';
import { answerTask, runAnswerTask } from './answer-task.ts';

// The thread that reads one large answer.
parentPort?.postMessage(runAnswerTask(answerTask.parse(workerData)));
