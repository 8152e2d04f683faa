import { getErrorName } from '#shared/base/error-name.ts';
import type { Dispatcher } from 'undici';
import type { Network } from '../network/network.ts';
import { candidatesKey, type ProxyCandidate } from '../network/proxy-candidate.ts';
import type { BodyReader } from './answer-body.ts';
import { withoutToken } from './echoed-token.ts';
import { acceptedEncodings, decodeContent, unpacked } from './content-encoding.ts';
import { getHeader, type AnsweredExchange, type Exchange, type Headers } from './exchange.ts';

export interface TransportLimits {
  connectMs: number;
  /** For the whole exchange, however steadily bytes arrive. */
  wholeMs: number;
  /** Largest body that is kept, in bytes. */
  bodyBytes: number;
}

export const serviceLimits: TransportLimits = {
  connectMs: 10_000,
  wholeMs: 10 * 60_000,
  bodyBytes: 10 * 1024 * 1024,
};

export interface TransportRequest {
  method: 'GET' | 'POST' | 'HEAD';
  path: string;
  /** Null for requests that must not carry the token. */
  token: string | null;
  body: string | null;
  headers: Record<string, string>;
  /** The wait for the head of the answer, and after it for each further byte. */
  waitMs: number;
}

export type Transport = ReturnType<typeof createTransport>;

/** The error's code, for the person's administrator. */
function describe(error: unknown): string {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const cause = error instanceof Error ? error.cause : undefined;
  if (code === null && cause !== undefined) return describe(cause);
  return code ?? getErrorName(error);
}

/** Whether nothing in the head of an answer says where its body ends (RFC 9112, 6.3). */
function endsWithConnection(status: number, headers: Headers): boolean {
  if (status === 204 || status === 304) return false;
  return getHeader(headers, 'content-length') === null && getHeader(headers, 'transfer-encoding') === null;
}

/**
 * A transport over undici. When the proxy candidates change, running exchanges end on the old agent and new ones use the next.
 * @param connections how many sockets may be open at once
 */
export function createTransport(
  baseUrl: string,
  connections: number,
  limits: TransportLimits,
  network: Network,
  answers: BodyReader,
) {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const retired = new Set<Dispatcher>();
  let current: { candidates: readonly ProxyCandidate[]; key: string; agent: Dispatcher } | null = null;
  let closed = false;

  function agentFor(candidates: readonly ProxyCandidate[]): Dispatcher {
    if (current !== null && current.candidates === candidates) return current.agent;
    const key = candidatesKey(candidates);
    if (current === null || current.key !== key) {
      if (current !== null) retire(current.agent);
      const { connectMs } = limits;
      const agent = network.agent(candidates, { connections, connectMs, headersMs: null, lookup: null });
      current = { candidates, key, agent };
    }
    current.candidates = candidates;
    return current.agent;
  }

  function retire(agent: Dispatcher): void {
    retired.add(agent);
    void agent
      .close()
      // It was destroyed meanwhile.
      .catch(() => undefined)
      .finally(() => retired.delete(agent));
  }

  return {
    async exchange(request: TransportRequest): Promise<Exchange> {
      const agent = network.candidates(baseUrl).then((candidates) => (closed ? null : agentFor(candidates)));
      const exchange = await exchangeOnce(agent, origin, prefix, request, limits, answers);
      if (exchange.kind === 'not_sent') network.candidatesMayHaveChanged();
      return exchange;
    },
    /** Running exchanges end as `not_sent` or `no_answer`. */
    async close(): Promise<void> {
      closed = true;
      const ending = current === null ? [...retired] : [current.agent, ...retired];
      await Promise.all(
        ending.map((agent) => agent.destroy(new Error('Gangway is closing the connection.'))),
      );
    },
  };
}

function exchangeOnce(
  whichAgent: Promise<Dispatcher | null>,
  origin: string,
  prefix: string,
  request: TransportRequest,
  limits: TransportLimits,
  answers: BodyReader,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let settled = false;
    let started = false;
    let ended = false;
    let timedOut = false;
    let head: { status: number; headers: Headers } | null = null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let abort: (reason: Error) => void = () => settle({ kind: 'not_sent', detail: 'CONNECT_TIME_OUT' });
    const giveUp = () => {
      timedOut = true;
      abort(new Error('The answer took too long.'));
    };
    const deadline = setTimeout(giveUp, limits.wholeMs);
    // The first wait is for a connection.
    let pause = setTimeout(giveUp, limits.connectMs + request.waitMs);

    function settle(exchange: Exchange): void {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      clearTimeout(pause);
      resolve(exchange);
    }

    function answered(cut: AnsweredExchange['cut']): void {
      if (head === null) throw new Error('An answer without a status line cannot be answered.');
      if (ended) return;
      ended = true;
      clearTimeout(deadline);
      clearTimeout(pause);
      const { status, headers } = head;
      const header = (name: string) => {
        const value = getHeader(headers, name);
        return value === null ? null : withoutToken(value, request.token);
      };
      const contentType = header('content-type');
      const raw = Buffer.concat(chunks);
      const read = async () => {
        const decoded = await decodeContent(raw, headers['content-encoding'], limits.bodyBytes);
        const { bytes: content, whole, tooLarge } = decoded;
        const inside = await unpacked(whole ? content : raw, limits.bodyBytes);
        const body = await answers.body({ content, whole, raw, inside, contentType, token: request.token });
        return { ...body, tooLarge };
      };
      read().then(
        ({ body, bytes: kept, tooLarge }) => {
          settle({
            kind: 'answered',
            status,
            contentType,
            retryAfter: header('retry-after'),
            date: header('date'),
            location: header('location'),
            wwwAuthenticate: header('www-authenticate'),
            body,
            bytes: kept,
            cut: cut ?? (tooLarge ? 'too_large' : null),
            ...(endsWithConnection(status, headers) && { openEnded: true as const }),
          });
        },
        (error: unknown) => settle({ kind: 'no_answer', detail: describe(error) }),
      );
    }

    const handler: Dispatcher.DispatchHandler = {
      // undici calls this right before it writes the request line: from here on something may have left.
      onRequestStart(controller) {
        if (settled) {
          controller.abort(new Error('The exchange ended before it began.'));
          return;
        }
        if (started) {
          controller.abort(new Error('A request is never written twice.'));
          settle({ kind: 'no_answer', detail: 'WRITTEN_TWICE' });
          return;
        }
        started = true;
        abort = (reason) => controller.abort(reason);
        clearTimeout(pause);
        pause = setTimeout(giveUp, request.waitMs);
      },
      onResponseStart(_controller, status, headers) {
        // Interim answers do not extend the wait.
        if (status < 200) return;
        pause.refresh();
        head = { status, headers };
      },
      onResponseData(controller, chunk) {
        pause.refresh();
        const room = limits.bodyBytes - bytes;
        chunks.push(chunk.subarray(0, Math.max(room, 0)));
        bytes += chunk.length;
        if (bytes > limits.bodyBytes) {
          answered('too_large');
          controller.abort(new Error('The answer is too large.'));
        }
      },
      onResponseEnd() {
        answered(null);
      },
      onResponseError(_controller, error) {
        if (head !== null) answered(timedOut ? 'time_out' : 'connection_closed');
        else if (started) settle({ kind: 'no_answer', detail: timedOut ? 'TIME_OUT' : describe(error) });
        else settle({ kind: 'not_sent', detail: describe(error) });
      },
    };

    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': acceptedEncodings,
      ...request.headers,
    };
    if (request.token !== null) headers['authorization'] = `Bearer ${request.token}`;
    if (request.body !== null) headers['content-type'] = 'application/json';
    function start(agent: Dispatcher | null): void {
      if (settled) return;
      if (agent === null) {
        settle({ kind: 'not_sent', detail: 'CLOSING' });
        return;
      }
      agent.dispatch(
        { origin, path: `${prefix}${request.path}`, method: request.method, headers, body: request.body },
        handler,
      );
    }
    whichAgent.then(start).catch((error: unknown) => {
      settle({ kind: started ? 'no_answer' : 'not_sent', detail: describe(error) });
    });
  });
}
