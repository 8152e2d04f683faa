import type { Exchange } from '#main/service-client/exchange.ts';
import type { Transport, TransportRequest } from '#main/service-client/transport.ts';
import { accepting, toExchange, type Answer } from './answers.ts';

/** A POST that the service holds and has not answered. */
export interface HeldRequest {
  readonly key: string;
  readonly token: string;
  answer(answer: Answer): void;
  /** The answer reaches a process that will not live to write it down. */
  answerTooLate(answer: Answer): void;
}

/** What the model wants to be told; called while the app is at it. */
export interface ServiceWitness {
  /** Anything that leaves, probes too. */
  asked(request: TransportRequest): void;
  posted(request: TransportRequest, key: string, underWay: number): void;
  answered(key: string, token: string, answer: Answer): void;
  /** A reading was answered with 401. */
  readingUnauthorised(token: string): void;
}

/** The service and the wire to it, without a socket: it does what it was last told to do with every request. */
export interface FakeService {
  /** How every request is answered from now on; null holds those that ask for something to be done. */
  behaviour: Answer | null;
  /** How the next of them are answered, before that. */
  next: (Answer | null)[];
  /** How what goes under these keys is always answered, before anything else. */
  readonly always: Map<string, Answer>;
  held(): readonly HeldRequest[];
  /** Requests seen so far, of any kind. */
  seen(): number;
  /** Answers given so far. */
  given(): number;
  /** Cuts all wires to the process that runs now: it neither hears nor is heard any more, until it hangs up. */
  cut(): void;
  /** A transport for a process that starts, which may have several. */
  connect(): Transport;
}

const fakes = new Map<string, FakeService>();

/** Takes the place of the real transport: the fake that stands at an address, or an error where there is none. */
export function transportOfFake(baseUrl: string): Transport {
  const fake = fakes.get(baseUrl);
  if (fake === undefined) throw new Error(`No service stands at ${baseUrl}.`);
  return fake.connect();
}

/** Puts a fake at an address until `remove`. */
export function standAt(baseUrl: string, witness: ServiceWitness): FakeService & { remove(): void } {
  const open = new Set<{ heard: boolean; waiting: Set<(exchange: Exchange) => void> }>();
  const held = new Map<number, HeldRequest>();
  const looks = new Map<string, number>();
  let seen = 0;
  let given = 0;

  function reading(path: string): Exchange {
    const number = (looks.get(path) ?? 0) + 1;
    looks.set(path, number);
    const result = { id: path, status: number < 3 ? 'pending' : 'completed' };
    return answeredWith(JSON.stringify(result));
  }

  function answerTo(request: TransportRequest): Exchange {
    const answer = fake.behaviour ?? accepting;
    if (answer.row === 'not_sent' || answer.row === 'no_answer') return toExchange(answer, '');
    if (request.method === 'HEAD') return { ...answeredWith(''), status: 404 };
    if (answer.row === 'accepts') return reading(request.path);
    if (answer.row === 'unauthorised' && request.token !== null) witness.readingUnauthorised(request.token);
    return toExchange(answer, '');
  }

  const fake: FakeService & { remove(): void } = {
    behaviour: null,
    next: [],
    always: new Map(),
    held: () => [...held.values()],
    seen: () => seen,
    given: () => given,
    cut() {
      for (const line of open) line.heard = false;
      open.clear();
      held.clear();
    },
    connect() {
      const line: { heard: boolean; waiting: Set<(exchange: Exchange) => void> } = {
        heard: true,
        waiting: new Set(),
      };
      open.add(line);
      return {
        exchange(request) {
          return new Promise((resolve) => {
            line.waiting.add(resolve);
            if (!line.heard) return;
            seen += 1;
            const number = seen;
            witness.asked(request);
            const settle = (exchange: Exchange) => {
              given += 1;
              line.waiting.delete(resolve);
              resolve(exchange);
            };
            if (request.method !== 'POST') {
              queueMicrotask(() => {
                if (line.heard) settle(answerTo(request));
              });
              return;
            }
            const key = request.headers['idempotency-key'] ?? '';
            const token = request.token ?? '';
            held.set(number, {
              key,
              token,
              answer(answer) {
                held.delete(number);
                witness.answered(key, token, answer);
                settle(toExchange(answer, `request-${number}`));
              },
              answerTooLate(answer) {
                held.delete(number);
                settle(toExchange(answer, `request-${number}`));
              },
            });
            const planned = fake.always.get(key) ?? fake.next.shift();
            const answer = planned === undefined ? fake.behaviour : planned;
            witness.posted(request, key, held.size);
            if (answer !== null && line.heard) {
              queueMicrotask(() => {
                if (line.heard) held.get(number)?.answer(answer);
              });
            }
          });
        },
        close() {
          for (const resolve of line.waiting) resolve({ kind: 'no_answer', detail: 'UND_ERR_DESTROYED' });
          line.waiting.clear();
          if (line.heard) held.clear();
          return Promise.resolve();
        },
      };
    },
    remove() {
      fakes.delete(baseUrl);
    },
  };
  fakes.set(baseUrl, fake);
  return fake;
}

function answeredWith(body: string): Extract<Exchange, { kind: 'answered' }> {
  return {
    kind: 'answered',
    status: 200,
    contentType: 'application/json',
    retryAfter: null,
    date: null,
    location: null,
    wwwAuthenticate: null,
    bytes: null,
    body,
    cut: null,
  };
}
