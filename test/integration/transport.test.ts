import { createServer as createTlsServer } from 'node:tls';
import { MockAgent, type Dispatcher } from 'undici';
import { onTestFinished, describe, expect, it, vi } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import type { ProxyCandidate } from '#main/network/proxy-candidate.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createTransport, serviceLimits, type Transport } from '#main/service-client/transport.ts';
import { answerReader } from '#test/answer-reader.ts';
import { answerBytes, answering, hangingUp, silence, startWireServer } from './wire-server.ts';
import { canary, memoryKeychain, until } from './workspace-harness.ts';

const short = { connectMs: 300, wholeMs: 20_000, bodyBytes: 10 * 1024 * 1024 };

const network = createNetwork(environmentProxies({}), await memoryKeychain());

function open(baseUrl: string, limits = short, connections = 4): Transport {
  const transport = createTransport(baseUrl, connections, limits, network, answerReader);
  onTestFinished(() => transport.close());
  return transport;
}

function post(transport: Transport, token: string | null = canary, waitMs = 600): Promise<Exchange> {
  return transport.exchange({
    method: 'POST',
    path: '/vendors',
    token,
    body: '{"vendor":{}}',
    headers: { 'idempotency-key': '"k"' },
    waitMs,
  });
}

/** undici's controller of an exchange. */
function createController(abort: (reason: Error) => void): Dispatcher.DispatchController {
  return {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: null,
    rawTrailers: null,
    abort,
    pause: () => undefined,
    resume: () => undefined,
  };
}

/** A port at which nothing listens: it was free a moment ago. */
async function freePort(): Promise<number> {
  const server = await startWireServer(silence);
  await server.close();
  return server.port;
}

describe('a request of which not a byte has left', () => {
  it('is told so when the connection is refused', async () => {
    const exchange = await post(open(`http://127.0.0.1:${await freePort()}`));
    expect(exchange).toEqual({ kind: 'not_sent', detail: 'ECONNREFUSED' });
  });

  it('is told so when the name is unknown', async () => {
    const exchange = await post(
      open('https://no-such-host.invalid', { ...short, connectMs: 8000, wholeMs: 9000 }),
    );
    expect(exchange).toMatchObject({ kind: 'not_sent' });
  });

  it('is told so when the far side does not speak TLS', async () => {
    const server = await startWireServer(answering(200));
    const exchange = await post(open(`https://127.0.0.1:${server.port}`));
    expect(exchange).toMatchObject({ kind: 'not_sent' });
    expect(server.requests).toEqual([]);
  });

  it('is told so when the certificate cannot be trusted', async () => {
    const server = createTlsServer({}, () => {
      throw new Error('Nobody gets in.');
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    expect(await post(open(`https://127.0.0.1:${port}`))).toMatchObject({ kind: 'not_sent' });
  });

  it('is told so when its time is up while it waits for a free connection, and it never leaves after', async () => {
    const server = await startWireServer(silence);
    const transport = open(server.baseUrl, { ...short, wholeMs: 300 }, 1);
    const [first, second] = await Promise.all([post(transport), post(transport)]);
    expect(first).toMatchObject({ kind: 'no_answer', detail: 'TIME_OUT' });
    expect(second).toMatchObject({ kind: 'not_sent' });
    server.behave(answering(204));
    expect(await post(transport)).toMatchObject({ kind: 'answered', status: 204 });
    expect(server.requests).toHaveLength(2);
  });

  it('is told so when it was waiting while everything was closed', async () => {
    const server = await startWireServer(silence);
    const transport = open(server.baseUrl, serviceLimits, 1);
    const first = post(transport);
    const second = post(transport);
    await until(() => server.requests.length === 1, 'the first is at the service');
    await transport.close();
    expect(await first).toMatchObject({ kind: 'no_answer' });
    expect(await second).toMatchObject({ kind: 'not_sent' });
    expect(server.requests).toHaveLength(1);
  });

  it('is told so when nothing answers the call for a connection', async () => {
    // 192.0.2.0/24 is reserved for examples; depending on the network it is silent or unreachable.
    const exchange = await post(open('http://192.0.2.1:81', { ...short, wholeMs: 5000 }));
    expect(exchange).toMatchObject({ kind: 'not_sent' });
  });

  it('is told so when a header cannot be written', async () => {
    const server = await startWireServer(answering(200));
    const exchange = await post(open(server.baseUrl), 'broken\r\nx-more: yes');
    expect(exchange).toMatchObject({ kind: 'not_sent' });
    expect(server.requests).toEqual([]);
  });
});

describe('a request that may have left', () => {
  it('has no answer when the connection is reset before anything is read', async () => {
    const server = await startWireServer(silence);
    server.behave((_request, socket) => {
      socket.resetAndDestroy();
    });
    expect(await post(open(server.baseUrl))).toMatchObject({ kind: 'no_answer' });
  });

  it('has no answer when the service hangs up after reading it, and is not sent again', async () => {
    const server = await startWireServer(hangingUp);
    const transport = open(server.baseUrl);
    expect(await post(transport)).toMatchObject({ kind: 'no_answer' });
    server.behave(answering(204));
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
    expect(server.requests).toHaveLength(2);
  });

  it('has no answer when the status line does not come in time', async () => {
    const server = await startWireServer(silence);
    const exchange = await post(open(server.baseUrl));
    expect(exchange.kind).toBe('no_answer');
    expect(server.requests).toHaveLength(1);
  });

  it('has no answer when half a status line comes', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.end('HTTP/1.1 20');
    });
    expect(await post(open(server.baseUrl))).toMatchObject({ kind: 'no_answer' });
  });

  it('has no answer when what comes is not HTTP', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.end('220 mail.example.invalid ESMTP\r\n');
    });
    expect(await post(open(server.baseUrl))).toMatchObject({ kind: 'no_answer' });
  });

  it('has no answer when only a provisional one comes', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n');
      socket.destroySoon();
    });
    expect(await post(open(server.baseUrl))).toMatchObject({ kind: 'no_answer' });
  });

  it('is written once only when a kept connection closes under it', async () => {
    const server = await startWireServer(answering(204));
    const transport = open(server.baseUrl, short, 1);
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
    server.behave(hangingUp);
    expect(await post(transport)).toMatchObject({ kind: 'no_answer' });
    expect(server.requests).toHaveLength(2);
    expect(new Set(server.requests.map((request) => request.connection)).size).toBe(1);
  });

  it('goes over a new connection when the kept one was closed before', async () => {
    const server = await startWireServer(answering(204));
    const transport = open(server.baseUrl, short, 1);
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
    server.hangUp('end');
    await until(() => server.openConnections() === 0, 'both sides have hung up');
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
    expect(server.connections()).toBe(2);
    expect(server.requests).toHaveLength(2);
  });

  it('is not written again when the kept connection was reset a moment before', async () => {
    const server = await startWireServer(answering(204));
    const transport = open(server.baseUrl, short, 1);
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
    server.hangUp('reset');
    const exchange = await post(transport);
    // Whether the reset is seen before the request is written is up to the network.
    expect(server.requests.length - 1).toBe(exchange.kind === 'answered' ? 1 : 0);
  });
});

describe('an answer', () => {
  it('is handed on with what is needed of its head', async () => {
    const server = await startWireServer(
      answering(
        429,
        {
          'content-type': 'text/plain',
          'retry-after': '7',
          date: 'Sun, 01 Mar 2026 12:00:00 GMT',
          'www-authenticate': 'Bearer error="invalid_token"',
        },
        'later',
      ),
    );
    expect(await post(open(server.baseUrl))).toEqual({
      kind: 'answered',
      status: 429,
      contentType: 'text/plain',
      retryAfter: '7',
      date: 'Sun, 01 Mar 2026 12:00:00 GMT',
      location: null,
      wwwAuthenticate: 'Bearer error="invalid_token"',
      body: 'later',
      bytes: null,
      cut: null,
    });
  });

  it('uses the first value of a repeated header', async () => {
    const twice = (name: string, one: string, other: string) => ({ [name]: `${one}\r\n${name}: ${other}` });
    const server = await startWireServer(
      answering(302, {
        ...twice('retry-after', '7', '9'),
        ...twice('location', '/one', '/other'),
        ...twice('www-authenticate', 'Bearer', 'Basic'),
        ...twice('content-type', 'text/plain', 'text/html'),
        ...twice('date', 'Sun, 01 Mar 2026 12:00:00 GMT', 'Mon, 02 Mar 2026 12:00:00 GMT'),
      }),
    );
    expect(await post(open(server.baseUrl))).toMatchObject({
      retryAfter: '7',
      location: '/one',
      wwwAuthenticate: 'Bearer',
      contentType: 'text/plain',
      date: 'Sun, 01 Mar 2026 12:00:00 GMT',
    });
  });

  it.each([
    ['says its length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', undefined],
    ['says that it is empty', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', undefined],
    [
      'comes in chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      undefined,
    ],
    ['has no body', 'HTTP/1.1 204 No Content\r\n\r\n', undefined],
    ['is not modified', 'HTTP/1.1 304 Not Modified\r\n\r\n', undefined],
    ['ends with its connection', 'HTTP/1.1 200 OK\r\n\r\n{}', true],
    ['ends with its connection and has nothing', 'HTTP/1.1 408 Request Timeout\r\n\r\n', true],
  ])('that %s has the expected openEnded', async (_how, bytes, openEnded) => {
    const server = await startWireServer((_request, socket) => {
      socket.end(bytes);
    });
    const exchange = await post(open(server.baseUrl));
    expect(exchange.kind === 'answered' ? exchange.openEnded : exchange).toBe(openEnded);
  });

  it('counts with its status when its body is cut off', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.end(answerBytes(200, { 'content-length': '100' }, '{"id":"part'));
    });
    expect(await post(open(server.baseUrl))).toMatchObject({
      kind: 'answered',
      status: 200,
      body: '{"id":"part',
      cut: 'connection_closed',
    });
  });

  it('counts with its status when its body stops in the middle for too long', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.write(answerBytes(201, { 'content-length': '100' }, '{"id":'));
    });
    expect(await post(open(server.baseUrl), canary, 300)).toMatchObject({
      kind: 'answered',
      status: 201,
      cut: 'time_out',
    });
  });

  it('of 20 MB is kept up to the limit, and no more of it is read', async () => {
    const block = 'x'.repeat(1024 * 1024);
    let sent = 0;
    const server = await startWireServer((_request, socket) => {
      socket.write(answerBytes(200, { 'content-length': String(20 * block.length) }));
      const more = () => {
        while (sent < 20 && !socket.destroyed) {
          sent += 1;
          if (!socket.write(block)) {
            socket.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const exchange = await post(open(server.baseUrl, { ...serviceLimits, bodyBytes: 10 * 1024 * 1024 }));
    expect(exchange).toMatchObject({ kind: 'answered', status: 200, cut: 'too_large' });
    if (exchange.kind === 'answered') expect(exchange.body).toHaveLength(10 * 1024 * 1024);
  });

  it('that is a page instead of JSON is kept as it came', async () => {
    const page = '<html><body>Sign in to Airport Wi-Fi</body></html>';
    const server = await startWireServer(answering(200, { 'content-type': 'text/html' }, page));
    expect(await post(open(server.baseUrl))).toMatchObject({
      contentType: 'text/html',
      body: page,
    });
  });

  it('that comes after early hints is the final one', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n${answerBytes(200, {}, 'yes')}`);
    });
    expect(await post(open(server.baseUrl))).toMatchObject({ kind: 'answered', status: 200, body: 'yes' });
  });
});

describe('the token', () => {
  it('goes in the Authorization header and nowhere else', async () => {
    const server = await startWireServer(answering(204));
    await post(open(server.baseUrl));
    const [request] = server.requests;
    expect(request?.headers['authorization']).toBe(`Bearer ${canary}`);
    const rest = request?.head.replace(`Bearer ${canary}`, '') ?? canary;
    expect(rest).not.toContain('canary');
    expect(request?.path).not.toContain('canary');
  });

  it('does not go where none is wanted', async () => {
    const server = await startWireServer(answering(204));
    await post(open(server.baseUrl), null);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('does not follow a redirect, to the same host or another', async () => {
    const elsewhere = await startWireServer(answering(200));
    for (const status of [301, 302, 303, 307, 308]) {
      const target = `${elsewhere.baseUrl}/vendors`;
      const server = await startWireServer(answering(status, { location: target }));
      const transport = open(server.baseUrl, { ...short, connectMs: 20_000 });
      const exchange = await post(transport, canary, 20_000);
      expect(exchange).toMatchObject({ kind: 'answered', status, location: target });
      expect(server.requests).toHaveLength(1);
    }
    expect(elsewhere.requests).toEqual([]);
    expect(elsewhere.connections()).toBe(0);
  });

  it('is taken out of whatever a server echoes', async () => {
    const escaped = encodeURIComponent(canary);
    const server = await startWireServer(
      answering(
        302,
        {
          location: `https://login.example.invalid/?t=${escaped}&again=${canary}`,
          'content-type': `text/plain; token=${canary}`,
          'retry-after': canary,
          date: canary,
          'www-authenticate': `Bearer realm="${canary}"`,
        },
        `You sent ${canary}, that is ${escaped}, in JSON ${JSON.stringify(canary)}.`,
      ),
    );
    const exchange = await post(open(server.baseUrl));
    expect(exchange).toMatchObject({ kind: 'answered', status: 302 });
    expect(JSON.stringify(exchange)).not.toContain('canary');
    expect(JSON.stringify(exchange)).toContain('[token removed]');
  });
});

describe('the proxy candidates', () => {
  it('replace the agent when they change, and close ends both agents', async () => {
    const ended: string[] = [];
    const used: string[] = [];
    const candidatesMayHaveChanged = vi.fn();
    let candidates: readonly ProxyCandidate[] = [{ kind: 'direct' }];
    const transport = createTransport(
      'http://127.0.0.1:9',
      1,
      short,
      {
        ...network,
        candidates: () => Promise.resolve(candidates),
        candidatesMayHaveChanged,
        agent: ([way]) => {
          const agent = new MockAgent();
          const name = way?.kind ?? 'none';
          agent.dispatch = (_options, handler) => {
            used.push(name);
            handler.onResponseError?.(
              createController(() => undefined),
              new Error('not connected'),
            );
            return true;
          };
          agent.close = () => {
            ended.push(`close ${name}`);
            return new Promise<void>(() => undefined);
          };
          agent.destroy = () => {
            ended.push(`destroy ${name}`);
            return Promise.resolve();
          };
          return agent;
        },
      },
      answerReader,
    );
    await post(transport);
    candidates = [{ kind: 'direct' }];
    await post(transport);
    expect(ended).toEqual([]);
    candidates = [{ kind: 'http', host: 'proxy.example', port: 8080 }];
    await post(transport);
    expect(used).toEqual(['direct', 'direct', 'http']);
    // Every exchange ended as not_sent.
    expect(candidatesMayHaveChanged).toHaveBeenCalledTimes(3);
    expect(ended).toEqual(['close direct']);
    await transport.close();
    expect(ended.toSorted()).toEqual(['close direct', 'destroy direct', 'destroy http']);
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail: 'CLOSING' });
  });
});

describe('the base address', () => {
  it('keeps its path in front of every request', async () => {
    const server = await startWireServer(answering(204));
    for (const suffix of ['', '/', '/api/v2', '/api/v2/']) await post(open(`${server.baseUrl}${suffix}`));
    expect(server.requests.map((request) => request.path)).toEqual([
      '/vendors',
      '/vendors',
      '/api/v2/vendors',
      '/api/v2/vendors',
    ]);
  });
});

describe('a request that undici begins to write', () => {
  /** An agent that says so as often as it is told to. */
  function beginning(times: number) {
    const aborted: string[] = [];
    const agent = new MockAgent();
    agent.dispatch = (_options, handler) => {
      const controller = createController((reason) => void aborted.push(reason.message));
      for (let begun = 0; begun < times; begun += 1) handler.onRequestStart?.(controller, {});
      handler.onResponseStart?.(controller, 204, {}, 'No Content');
      handler.onResponseEnd?.(controller, {});
      return true;
    };
    onTestFinished(() => agent.close());
    const candidatesMayHaveChanged = vi.fn();
    const transport = createTransport(
      'http://127.0.0.1:9',
      1,
      short,
      { ...network, agent: () => agent, candidatesMayHaveChanged },
      answerReader,
    );
    return { aborted, candidatesMayHaveChanged, exchange: post(transport) };
  }

  it('once is answered', async () => {
    const { aborted, candidatesMayHaveChanged, exchange } = beginning(1);
    expect(await exchange).toMatchObject({ kind: 'answered', status: 204 });
    expect(aborted).toEqual([]);
    expect(candidatesMayHaveChanged).not.toHaveBeenCalled();
  });

  it('a second time is ended there, and nobody knows whether the first was applied', async () => {
    const { aborted, exchange } = beginning(2);
    expect(await exchange).toEqual({ kind: 'no_answer', detail: 'WRITTEN_TWICE' });
    expect(aborted).toEqual(['A request is never written twice.']);
  });
});
