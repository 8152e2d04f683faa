import { spawn, type ChildProcess } from 'node:child_process';
import os from 'node:os';

export interface HowToRun {
  show: 'all' | 'none';
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  timeLimitMs?: number;
  keyboard?: boolean;
}
export interface Outcome {
  exitCode: number;
  output: string;
}

const running = new Set<ChildProcess>();
let interruption: NodeJS.Signals | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
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

/** The exit code of an ended process; 128 plus its number for a signal, as shells have it. */
function getExitCode(code: number | null, signal: NodeJS.Signals | null) {
  return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]);
}

/**
 * Runs a program to its end. Signals sent to this process reach it. No shell takes part, so arguments
 * arrive as they are on every system.
 *
 * `show: 'all'` lets it write to this process's own output; `'none'` collects what it writes in `output`.
 * A program that cannot be started has exit code 127; one that ran past `timeLimitMs` is killed and has 124.
 */
export function run(file: string, args: string[], how: HowToRun): Promise<Outcome> {
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

    const end = (exitCode: number) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ exitCode: timedOut ? 124 : exitCode, output });
    };
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code, signal) => end(getExitCode(code, signal)));
  });
}
