import { onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#main/clock.ts';
import { startCore, type Core, type StartedCore } from '#main/app/core.ts';
import type { Keychain } from '#main/keychain/keychain.ts';
import type { ProxyResolver } from '#main/network/proxy-candidate.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { appStart } from '#shared/ipc/app.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { assets } from './assets.ts';
import { memoryKeychain } from './workspace-harness.ts';

export interface TestCore {
  core: Core;
  events: { name: string; payload: unknown }[];
  results: { call: string; result: unknown }[];
  /** Makes one call as a screen does. */
  call(name: string, input?: unknown): Promise<CallResult<unknown>>;
  /** Connects to a server with a token, sealed as the screen seals it. */
  connect(address: string, token: string, vendorId?: string): Promise<CallResult<unknown>>;
  replaceToken(token: string): Promise<CallResult<unknown>>;
  stop(): Promise<void>;
}

export interface TestCoreOptions {
  dataDir: string;
  keychain?: Keychain;
  clock?: Clock;
  proxies?: ProxyResolver;
  interfacePolicyFile?: string;
  /** Called with the core before the first workspace is open, which is waited for otherwise. */
  onStarted?: (core: Core) => Promise<void>;
  /** Of Gangway. */
  version?: string;
}

/** Starts the app's core without a host; whatever comes of it is handed back. */
export async function tryStartCore(options: TestCoreOptions) {
  const events: { name: string; payload: unknown }[] = [];
  const started: StartedCore = await startCore({
    dataDir: options.dataDir,
    facts: { version: options.version ?? '1.0.0', host: 'browser', platform: 'linux' },
    clock: options.clock ?? systemClock,
    keychain: options.keychain ?? (await memoryKeychain()),
    emit: (name, payload) => events.push({ name, payload }),
    openOutside: () => Promise.resolve(false),
    ...(options.proxies === undefined ? {} : { proxies: options.proxies }),
    ...(options.interfacePolicyFile === undefined
      ? {}
      : { interfacePolicyFile: options.interfacePolicyFile }),
    random: () => 0.5,
    assets,
  });
  if (started.ok) {
    await options.onStarted?.(started.core);
    await started.core.begun;
  }
  return { started, events };
}

/** Starts the app's core without a host. Stopped when the test has finished, if the test has not stopped it before. */
export async function startTestCore(options: TestCoreOptions): Promise<TestCore> {
  const { started, events } = await tryStartCore(options);
  if (!started.ok) throw new Error(`The core does not start: ${started.error.message}`);
  const { core } = started;
  const results: TestCore['results'] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= core.stop());
  onTestFinished(stop);

  async function call(name: string, input: unknown = null): Promise<CallResult<unknown>> {
    const result = await core.call(name, input);
    results.push({ call: name, result });
    return result;
  }
  async function sealed(token: string) {
    const start = await call('app.start');
    if (!start.ok) throw new Error(start.error.message);
    return sealToken(token, appStart.parse(start.value).sealingKey);
  }
  return {
    core,
    events,
    results,
    call,
    connect: async (address, token, vendorId) =>
      call('workspaces.connect', {
        address,
        name: 'Test',
        token: await sealed(token),
        vendorId: vendorId ?? null,
      }),
    replaceToken: async (token) => call('workspaces.replaceToken', { token: await sealed(token) }),
    stop,
  };
}
