import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Asked } from './bodies.ts';
import type { Operation } from './meaning.ts';
import type { Way } from './ways.ts';

/** One request of an operation and what became of it. */
export interface Answered {
  number: number;
  operation: Operation;
  subject: string;
  key: string | null;
  token: string;
  way: Way;
  /** `nothing`: no byte of the answer can have arrived. `unsure`: the app may have stopped listening before. */
  arrived: 'whole' | 'part' | 'unsure' | 'nothing';
  /** What was sent of the body. */
  sent: Buffer;
  /** Whether this request did it; a repeat that was recognized did not. */
  applied: boolean;
}

/** What was answered, one after the other, in words. */
export function getStory(answers: readonly Answered[]): string {
  return answers.map(({ way, arrived }) => `${way.name} (${arrived})`).join(' → ');
}

/** A service that answers each request as it is told to, and remembers what it did. */
export interface AnsweringService {
  readonly baseUrl: string;
  readonly answers: readonly Answered[];
  /** Ids of results that were asked for and that the service never gave out. */
  readonly unknownIds: readonly string[];
  of(operation: Operation, subject: string): Answered[];
  /** The submission that an id was given out for; null for an unknown one. */
  getSubmission(id: string): string | null;
  /** Requests that are being answered. */
  underWay(): number;
  close(): Promise<void>;
}

export interface ServiceDeps {
  /** How one request is answered. */
  choose(asked: Omit<Asked, 'said'>, attempt: number, known: boolean, token: string): Way;
  /** Whether the same Idempotency-Key is recognized. */
  honoursKey: boolean;
  isValid(token: string): boolean;
  /** Milliseconds that are long enough for the app to give up. */
  patienceMs: number;
}

const nilId = '00000000-0000-0000-0000-000000000000';
const invitation = z.looseObject({ vendor: z.looseObject({ email: z.string() }) });
const submission = z.looseObject({ data: z.looseObject({ licenseNumber: z.string() }) });

export async function startAnsweringService(parts: ServiceDeps): Promise<AnsweringService> {
  const answers: Answered[] = [];
  const unknownIds: string[] = [];
  const doneKeys = new Set<string>();
  const attempts = new Map<string, number>();
  /** By request id: the license number, and what was submitted. */
  const given = new Map<string, { subject: string; submitted: Record<string, unknown> }>();
  const closing = new AbortController();
  let underWay = 0;

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    underWay += 1;
    void handle(request, response)
      .catch((error: unknown) => {
        // The app may hang up at any moment; whatever else it is must not stay unseen.
        if (!request.destroyed && !closing.signal.aborted) throw error;
      })
      .finally(() => {
        underWay -= 1;
      });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.sendDate = false;
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://service.invalid').pathname);
    if (request.method === 'HEAD') {
      response.writeHead(404).end();
      return;
    }
    const body = await toText(request);
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (path === `/api/verification/${nilId}` || !parts.isValid(token)) {
      const status = parts.isValid(token) ? 404 : 401;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No"}');
      return;
    }
    const asked = askedBy(request.method ?? '', path, body);
    if (asked === null) {
      // An id that was broken on the way is none of the app's making.
      if (!path.includes('\uFFFD')) unknownIds.push(path);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not here"}');
      return;
    }
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : null;
    const name = `${asked.operation} ${asked.subject}`;
    const attempt = attempts.get(name) ?? 0;
    attempts.set(name, attempt + 1);
    const known = parts.honoursKey && key !== null && doneKeys.has(key);
    const way = parts.choose(asked, attempt, known, token);
    const applied = key !== null && way.applies && !known;
    if (applied) doneKeys.add(key);
    for (const id of way.body.ids) given.set(id, { subject: asked.subject, submitted: asked.submitted });
    const answered: Answered = {
      number: answers.length + 1,
      operation: asked.operation,
      subject: asked.subject,
      key,
      token,
      way,
      arrived: 'nothing',
      sent: Buffer.alloc(0),
      applied,
    };
    answers.push(answered);
    await deliver(answered, request, response);
  }

  function askedBy(method: string, path: string, body: string): Omit<Asked, 'said'> | null {
    if (method === 'POST' && path === '/vendors') {
      const { vendor } = invitation.parse(JSON.parse(body));
      return { operation: 'inviteVendor', subject: vendor.email, submitted: {} };
    }
    if (method === 'POST' && path === '/api/verification/queue') {
      const { data } = submission.parse(JSON.parse(body));
      return { operation: 'queueVerification', subject: data.licenseNumber, submitted: data };
    }
    const vendor = /^\/vendors\/(.+)\/profile$/s.exec(path)?.[1];
    if (vendor !== undefined) return { operation: 'getVendorProfile', subject: vendor, submitted: {} };
    const job = /^\/api\/vision\/(.+)$/s.exec(path)?.[1];
    if (job !== undefined) return { operation: 'getDocumentResult', subject: job, submitted: {} };
    const id = /^\/api\/verification\/(.+)$/s.exec(path)?.[1];
    const known = id === undefined ? undefined : given.get(id);
    if (id === undefined || known === undefined) return null;
    return { operation: 'getVerificationResult', subject: id, submitted: known.submitted };
  }

  /** Sends one answer the way it was chosen, and notes how much of it went out. */
  async function deliver(
    answered: Answered,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { way } = answered;
    const { socket } = request;
    const { bytes } = way.wire;
    const isGone = () => socket.destroyed || response.destroyed;
    const waitForHangUp = async () => {
      for (let waited = 0; waited < parts.patienceMs && !isGone(); waited += 20) {
        await pause(20, undefined, { signal: closing.signal });
      }
      socket.destroy();
    };
    for (const code of way.before) {
      if (code === 100) response.writeContinue();
      else if (code === 102) response.writeProcessing();
      else response.writeEarlyHints({ link: '</a>; rel=preload' });
    }
    if (way.delivery === 'dropped') {
      socket.destroy();
      return;
    }
    if (way.delivery === 'reset') {
      socket.resetAndDestroy();
      return;
    }
    if (way.delivery === 'too late') {
      await waitForHangUp();
      return;
    }
    if (way.delivery === 'late') await pause(60, undefined, { signal: closing.signal });
    const chunked = way.delivery === 'chunked' || way.delivery === 'slow bytes';
    const length = chunked || way.status === 204 ? {} : { 'content-length': String(bytes.length) };
    response.writeHead(way.status, { ...way.headers, ...length });
    const half = Math.ceil(bytes.length / 2);
    // What waits in a connection that breaks is never said to be written.
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    if (isGone()) return;
    const write = async (part: Buffer) => {
      if (isGone()) return;
      answered.sent = Buffer.concat([answered.sent, part]);
      const written = new Promise<void>((resolve) => {
        response.write(part, () => {
          resolve();
        });
      });
      await Promise.race([written, gone]);
    };
    const end = () => Promise.race([gone, new Promise<void>((resolve) => response.end(resolve))]);
    switch (way.delivery) {
      case 'whole':
      case 'late':
        if (way.status !== 204) await write(bytes);
        await end();
        answered.arrived = response.writableFinished ? 'whole' : 'unsure';
        return;
      case 'chunked':
      case 'slow bytes': {
        const size = Math.max(Math.ceil(bytes.length / 5), 1);
        for (let at = 0; at < bytes.length; at += size) {
          await write(bytes.subarray(at, at + size));
          if (way.delivery === 'slow bytes') await pause(15, undefined, { signal: closing.signal });
        }
        await end();
        answered.arrived = response.writableFinished ? 'whole' : 'unsure';
        return;
      }
      case 'closed after head':
        response.flushHeaders();
        await pause(5, undefined, { signal: closing.signal });
        socket.end();
        answered.arrived = 'part';
        return;
      case 'closed mid-body':
        await write(bytes.subarray(0, half));
        socket.end();
        answered.arrived = 'part';
        return;
      case 'reset mid-body':
        await write(bytes.subarray(0, half));
        await pause(5, undefined, { signal: closing.signal });
        socket.resetAndDestroy();
        answered.arrived = 'unsure';
        return;
      case 'stalled mid-body':
        await write(bytes.subarray(0, half));
        answered.arrived = 'part';
        await waitForHangUp();
        return;
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    answers,
    unknownIds,
    of: (operation, subject) =>
      answers.filter((one) => one.operation === operation && one.subject === subject),
    getSubmission: (id) => given.get(id)?.subject ?? null,
    underWay: () => underWay,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function toText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(z.instanceof(Buffer).parse(part));
  return Buffer.concat(parts).toString('utf8');
}
