import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork, type Network } from '#main/network/network.ts';
import {
  answersForAnother,
  networkAsksForSignIn,
  createServiceProbe,
} from '#main/service-client/service-probe.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';
import { createServiceClient } from '#main/service-client/client.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import type { TransportRequest } from '#main/service-client/transport.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { deadPort } from '#test/network/proxies.ts';
import { answerReader } from '#test/answer-reader.ts';
import { answerBytes, answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  canary,
  enqueueInvite,
  memoryKeychain,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  until,
} from './workspace-harness.ts';

const signInPage = answering(200, { 'content-type': 'text/html' }, '<html>Welcome to our Wi-Fi</html>');
const minute = 60_000;

async function plainNetwork(env: NodeJS.ProcessEnv = {}): Promise<Network> {
  return createNetwork(environmentProxies(env), await memoryKeychain());
}

describe('a page that came instead of the service’s answer', () => {
  /** Puts the network's own page in the place of everything, or takes it away. */
  function networkIn(server: Awaited<ReturnType<typeof startWireServer>>, page: Behaviour | null): void {
    server.behave(page ?? answeringJson({ id: 1 }));
    server.behaveToProbes(page ?? answering(200));
  }

  it('is never taken for a yes: the invite is in doubt, and no other leaves until the service itself answers', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    networkIn(server, signInPage);
    const first = await enqueueInvite(workspace);
    await until(() => getEntryState(workspace, first) === 'in_doubt', 'the first is in doubt');
    const condition = workspace.dispatcher.status().condition;
    expect(condition).toMatchObject({ kind: 'offline', detail: 'FOREIGN_PAGE' });

    const second = await enqueueInvite(workspace);
    const asked = server.requests.length;
    await passUntil(workspace.fake, () => server.requests.length > asked + 2, 10 * minute);
    expect(server.posts()).toHaveLength(1);
    expect(getEntryState(workspace, second)).toBe('queued');
    expect(workspace.dispatcher.status().condition).toMatchObject({ detail: 'FOREIGN_PAGE' });

    networkIn(server, null);
    await passUntil(workspace.fake, () => getEntryState(workspace, second) === 'accepted', 10 * minute);
    expect(server.posts()).toHaveLength(2);
    expect(getEntryState(workspace, first)).toBe('in_doubt');
  });

  it('still holds where a plain question that was under way before is answered after it', async () => {
    const server = await startWireServer(signInPage);
    const late: Socket[] = [];
    server.behaveToProbes((_request, socket) => late.push(socket));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    await until(() => late.length === 1, 'the plain question is under way');
    const first = await enqueueInvite(workspace);
    const second = await enqueueInvite(workspace);
    await until(() => getEntryState(workspace, first) === 'in_doubt', 'the first is in doubt');
    for (const socket of late) socket.write(answerBytes(200));
    const asked = server.requests.length;
    await passUntil(workspace.fake, () => server.requests.length > asked + 2, 10 * minute);
    expect(server.posts()).toHaveLength(1);
    expect(getEntryState(workspace, second)).toBe('queued');
    expect(workspace.dispatcher.status().condition).toMatchObject({ detail: 'FOREIGN_PAGE' });
  });

  it('is over when the service itself refuses the token, and the queue says that instead', async () => {
    const server = await startWireServer(signInPage);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await until(() => getEntryState(workspace, id) === 'in_doubt', 'it is in doubt');
    server.behave(answering(401));
    const refused = () => workspace.dispatcher.status().condition.kind === 'signed_out';
    await passUntil(workspace.fake, refused, 10 * minute);
    const asked = server.requests.length;
    await pass(workspace.fake, 10 * minute);
    const tokens = server.requests.slice(asked).map((request) => request.headers['authorization']);
    expect(tokens.filter((token) => token !== undefined)).toEqual([]);
  });

  it('with 302: nothing is followed, and the invite is left to a person with the address', async () => {
    const server = await startWireServer(
      answering(302, { location: 'https://wifi.example/sign-in' }, '<html>Moved</html>'),
    );
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await until(() => getEntryState(workspace, id) === 'in_doubt', 'it is in doubt');
    expect(toProgress(workspace, id).reason).toEqual({
      code: 'redirected',
      status: 302,
      location: 'https://wifi.example/sign-in',
    });
  });

  it('with 511: nothing was sent, it does not count as a try, and the queue says what the network wants', async () => {
    const server = await startWireServer(answering(511, { 'content-type': 'text/html' }, '<html>'));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await until(() => getEntryState(workspace, id) === 'waiting', 'it waits');
    expect(workspace.dispatcher.status().condition).toMatchObject({
      kind: 'offline',
      detail: 'NETWORK_SIGN_IN',
    });
    server.behave(answeringJson({ id: 1 }));
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', 10 * minute);
  });

  it('does not hold back a person who says to try now', async () => {
    const server = await startWireServer(signInPage);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    const first = await enqueueInvite(workspace);
    await until(() => getEntryState(workspace, first) === 'in_doubt', 'the first is in doubt');
    const second = await enqueueInvite(workspace);
    workspace.dispatcher.syncNow();
    await passUntil(workspace.fake, () => getEntryState(workspace, second) === 'in_doubt', minute);
  });
});

describe('asking whether the service is there', () => {
  const answered = {
    kind: 'answered',
    status: 200,
    contentType: 'text/html',
    retryAfter: null,
    date: null,
    location: null,
    wwwAuthenticate: null,
    bytes: null,
    body: '<html>',
    cut: null,
    requestId: null,
  } as const;

  async function probing(exchange: Exchange, itself: boolean) {
    const asked: TransportRequest[] = [];
    const transport = {
      exchange: (request: TransportRequest) => {
        asked.push(request);
        return Promise.resolve(exchange);
      },
      close: () => Promise.resolve(),
    };
    const client = createServiceClient(
      transport,
      createFakeClock(),
      () => defaultServiceInterface,
      answerReader,
    );
    const baseUrl = 'http://127.0.0.1:9';
    const probe = createServiceProbe(baseUrl, client, await plainNetwork());
    return { result: await probe(itself, canary), asked };
  }

  it('takes any answer as long as nothing spoke against it, and shows no token', async () => {
    const { result, asked } = await probing(answered, false);
    expect(result).toEqual(answered);
    expect(asked).toMatchObject([{ method: 'HEAD', path: '/', token: null }]);
  });

  it.each([
    ['a web page', answered, 'FOREIGN_PAGE'],
    ['a move elsewhere', { ...answered, status: 302, location: 'https://wifi.example' }, 'FOREIGN_PAGE'],
    ['511', { ...answered, status: 511 }, 'NETWORK_SIGN_IN'],
  ])('after a stranger answered, %s is no answer of the service', async (_name, exchange, detail) => {
    expect((await probing(exchange, true)).result).toEqual({ kind: 'not_sent', detail });
  });

  it.each([
    ['a refusal', { ...answered, status: 404 }],
    ['a refused token', { ...answered, status: 401 }],
    ['JSON', { ...answered, contentType: 'application/json', body: '{}' }],
    ['JSON under another name', { ...answered, body: '{}' }],
    ['trouble of its own', { ...answered, status: 500 }],
  ])('after a stranger answered, %s is an answer of the service', async (_name, exchange) => {
    const { result, asked } = await probing(exchange, true);
    expect(result).toEqual(exchange);
    expect(asked).toMatchObject([
      { method: 'GET', path: '/api/verification/00000000-0000-0000-0000-000000000000' },
    ]);
  });
});

describe('a service that does not answer', () => {
  /** Asks for a service over https, of which only this is known, in a network that answers plain http with a page. */
  async function probed(
    detail: string,
    behaviour: Behaviour,
  ): Promise<{ result: Exchange; asked: string[] }> {
    const portal = await startWireServer(behaviour);
    const plain = await plainNetwork();
    const network: Network = {
      ...plain,
      agent: () =>
        new Agent({
          connect: (_options, settle) => {
            const socket = connect(portal.port, '127.0.0.1', () => {
              settle(null, socket);
            });
          },
        }),
    };
    const transport = {
      exchange: (): Promise<Exchange> => Promise.resolve({ kind: 'not_sent', detail }),
      close: () => Promise.resolve(),
    };
    const client = createServiceClient(
      transport,
      createFakeClock(),
      () => defaultServiceInterface,
      answerReader,
    );
    const probe = createServiceProbe('https://vendors.invalid/api', client, network);
    const result = await probe(false, null);
    return { result, asked: portal.requests.map((request) => request.head) };
  }
  const page = signInPage;
  const toPortal = answering(302, { location: 'http://wifi.example/login' });

  it.each([
    ['its certificate is another’s, and a page stands in its place', 'ERR_TLS_CERT_ALTNAME_INVALID', page],
    ['its certificate is unknown, and a page stands in its place', 'SELF_SIGNED_CERT_IN_CHAIN', page],
    ['it refuses, and plain http leads to another site', 'ECONNREFUSED', toPortal],
    ['it is silent, and plain http leads to another site', 'CONNECT_TIME_OUT', toPortal],
  ] as const)('is behind a sign-in where %s', async (_name, detail, behaviour) => {
    const { result, asked } = await probed(detail, behaviour);
    expect(result).toEqual({ kind: 'not_sent', detail: 'NETWORK_SIGN_IN' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^GET \/ HTTP\/1\.1\r\nhost: vendors\.invalid\r\n/i);
    expect(asked[0]).not.toMatch(/authorization/i);
  });

  it.each([
    ['its certificate has expired, and a page stands at its plain address', 'CERT_HAS_EXPIRED', page],
    ['it refuses, and a page stands at its plain address', 'ECONNREFUSED', page],
  ] as const)('has trouble of its own where %s', async (_name, detail, behaviour) => {
    expect((await probed(detail, behaviour)).result).toEqual({ kind: 'not_sent', detail });
  });
});

describe('the question by plain http', () => {
  async function answers(status: number, headers: Record<string, string>, body: string, pageCounts: boolean) {
    const seen: (string | undefined)[] = [];
    const server = createServer((message, response) => {
      seen.push(message.headers.authorization);
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => {
            resolve();
          });
          server.closeAllConnections();
        }),
    );
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const found = await answersForAnother(`http://127.0.0.1:${port}/`, await plainNetwork(), pageCounts);
    expect(seen).toEqual([undefined]);
    return found;
  }
  const html = { 'content-type': 'text/html' };
  const to = (location: string) => ({ location });

  it.each([
    ['a way to another site', 302, to('http://wifi.example/login'), '', false, true],
    ['a way to another site for good', 301, to('https://wifi.example/'), '', false, true],
    ['a way to its own secure address', 301, to('https://127.0.0.1/'), '', false, false],
    ['a way to nowhere', 302, {}, '', false, false],
    ['511', 511, html, '<html>', false, true],
    ['a page, where the certificate was another’s', 200, html, '<html>Sign in</html>', true, true],
    ['a page, where the secure address was only silent', 200, html, '<html>Sign in</html>', false, false],
    ['JSON', 200, { 'content-type': 'application/json' }, '{}', true, false],
    ['a refusal', 404, html, '<html>', true, false],
  ] as const)('answered with %s', async (_name, status, headers, body, pageCounts, expected) => {
    expect(await answers(status, headers, body, pageCounts)).toBe(expected);
  });

  it('answered by nobody is no sign-in page', async () => {
    const address = `http://127.0.0.1:${await deadPort()}/`;
    expect(await answersForAnother(address, await plainNetwork(), true)).toBe(false);
  });

  it('is not asked of a service on this computer, nor where a proxy leads to it', async () => {
    expect(await networkAsksForSignIn('http://127.0.0.1:9', await plainNetwork(), true)).toBe(false);
    const behind = await plainNetwork({ HTTPS_PROXY: 'http://proxy.invalid:8080' });
    expect(await networkAsksForSignIn('https://vendors.invalid', behind, true)).toBe(false);
  });
});
