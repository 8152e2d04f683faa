import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readMigrations } from './migrations.ts';
import { copyMoved } from './moved-file.ts';

export const copyTask = z.object({ file: z.string(), target: z.string(), migrations: z.string() });

/** The thread that copies one file from another computer: it hands back what the file is and ends. */
const { file, target, migrations } = copyTask.parse(workerData);
parentPort?.postMessage(copyMoved(file, target, readMigrations(migrations)));
