import { spawn } from 'node:child_process';
import os from 'node:os';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ exitCode: number, output: string, timedOut: boolean }} Outcome */

/** @type {Set<ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let interruption;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    interruption = signal;
    // A terminal gives Ctrl+C to the whole group already; a second SIGINT would read as "now, and untidily".
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of running) child.kill(signal);
  });
}

/** The exit code for the signal that asked this process to end, or undefined while none did. */
export function interruptedWith() {
  return interruption === undefined ? undefined : getExitCode(null, interruption);
}

/**
 * The exit code of an ended process; 128 plus its number for a signal, as shells have it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function getExitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]);
}

/**
 * Runs a program to its end. Signals sent to this process reach it. No shell takes part, so arguments
 * arrive as they are on every system.
 *
 * `show: 'all'` lets it write to this process's own output; `'none'` collects what it writes in `output`.
 * A program that cannot be started has exit code 127; one that ran past `timeLimitMs` is killed and has 124.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ show: 'all' | 'none', env?: NodeJS.ProcessEnv, cwd?: string, timeLimitMs?: number, keyboard?: boolean }} how
 * @returns {Promise<Outcome>}
 */
export function run(file, args, how) {
  return new Promise((resolve) => {
    const stdin = how.keyboard === true ? 'inherit' : 'ignore';
    const child = spawn(file, args, {
      cwd: how.cwd,
      env: how.env ?? process.env,
      stdio: how.show === 'all' ? [stdin, 'inherit', 'inherit'] : [stdin, 'pipe', 'pipe'],
      windowsHide: how.show === 'none',
    });
    let output = '';
    let timedOut = false;
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    running.add(child);
    const timer =
      how.timeLimitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, how.timeLimitMs);

    /** @param {number} exitCode */
    const end = (exitCode) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ exitCode: timedOut ? 124 : exitCode, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code, signal) => end(getExitCode(code, signal)));
  });
}

/**
 * The environment with a folder put first on the PATH, whatever the variable's spelling (Windows: Path).
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @param {string} separator
 * @returns {NodeJS.ProcessEnv}
 */
export function withFolderOnPath(env, folder, separator) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const before = env[name];
  return { ...env, [name]: before ? `${folder}${separator}${before}` : folder };
}
