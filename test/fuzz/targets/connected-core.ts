import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { assetsOfSource } from '#main/app/assets.ts';
import { systemClock } from '#main/clock.ts';
import { startCore, type Core } from '#main/app/core.ts';
import { appStart } from '#shared/ipc/app.ts';
import { callError } from '#shared/ipc/call.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';

export const fuzzToken = 'fuzz-canary-51c0d9.token~value';
export const fuzzAssets = assetsOfSource(join(import.meta.dirname, '../../..'));

export const answered = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: callError }),
]);

/** A core of its own, with a service that takes whatever is submitted. */
export interface ConnectedCore {
  core: Core;
  folder: string;
  /** What the screens were told since this was asked last. */
  told: () => string;
  /** Connects a workspace where none is open. */
  connect: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startConnectedCore(): Promise<ConnectedCore> {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-fuzz-'));
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const vendor = /^\/vendors\/([^/]+)\/profile$/.exec(request.url ?? '')?.[1];
    const id = vendor === undefined ? crypto.randomUUID() : decodeURIComponent(vendor);
    response.end(JSON.stringify({ id, vendorId: '48213', status: 'Pending' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const address = typeof at === 'object' && at !== null ? `http://127.0.0.1:${at.port}` : '';
  const told: string[] = [];
  const started = await startCore({
    dataDir: join(folder, 'data'),
    facts: { version: '1.0.0', host: 'browser', platform: 'linux' },
    clock: systemClock,
    keychain: await memoryKeychain(),
    emit: (name, payload) => told.push(JSON.stringify([name, payload])),
    openOutside: () => Promise.resolve(false),
    random: Math.random,
    assets: fuzzAssets,
  });
  if (!started.ok) throw new Error(started.error.message);
  const { core } = started;

  async function connect(): Promise<void> {
    if (core.workspace() !== null) return;
    const { sealingKey } = appStart.parse(await unwrap(core, 'app.start'));
    const sealed = await sealToken(fuzzToken, sealingKey);
    await unwrap(core, 'workspaces.connect', { address, name: 'Fuzz', token: sealed, vendorId: null });
  }

  await connect();
  return {
    core,
    folder,
    told: () => told.splice(0).join('\n'),
    connect,
    async close() {
      await core.stop();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a call came to; a refusal is an error. */
export async function unwrap(core: Core, call: string, input: unknown = null): Promise<unknown> {
  const result = answered.parse(await core.call(call, input));
  if (!result.ok) throw new Error(`${call}: ${result.error.message}`);
  return result.value;
}
