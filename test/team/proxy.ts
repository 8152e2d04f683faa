import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * What a proxy does with the next thing that passes. `cut_push`: with the next records that are pushed in clear. `cut_answer`: it
 * reached the server, and its answer is lost. `silence`: nothing passes.
 */
type Fault = 'none' | 'cut_question' | 'cut_push' | 'cut_answer' | 'silence';

/** A proxy in clear before a server of this computer, which can cut connections at a moment and change answers. */
export async function startCuttingProxy(target: number, change = (answer: Buffer): Buffer => answer) {
  let fault: Fault = 'none';
  let left = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const cut = () => {
      left -= 1;
      if (left === 0) fault = 'none';
      near.destroy();
      far.destroy();
    };
    near.on('data', (chunk) => {
      if (fault === 'cut_question' || (fault === 'cut_push' && chunk.includes('INSERT INTO'))) cut();
      else if (fault !== 'silence') far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (fault === 'cut_answer') cut();
      else if (fault !== 'silence') near.write(change(chunk));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  return {
    port: await listen(server),
    failNext(next: Fault, times = 1): void {
      fault = next;
      left = times;
    },
  };
}

/** Something that is no PostgreSQL: says this to whoever writes to it, and hangs up. */
export const startStranger = (word: string): Promise<number> =>
  listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(word));
    }),
  );

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => open.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
