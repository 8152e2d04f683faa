import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readMigrations } from './migrations.ts';
import { lookBeside } from './soundness.ts';

/** What {@link lookBeside} is asked for in a thread of its own. */
export const lookTask = z.object({ file: z.string(), migrations: z.string() });

/** The thread that reads one database through, which is in use meanwhile: it hands back what it was found to be and ends. */
const { file, migrations } = lookTask.parse(workerData);
parentPort?.postMessage(lookBeside(file, { migrations: readMigrations(migrations) }));
