import { createSecureContext } from 'node:tls';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectThrough, createProxyCooldowns } from '#main/network/connect-through.ts';
import { createProxySignIns } from '#main/network/proxy-sign-ins.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';

it('survives a server that hangs up while the certificates are still being read', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Once the other side knows that the connection stands.
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  let faults = 0;
  const onFault = () => (faults += 1);
  process.on('uncaughtException', onFault);
  onTestFinished(() => {
    process.off('uncaughtException', onFault);
  });

  const trust = { context: createSecureContext(), fromSystem: 0 };
  let read: Promise<typeof trust> | null = null;
  // As long as the reset of a connection that was just made needs, and much longer.
  const readSlowly = () =>
    (read ??= new Promise((resolve) => {
      setTimeout(() => {
        resolve(trust);
      }, 200);
    }));
  const target = { host: '127.0.0.1', port, tls: true };
  const parts = {
    connectMs: 5000,
    trust: readSlowly,
    signIns: createProxySignIns(await memoryKeychain(), () => null),
    cooldowns: createProxyCooldowns(() => 0),
    lookup: null,
  };
  await expect(connectThrough(target, [{ kind: 'direct' }], parts)).rejects.toThrow(/ECONNRESET|closed/i);
  expect(faults).toBe(0);
});
