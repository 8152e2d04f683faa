import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '#main/app/core.ts';
import { offeredProtocols } from '#browser/session-exchange.ts';
import { startBrowserHost } from '#browser/host.ts';
import { builtPages } from '#test/boot/booted-app.ts';
import { openBridge } from '#test/boot/bridge-client.ts';
import { signIn } from '#test/boot/browser-host-process.ts';
import { startTestCore } from './core-harness.ts';
import { temporaryFolder, until } from './workspace-harness.ts';

/** A host in this process, whose calls are answered by `call`. */
async function startHost(call: Core['call']) {
  const { core } = await startTestCore({ dataDir: temporaryFolder() });
  const host = await startBrowserHost(() => ({ ...core, call }), builtPages, 0);
  onTestFinished(() => host.close());
  const url = new URL(host.newUrl());
  const port = Number(url.port);
  const { page } = await signIn(port, url.searchParams.get('key') ?? '');
  return { host, port, page };
}

/** A page's connection that reads nothing until it is told to. */
async function unread(port: number, page: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const head = [
    'GET /bridge HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: ${offeredProtocols(page).join(', ')}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** A text frame of a client, masked with zeros (RFC 6455, 5.2). */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

const some = 'x'.repeat(10_000);

describe('a page that does not read what is sent to it', () => {
  it('is asked no more, and goes on where it left off once it reads', async () => {
    let routed = 0;
    const { port, page } = await startHost(() => {
      routed += 1;
      return Promise.resolve({ ok: true, value: some });
    });
    const socket = await unread(port, page);
    const calls = 10_000;
    for (let id = 1; id <= calls; id += 1)
      socket.write(frame(`{"id":${id},"name":"app.start","input":null}`));
    await until(() => routed > 10, 'the first calls are carried out');
    // Others are answered meanwhile, so what was to be read of this one has been.
    const other = await openBridge(port, page);
    for (let times = 0; times < 20; times += 1) await other.call('app.start', null);
    other.drop();
    expect(routed).toBeLessThan(calls / 2);

    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    await until(() => received > calls * some.length, 'all are answered');
  }, 60_000);

  it('is let go of once it leaves too much unread, and no other is', { tags: ['nightly'] }, async () => {
    const { host, port, page } = await startHost(() => Promise.resolve({ ok: true, value: null }));
    const socket = await unread(port, page);
    const other = await openBridge(port, page);
    const ids = Array.from({ length: 1000 }, (_, at) => `${at}${some}`);
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    // 200 MB; a page that reads takes each before the next comes.
    for (let times = 0; times < 20; times += 1) {
      const heard = other.call('app.start', null);
      host.emit('search.changed', { ids });
      await heard;
    }
    socket.resume();
    await closed;
    expect(await other.call('app.start', null)).toEqual({ ok: true, value: null });
  });
});
