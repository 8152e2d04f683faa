import { Dispatcher } from 'undici';
import type { OperationName } from '#shared/service/operations.ts';

/** One of the five operations as it was asked for. `id` is the one in its path; `body` what was sent, null where nothing was. */
export interface ServiceRequest {
  operation: OperationName;
  id: string;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

/** What comes of a request on the wire. A body that is no text is written as JSON. */
export type ServiceReply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** No connection could be made, so nothing left; `code` as Node or the app's own connections name it. */
  | { notSent: string }
  /** It left, and the connection broke without an answer. */
  | { noAnswer: string }
  /** It left, and nothing comes back until somebody hangs up. */
  | 'silence';

/** How each operation is answered; a reply that is promised comes when it is there. */
export type Replies = Record<
  OperationName,
  (request: ServiceRequest) => ServiceReply | Promise<ServiceReply>
>;

/** A service without a socket: requests end in this process, after they have gone all the way that the app sends them. */
export interface FakeService {
  readonly requests: ServiceRequest[];
  /** How each operation is answered; a test puts its own in. */
  readonly replies: Replies;
  /** What every request meets, before its operation; null for the operation's own. */
  inTheWay: ServiceReply | null;
  /** Files that can be fetched, by address. */
  readonly files: Map<string, { contentType: string; bytes: Uint8Array }>;
  /** The connections of one caller. */
  connect(): Dispatcher;
}

/** A reply that is JSON. */
export const json = (body: unknown, status = 200): ServiceReply => ({ status, body });

const unknownId: ServiceReply = { status: 404, body: { message: 'There is nothing with this ID.' } };

const paths: readonly [operation: OperationName, method: string, path: RegExp][] = [
  ['getVendorProfile', 'GET', /^\/vendors\/([^/]+)\/profile$/],
  ['inviteVendor', 'POST', /^\/vendors()$/],
  ['queueVerification', 'POST', /^\/api\/verification\/queue()$/],
  ['getVerificationResult', 'GET', /^\/api\/verification\/([^/]+)$/],
  ['getDocumentResult', 'GET', /^\/api\/vision\/([^/]+)$/],
];

function readRequest(options: Dispatcher.DispatchOptions): ServiceRequest | null {
  for (const [operation, method, pattern] of paths) {
    const found = method === options.method ? pattern.exec(options.path) : null;
    if (found === null) continue;
    const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : null;
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    return { operation, id: decodeURIComponent(found[1] ?? ''), body, headers };
  }
  return null;
}

/** A service at an address. It knows nothing and takes nothing until a test says otherwise. */
export function createFakeService(baseUrl: string, replies: Partial<Replies> = {}): FakeService {
  const { origin } = new URL(baseUrl);
  const service: FakeService = {
    requests: [],
    replies: {
      getVendorProfile: () => unknownId,
      inviteVendor: () => json({ vendorStatus: 'invited' }, 201),
      queueVerification: () => json({ success: true, id: crypto.randomUUID() }, 202),
      getVerificationResult: () => unknownId,
      getDocumentResult: () => unknownId,
      ...replies,
    },
    inTheWay: null,
    files: new Map(),
    connect: () => new Wire(toReply),
  };

  function toReply(options: Dispatcher.DispatchOptions): ServiceReply | Promise<ServiceReply> {
    if (service.inTheWay !== null) return service.inTheWay;
    const file = service.files.get(`${String(options.origin)}${options.path}`);
    if (file !== undefined)
      return { status: 200, body: file.bytes, headers: { 'content-type': file.contentType } };
    if (options.origin !== origin) return { notSent: 'ENOTFOUND' };
    if (options.method === 'HEAD') return { status: 200 };
    const request = readRequest(options);
    if (request === null) return unknownId;
    service.requests.push(request);
    return service.replies[request.operation](request);
  }
  return service;
}

function failure(code: string): Error {
  return Object.assign(new Error(`The connection failed: ${code}.`), { code });
}

type Answering = (options: Dispatcher.DispatchOptions) => ServiceReply | Promise<ServiceReply>;

/** The connections of one caller, as undici offers them. */
class Wire extends Dispatcher {
  readonly #reply: Answering;
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(reply: Answering) {
    super();
    this.#reply = reply;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // What is answered is answered later, as on a wire.
    setImmediate(() => void this.#carry(options, handler));
    return true;
  }

  async #carry(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    let ended = false;
    const fail = (error: Error) => {
      if (ended) return;
      ended = true;
      this.#waiting.delete(fail);
      handler.onResponseError?.(controller, error);
    };
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: fail,
      pause: () => undefined,
      resume: () => undefined,
    };
    const replying = this.#reply(options);
    if (!(replying instanceof Promise) && replying !== 'silence' && 'notSent' in replying) {
      fail(failure(replying.notSent));
      return;
    }
    handler.onRequestStart?.(controller, {});
    this.#waiting.add(fail);
    const reply = await replying;
    if (reply === 'silence') return;
    if ('notSent' in reply) fail(failure(reply.notSent));
    else if ('noAnswer' in reply) fail(failure(reply.noAnswer));
    else if (!ended) {
      const { status, body, headers = {} } = reply;
      const isPlain = typeof body === 'string' || body instanceof Uint8Array;
      const bytes = body === undefined ? null : Buffer.from(isPlain ? body : JSON.stringify(body));
      const named = isPlain || body === undefined ? {} : { 'content-type': 'application/json' };
      handler.onResponseStart?.(controller, status, { ...named, ...headers });
      if (bytes !== null) handler.onResponseData?.(controller, bytes);
      ended = true;
      this.#waiting.delete(fail);
      handler.onResponseEnd?.(controller, {});
    }
  }

  #hangUp(error: Error): void {
    for (const fail of this.#waiting) fail(error);
  }

  override close(): Promise<void>;
  override close(callback: () => void): void;
  override close(callback?: () => void): Promise<void> | void {
    callback?.();
    return Promise.resolve();
  }

  override destroy(): Promise<void>;
  override destroy(error: Error | null): Promise<void>;
  override destroy(callback: () => void): void;
  override destroy(error: Error | null, callback: () => void): void;
  override destroy(error?: Error | null | (() => void), callback?: () => void): Promise<void> | void {
    this.#hangUp(error instanceof Error ? error : failure('UND_ERR_DESTROYED'));
    if (typeof error === 'function') error();
    callback?.();
    return Promise.resolve();
  }
}
