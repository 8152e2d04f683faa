import { join } from 'node:path';
import type { z } from 'zod';
import { startCore, type Core } from '#main/app/core.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { calls, type CallInput, type CallName, type CallOutput } from '#shared/ipc/contract.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import type { Random } from '#test/chaos/random.ts';
import type { FakeClock } from '#test/fake-clock.ts';
import type { memoryKeychain } from '#test/memory-keychain.ts';

const outputs: { [N in CallName]: { output: z.ZodType<CallOutput<N>> } } = calls;
const root = join(import.meta.dirname, '..', '..', '..');

/** So long a call may take, in ms of the wall clock. */
const callLimitMs = 30_000;

export interface AppDeps {
  dataDir: string;
  clock: FakeClock;
  keychain: Awaited<ReturnType<typeof memoryKeychain>>;
  random: Random;
  /** What of the app is a fault whatever the service answers. */
  onFault: (what: string) => void;
  /** Every answer to a call and every event, as text. */
  onMessage: (text: string) => void;
}

/** The app's core while it runs, spoken to as a screen speaks to it. */
export interface App {
  readonly core: Core;
  try<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>>;
  /** The same for calls that cannot be refused; a refusal is a fault. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  sealed(token: string): Promise<Awaited<ReturnType<typeof sealToken>>>;
  stop(): Promise<void>;
}

export async function startApp(parts: AppDeps): Promise<App> {
  const { clock, onFault, onMessage } = parts;
  const started = await startCore({
    dataDir: parts.dataDir,
    facts: { version: 'fuzz', host: 'browser', platform: 'linux' },
    clock,
    keychain: parts.keychain,
    emit: (name, payload) => {
      onMessage(JSON.stringify({ name, payload }));
    },
    openOutside: () => Promise.resolve(false),
    random: () => parts.random.next(),
    limits: { connectMs: 5000, wholeMs: 2500, bodyBytes: 1024 * 1024 },
    assets: assetsOfSource(root),
  });
  if (!started.ok) throw new Error(`The app does not start: ${started.error.message}`);
  const { core } = started;

  async function attempt<N extends CallName>(
    name: N,
    input: CallInput<N>,
  ): Promise<CallResult<CallOutput<N>>> {
    const answer = await inTime(core.call(name, input), `${name} does not answer.`);
    onMessage(JSON.stringify(answer));
    if (!answer.ok) {
      if (answer.error.code === 'internal') onFault(`${name} failed.`);
      return answer;
    }
    return { ok: true, value: outputs[name].output.parse(answer.value) };
  }

  return {
    core,
    try: attempt,
    async ask(name, input) {
      const answer = await attempt(name, input);
      if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
      return answer.value;
    },
    async sealed(token) {
      const start = await attempt('app.start', null);
      if (!start.ok) throw new Error(start.error.message);
      return sealToken(token, start.value.sealingKey);
    },
    async stop() {
      let stopped = false;
      const stopping = core.stop().finally(() => {
        stopped = true;
      });
      for (let turns = 0; turns < 20_000 && !stopped; turns += 1) {
        clock.advance(100);
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
      }
      await inTime(stopping, 'The app does not stop.');
    },
  };
}

async function inTime<T>(work: Promise<T>, late: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(late));
  }, callLimitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
