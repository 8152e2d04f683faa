import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { loadKeytar } from '#main/keychain/keytar-library.ts';
import { appStart } from '#shared/ipc/app.ts';
import { bootApp } from '#test/boot/booted-app.ts';

const started = z.object({ ok: z.literal(true), value: appStart });
const patient = { timeout: 60_000, interval: 25 };

/** A message bus that takes everybody in and says nothing, until it is closed. */
async function silentBus(file: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(file, resolve);
  });
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(close);
  return { close, callers: () => sockets.size };
}

it('the window of the built app is there while the keychain does not answer, and hears from it when it does', async ({
  skip,
}) => {
  if (process.platform !== 'linux') skip('only Linux has a keychain behind a message bus');
  await loadKeytar().catch(() => skip('keytar is not installed: its binary could not be fetched or built'));
  const folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const bus = await silentBus(join(folder, 'bus'));
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}` };
  const app = bootApp(folder, {}, [], { env });
  onTestFinished(() => {
    app.kill();
  });
  await app.openWindow();
  await vi.waitFor(() => expect(bus.callers()).toBeGreaterThan(0), patient);
  const asked = { channel: 'gangway:app.start', input: null, from: 'own page' };
  const { keychain } = started.parse(await app.ask('call', asked)).value;
  expect(['trying', 'no_answer']).toContain(keychain.kind);
  bus.close();
  await vi.waitFor(() => {
    expect(JSON.stringify(app.details('contents.send'))).toMatch(/keychain\.changed.*absent/);
  }, patient);
});
