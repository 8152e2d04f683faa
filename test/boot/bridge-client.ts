import { WebSocket } from 'ws';
import { z } from 'zod';
import { hostGreeting, offeredProtocols } from '#browser/session-exchange.ts';

const answer = z.object({ id: z.number(), result: z.unknown() });

/** The page's end of the browser host's WebSocket. */
export interface BridgeClient {
  call(name: string, input: unknown): Promise<unknown>;
  sendRaw(data: string | Buffer): void;
  /** The answer to a call that was sent raw. */
  answerTo(id: number): Promise<unknown>;
  /** The first thing that the host said: what proves it. */
  greeting: Promise<string>;
  /** Names of the events heard until now. */
  events: string[];
  heard(event: string): Promise<void>;
  /** The code with which the host closed the connection. */
  closed: Promise<number>;
  drop(): void;
}

/** Opens the bridge as a page of the host does that was signed in. */
export async function openBridge(port: number, pageSecret: string): Promise<BridgeClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, offeredProtocols(pageSecret), {
    headers: { origin: `http://127.0.0.1:${port}` },
  });
  let greeted: (hostSecret: string) => void = () => undefined;
  const greeting = new Promise<string>((resolve) => (greeted = resolve));
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  const waiting = new Map<number, (result: unknown) => void>();
  const events: string[] = [];
  const awaited = new Map<string, (() => void)[]>();
  let lastId = 0;
  socket.on('message', (data: Buffer) => {
    const told: unknown = JSON.parse(data.toString());
    const first = hostGreeting.safeParse(told);
    if (first.success) {
      greeted(first.data.host);
      return;
    }
    const event = z.object({ event: z.string() }).safeParse(told);
    if (event.success) {
      events.push(event.data.event);
      for (const resolve of awaited.get(event.data.event) ?? []) resolve();
      awaited.delete(event.data.event);
      return;
    }
    const { id, result } = answer.parse(told);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    // After the opening an error ends in a close, which is what tests look at.
    socket.on('error', reject);
  });

  async function orClosed<T>(work: Promise<T>): Promise<T> {
    const end = closed.then((code) => {
      throw new Error(`The host closed the connection with ${code}.`);
    });
    return Promise.race([work, end]);
  }

  function answerTo(id: number): Promise<unknown> {
    return orClosed(
      new Promise<unknown>((resolve) => {
        waiting.set(id, resolve);
      }),
    );
  }

  return {
    call(name, input) {
      lastId += 1;
      const answered = answerTo(lastId);
      socket.send(JSON.stringify({ id: lastId, name, input }));
      return answered;
    },
    answerTo,
    sendRaw: (data) => {
      socket.send(data);
    },
    greeting,
    events,
    heard(event) {
      if (events.includes(event)) return Promise.resolve();
      return orClosed(
        new Promise<void>((resolve) => {
          awaited.set(event, [...(awaited.get(event) ?? []), resolve]);
        }),
      );
    },
    closed,
    drop: () => {
      socket.terminate();
    },
  };
}

/** What a WebSocket is answered that the host does not let in: an HTTP status, or null where it was let in. */
export async function upgradeStatus(
  port: number,
  path: string,
  pageSecret: string | null,
  headers: Record<string, string>,
): Promise<number | null> {
  const protocols = pageSecret === null ? [] : offeredProtocols(pageSecret);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.terminate();
      resolve(null);
    });
    socket.on('unexpected-response', (asked, response) => {
      asked.destroy();
      resolve(response.statusCode ?? 0);
    });
  });
}
