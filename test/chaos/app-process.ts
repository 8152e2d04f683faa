import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { CallResult } from '#shared/ipc/call.ts';
import { calls, type CallInput, type CallName, type CallOutput } from '#shared/ipc/contract.ts';
import { sealToken } from '#shared/base/sealed-token.ts';

const heard = z.union([
  z.object({ id: z.number(), result: z.unknown() }),
  z.object({ event: z.string(), payload: z.unknown() }),
  z.object({ ready: z.literal(true) }),
]);
const failed = z.object({
  ok: z.literal(false),
  error: z.custom<Extract<CallResult<never>, { ok: false }>['error']>(),
});

const outputs: { [N in CallName]: { output: z.ZodType<CallOutput<N>> } } = calls;

/** How one process of the app is started. */
export interface AppOptions {
  dataDir: string;
  /** How much faster than ours its clocks run, and by how much its wall clock is off. */
  speed: number;
  offsetMs: number;
  /** What its own random numbers (the jitter of its waits) follow from. */
  seed: number;
  /** Where Node keeps what it has compiled, so that the next start is quicker. */
  compileCache: string;
  /** Where a keychain is kept; there is none where it is absent. */
  keychainFile?: string;
}

/** What the driver has to know of a process besides the answers to its calls. */
export interface AppWatcher {
  /** Sees every message of the process as text, to look for what must not be in it. */
  onMessage(text: string): void;
  /** It ended without having been killed: a crash. */
  onEndedUnasked(how: string): void;
  /** A call was answered with a fault of the app's own. */
  onFault(call: string): void;
}

/** The app's core while its process lives. Calls that are under way when it dies come back as null. */
export interface AppProcess {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>> | null>;
  giveToken(token: string): Promise<void>;
  shiftClock(byMs: number): void;
  /** The signal is sent before this returns; the promise is the process's end. */
  kill(): Promise<void>;
  hasEnded(): boolean;
  pause(): void;
  resume(): void;
}

/** Starts the app and waits until it can be called; null where it ended before that. */
export async function startAppProcess(options: AppOptions, watcher: AppWatcher): Promise<AppProcess | null> {
  const { dataDir, speed, offsetMs, seed, compileCache, keychainFile } = options;
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'core-child.ts'),
    [
      dataDir,
      String(speed),
      String(offsetMs),
      String(seed),
      ...(keychainFile === undefined ? [] : [keychainFile]),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    },
  );
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  let dead = false;
  let killed = false;
  const ready = new Promise<boolean>((resolve) => {
    child.on('message', (raw) => {
      watcher.onMessage(JSON.stringify(raw));
      const told = heard.parse(raw);
      if ('ready' in told) resolve(true);
      else if ('id' in told) {
        waiting.get(told.id)?.(told.result);
        waiting.delete(told.id);
      }
    });
    child.once('exit', (code, signal) => {
      dead = true;
      // One that ended by itself a moment before it was to be killed has a code, or another signal.
      if (!killed || signal !== 'SIGKILL') watcher.onEndedUnasked(signal ?? `code ${String(code)}`);
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
      resolve(false);
    });
  });
  if (!(await ready)) return null;

  async function call<N extends CallName>(
    name: N,
    input: CallInput<N>,
  ): Promise<CallResult<CallOutput<N>> | null> {
    if (dead) return null;
    lastId += 1;
    const id = lastId;
    const answer = await new Promise<unknown>((resolve) => {
      waiting.set(id, resolve);
      child.send({ id, name, input }, (error) => {
        if (error !== null) resolve(null);
      });
    });
    if (answer === null) return null;
    const problem = failed.safeParse(answer);
    if (problem.success) {
      if (problem.data.error.code === 'internal') watcher.onFault(name);
      return problem.data;
    }
    return {
      ok: true,
      value: outputs[name].output.parse(z.object({ value: z.unknown() }).parse(answer).value),
    };
  }

  return {
    call,
    async giveToken(token) {
      const start = await call('app.start', null);
      if (start === null || !start.ok) return;
      await call('workspaces.replaceToken', { token: await sealToken(token, start.value.sealingKey) });
    },
    shiftClock(byMs) {
      // Where it cannot be told any more, its end is.
      if (!dead) child.send({ shiftClock: byMs }, () => undefined);
    },
    async kill() {
      if (dead) return;
      killed = true;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    hasEnded: () => dead,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
