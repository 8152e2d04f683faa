import { parentPort, workerData } from 'node:worker_threads';
import {
  repairDatabase,
  toProblem,
  integrityTask,
  type IntegrityAnswer,
  type IntegrityTask,
} from './database.ts';
import { readMigrations } from './migrations.ts';
import { checkWhileOpen } from './integrity.ts';

function answerTo({ file, migrations, work }: IntegrityTask): IntegrityAnswer {
  const shape = { migrations: readMigrations(migrations) };
  if (work.kind === 'check') return { kind: 'checked', finding: checkWhileOpen(file, shape) };
  try {
    return { kind: 'repaired', repaired: repairDatabase(file, shape, work.now) };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { kind: 'problem', problem };
  }
}

/** The thread that reads one database through: it sends one message and ends. */
parentPort?.postMessage(answerTo(integrityTask.parse(workerData)));
