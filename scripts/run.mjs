/**
 * The one entry behind every npm script: sees to it that a Node that fits is there, then runs the task with it. Runs on
 * Node 18 and newer, with nothing installed.
 */
import { spawn } from 'node:child_process';
import { nodeFits, nodeToFetch } from './bootstrap/node-version.mjs';

if (nodeFits(process.version)) {
  const { runTask } = await import('./bootstrap/tasks.ts');
  process.exitCode = await runTask(process.argv.slice(2));
} else {
  runWithFetchedNode();
}

/** Runs this again with a Node that npm fetches, once, beside the one installed. */
function runWithFetchedNode() {
  const needed = `Gangway needs Node 24 or newer and this is ${process.version}`;
  const npm = process.env['npm_execpath'] ?? '';
  if (!npm.endsWith('npm-cli.js')) {
    console.error(`${needed}; install Node 24 from https://nodejs.org and try again.`);
    process.exitCode = 1;
    return;
  }
  console.error(`${needed}; npm brings Node ${nodeToFetch} for it.`);
  const child = spawn(
    process.execPath,
    [npm, 'exec', '--yes', '--prefer-offline', `--package=node@${nodeToFetch}`, '--', 'node'].concat(
      process.argv.slice(1),
    ),
    { stdio: 'inherit' },
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // A terminal gives Ctrl+C to the whole group already; a second SIGINT would read as "now, and untidily".
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('close', (code) => (process.exitCode = code ?? 1));
}
