import { createServer, connect, type Server, type Socket } from 'node:net';
import type { Random } from './random.ts';

/** What can happen to one connection on its way. Bytes and milliseconds. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'latency'; ms: number }
  | { kind: 'reset_at_once' }
  | { kind: 'cut_up'; bytes: number }
  /** With 0 bytes the service applies the request and its answer is lost. */
  | { kind: 'cut_down'; bytes: number }
  | { kind: 'slow'; bytesPerTick: number }
  | { kind: 'black_hole' };

/** A TCP proxy that does to each new connection what it is told. */
export interface FaultProxy {
  port: number;
  /** Chooses the fault of each connection from now on. */
  faults(choose: () => Fault): void;
  /**
   * Calls `told` once, when the next answer to a POST has come this far and nothing of it was passed on yet. Gives back
   * how to call that off.
   */
  onAnswerToPost(told: () => void): () => void;
  /** Breaks every connection that is open now. */
  breakAll(): void;
  /** Stops listening, so that connections are refused; or listens again on the same port. */
  setListening(on: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A fault for a connection, most of them harmless enough for work to get done. */
export function randomFault(random: Random): Fault {
  const roll = random.next();
  if (roll < 0.45) return { kind: 'none' };
  if (roll < 0.55) return { kind: 'latency', ms: random.between(1, 60) };
  if (roll < 0.65) return { kind: 'reset_at_once' };
  if (roll < 0.75) return { kind: 'cut_up', bytes: random.between(0, 900) };
  if (roll < 0.92) return { kind: 'cut_down', bytes: random.chance(0.6) ? 0 : random.between(1, 2500) };
  if (roll < 0.96) return { kind: 'slow', bytesPerTick: random.between(40, 400) };
  return { kind: 'black_hole' };
}

const tickMs = 5;
const post = Buffer.from('POST ');

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const open = new Set<Socket>();
  let choose: () => Fault = () => ({ kind: 'none' });
  let tellOfAnswer: (() => void) | null = null;
  let server = createServer(accept);

  function accept(client: Socket): void {
    open.add(client);
    client.on('close', () => open.delete(client));
    // Whatever breaks here is what this proxy is for.
    client.on('error', () => client.destroy());
    carry(client, choose());
  }

  function carry(client: Socket, fault: Fault): void {
    if (fault.kind === 'reset_at_once') {
      client.resetAndDestroy();
      return;
    }
    if (fault.kind === 'black_hole') {
      client.resume();
      return;
    }
    const upstream = connect({ port: target, host: '127.0.0.1' });
    open.add(upstream);
    upstream.on('close', () => {
      open.delete(upstream);
      client.destroy();
    });
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    // Both are listened to before the relays do it, which pass on what came.
    let posted = false;
    client.on('data', (chunk: Buffer) => {
      posted ||= chunk.subarray(0, 5).equals(post);
    });
    upstream.on('data', () => {
      if (!posted) return;
      posted = false;
      const told = tellOfAnswer;
      tellOfAnswer = null;
      told?.();
    });
    relay(client, upstream, fault, fault.kind === 'cut_up' ? fault.bytes : Infinity);
    relay(upstream, client, fault, fault.kind === 'cut_down' ? fault.bytes : Infinity);
  }

  function relay(from: Socket, to: Socket, fault: Fault, cutAfter: number): void {
    let passed = 0;
    let pending = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      pending = pending.then(async () => {
        if (fault.kind === 'latency') await pause(fault.ms);
        const step = fault.kind === 'slow' ? fault.bytesPerTick : chunk.length;
        for (let at = 0; at < chunk.length; at += step) {
          const room = Math.max(cutAfter - passed, 0);
          const part = chunk.subarray(at, at + Math.min(step, room));
          passed += part.length;
          if (part.length > 0 && !to.destroyed) to.write(part);
          if (room < Math.min(step, chunk.length - at)) {
            from.resetAndDestroy();
            to.resetAndDestroy();
            return;
          }
          if (fault.kind === 'slow') await pause(tickMs);
        }
      });
    });
  }

  function listen(on: Server, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      on.once('error', reject);
      on.listen(port, '127.0.0.1', () => {
        const address = on.address();
        if (address === null || typeof address === 'string') reject(new Error('A TCP server has a port.'));
        else resolve(address.port);
      });
    });
  }

  function stopListening(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      for (const socket of open) socket.resetAndDestroy();
    });
  }

  const port = await listen(server, 0);
  let listening = true;
  return {
    port,
    faults(next) {
      choose = next;
    },
    onAnswerToPost(told) {
      tellOfAnswer = told;
      return () => {
        if (tellOfAnswer === told) tellOfAnswer = null;
      };
    },
    breakAll() {
      for (const socket of open) socket.resetAndDestroy();
    },
    async setListening(on) {
      if (on === listening) return;
      listening = on;
      if (on) {
        server = createServer(accept);
        await listen(server, port);
      } else await stopListening();
    },
    close: stopListening,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
