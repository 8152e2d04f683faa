import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { z } from 'zod';
import { assetsOfSource } from '#main/app/assets.ts';
import { startCore, type Core, type CoreDeps } from '#main/app/core.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import type { Trust } from '#main/network/trust.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import {
  calls,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  type GangwayBridge,
} from '#shared/ipc/contract.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { createRunningClock, type RunningClock } from './running-clock.ts';

/** Answers of calls that are not left to the core: what only a host can do, and what cannot be brought about here. */
export type Answers = {
  [N in CallName]?:
    | ((input: CallInput<N>) => CallResult<CallOutput<N>> | Promise<CallResult<CallOutput<N>>>)
    | undefined;
};

export function ok<T>(value: T): CallResult<T> {
  return { ok: true, value };
}

export function fail(code: CallError['code'], message: string): CallResult<never> {
  return { ok: false, error: { code, message } };
}

/** The real core, started in this process, as the page reaches it. */
export interface CoreBridge extends GangwayBridge {
  /** What the page asked for, in order. */
  readonly asked: { name: CallName; input: unknown }[];
  /** What the page asked for by one call, in order. */
  readonly inputsOf: (name: CallName) => unknown[];
  readonly core: Core;
  readonly service: FakeService;
  readonly clock: RunningClock;
  /** Tokens and sign-ins that are kept, by account. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Calls as the page does, on behalf of the test; an answer that is no value is thrown as an error. */
  readonly ask: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
  /** Has a call answered in another way from now on; undefined leaves it to the core again. */
  readonly answer: (answers: Answers) => void;
  /** Tells the page what the core tells of itself only when its host or the service does something. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void;
  stop(): Promise<void>;
}

export interface CoreBridgeOptions extends Pick<
  Partial<CoreDeps>,
  'interfacePolicyFile' | 'requirementsFile' | 'keychain' | 'proxies' | 'showMenu' | 'updates'
> {
  dataDir: string;
  service?: FakeService;
  clock?: RunningClock;
  /** What the keychain holds at the start. */
  secrets?: Iterable<readonly [string, string]>;
  facts?: Partial<CoreDeps['facts']>;
  /** The certificates that are trusted; those of this computer where nothing is said. */
  loadTrust?: () => Promise<Trust>;
  answers?: Answers;
}

/** What each call answers with, typed so that a name leads to its own. */
const outputs: { [N in CallName]: { output: z.ZodType<CallOutput<N>> } } = calls;

const assets = assetsOfSource(join(import.meta.dirname, '../..'));

/** Starts the core on a data folder, with a fake service in place of the network. */
export async function startCoreBridge(options: CoreBridgeOptions): Promise<CoreBridge> {
  const {
    service = createFakeService('https://harborlane.example.com'),
    clock = createRunningClock(),
    proxies = environmentProxies({}),
    dataDir,
    facts,
    loadTrust,
    ...host
  } = options;
  const events = new EventEmitter().setMaxListeners(0);
  const asked: CoreBridge['asked'] = [];
  const answers: Answers = { ...options.answers };
  const secrets = new Map(options.secrets);
  const keychain = options.keychain ?? (await memoryKeychain(secrets));
  let stopping: Promise<void> | null = null;

  function emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    queueMicrotask(() => {
      if (stopping === null) events.emit(name, payload);
    });
  }

  const started = await startCore({
    ...host,
    dataDir,
    facts: { version: '1.0.0', host: 'browser', platform: 'windows', ...facts },
    clock,
    keychain,
    emit: (name, payload) => {
      // The core's own account of the queue would contradict a test that gives another.
      if (name !== 'sync.changed' || answers['outbox.status'] === undefined) emit(name, payload);
    },
    openOutside: () => Promise.resolve(false),
    proxies,
    network: { ...createNetwork(proxies, keychain, loadTrust), agent: () => service.connect() },
    random: () => 0.5,
    assets,
  });
  if (!started.ok) throw new Error(`The core does not start: ${started.error.message}`);
  const { core } = started;
  await core.begun;

  async function carry<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>> {
    const answer: Answers[N] = answers[name];
    if (answer !== undefined) {
      calls[name].input.parse(input);
      return answer(input);
    }
    const result = await core.call(name, structuredClone(input));
    // Whatever leaves the core leaves it as the contract has it, and as a copy.
    return result.ok ? ok(outputs[name].output.parse(result.value)) : result;
  }

  return {
    asked,
    inputsOf: (name) => asked.filter((one) => one.name === name).map(({ input }) => input),
    core,
    service,
    clock,
    secrets,
    emit,
    call(name, input) {
      asked.push({ name, input });
      return carry(name, input);
    },
    on(name, listener) {
      events.on(name, listener);
      return () => void events.off(name, listener);
    },
    async ask(name, input) {
      const result = await carry(name, input);
      if (!result.ok) throw new Error(`${name} was refused: ${result.error.message}`);
      return result.value;
    },
    answer: (more) => void Object.assign(answers, more),
    stop: () =>
      (stopping ??= core.stop(0).then(() => {
        clock.stop();
      })),
  };
}
