import { fileURLToPath } from 'node:url';
import { assetsOfSource } from '#main/app/assets.ts';
import { createAnswerReader } from '#main/answers/answer-reader.ts';

/** The script of the thread in which large answers are read. */
export const answerWorker = assetsOfSource(fileURLToPath(new URL('..', import.meta.url))).workers.answer;

/** Reads answers as the app does. */
export const answerReader = createAnswerReader(answerWorker, (error) => {
  throw error;
});
