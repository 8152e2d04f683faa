import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { CallResult } from '#shared/ipc/call.ts';
import { calls, type CallInput, type CallName, type CallOutput } from '#shared/ipc/contract.ts';
import { sealToken } from '#shared/sealed-token.ts';

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

/** The app's core while its process lives. Calls that are under way when it dies come back as null. */
export interface AppProcess {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>> | null>;
  giveToken(token: string): Promise<void>;
  shiftClock(byMs: number): void;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** @param onMessage sees every message of the process as text, to look for what must not be in it */
export async function startAppProcess(
  dataDir: string,
  speed: number,
  offsetMs: number,
  onMessage: (text: string) => void,
): Promise<AppProcess> {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'core-child.ts'),
    [dataDir, String(speed), String(offsetMs)],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const waiting = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  let dead = false;
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (raw) => {
      onMessage(JSON.stringify(raw));
      const told = heard.parse(raw);
      if ('ready' in told) resolve();
      else if ('id' in told) {
        waiting.get(told.id)?.(told.result);
        waiting.delete(told.id);
      }
    });
    child.once('exit', (code) => {
      dead = true;
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
      reject(new Error(`The app ended by itself with ${String(code)}.`));
    });
  });
  await ready;

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
    if (problem.success) return problem.data;
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
      if (!dead) child.send({ shiftClock: byMs });
    },
    async kill() {
      if (dead) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
