import { parentPort, workerData } from 'node:worker_threads';
import { mendDatabase, toProblem } from './database.ts';
import { readMigrations } from './migrations.ts';
import { lookBeside } from './soundness.ts';
import { soundnessTask, type SoundnessAnswer, type SoundnessTask } from './soundness-task.ts';

function answerTo({ file, migrations, work }: SoundnessTask): SoundnessAnswer {
  const shape = { migrations: readMigrations(migrations) };
  if (work.kind === 'look') return { kind: 'looked', look: lookBeside(file, shape) };
  try {
    return { kind: 'mended', mended: mendDatabase(file, shape, work.now) };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { kind: 'problem', problem };
  }
}

/** The thread that reads one database through: it sends one message and ends. */
parentPort?.postMessage(answerTo(soundnessTask.parse(workerData)));
