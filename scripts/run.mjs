/**
 * The one entry behind every npm script: sees to it that the Node, the packages and the build that a task
 * needs are there, then runs the task. Runs on Node 18 and newer, with nothing installed.
 */
import { CannotGoOn } from './bootstrap/cannot-go-on.mjs';
import { tasks } from './bootstrap/tasks.mjs';

const [name = '', ...args] = process.argv.slice(2);
const task = tasks.get(name);

if (task === undefined) {
  console.error(`There is no task "${name}". There are: ${[...tasks.keys()].join(', ')}.`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await task(args);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
