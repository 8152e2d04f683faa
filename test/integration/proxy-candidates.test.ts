import { createSecureContext } from 'node:tls';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { connectThrough, createProxyCooldowns } from '#main/network/connect-through.ts';
import { createNetwork, type Network } from '#main/network/network.ts';
import { createProxySignIns } from '#main/network/proxy-sign-ins.ts';
import { readPacAnswer, type ProxyResolver } from '#main/network/proxy-candidate.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createTransport, type Transport } from '#main/service-client/transport.ts';
import { createAuthority } from '#test/network/certificates.ts';
import { deadPort, startProxy, startSecureService, startSocksProxy } from '#test/network/proxies.ts';
import { answerReader } from '#test/answer-reader.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { canary, memoryKeychain, until } from './workspace-harness.ts';

const authority = createAuthority('Harbor Lane authority');
const host = 'vendors.harborlane.example';
const baseUrl = `https://${host}`;
const right = authority.issue([host]);
const limits = { connectMs: 5000, wholeMs: 20_000, bodyBytes: 1024 * 1024 };
const anna = { user: 'anna', password: 'sécret:1' };
const wants = { kind: 'wants', ...anna } as const;

/** A finder whose answer a test can change, as a network that a computer is carried into changes it. */
function finding(pac: string): ProxyResolver & { now: string } {
  const finder = {
    now: pac,
    source: 'system' as const,
    find: () => Promise.resolve(readPacAnswer(finder.now)),
    givenSignIn: () => null,
  };
  return finder;
}

async function getNetwork(finder: ProxyResolver): Promise<Network> {
  const context = createSecureContext({ ca: [authority.cert] });
  return createNetwork(finder, await memoryKeychain(), () => Promise.resolve({ context, fromSystem: 1 }));
}

function open(network: Network, address = baseUrl, own = limits, connections = 4): Transport {
  const transport = createTransport(address, connections, own, network, answerReader);
  onTestFinished(() => transport.close());
  return transport;
}

function post(transport: Transport): Promise<Exchange> {
  const headers = { 'idempotency-key': '"k"' };
  return transport.exchange({
    method: 'POST',
    path: '/vendors',
    token: canary,
    body: '{"vendor":{}}',
    headers,
    waitMs: 5000,
  });
}

describe('through a proxy', () => {
  it('an invite reaches the service, and the proxy learns the name of the service and nothing else', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port);
    const network = await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`));
    const transport = open(network, baseUrl, limits, 1);
    expect(await post(transport)).toMatchObject({ kind: 'answered', status: 200 });
    expect(await post(transport)).toMatchObject({ kind: 'answered', status: 200 });
    expect(service.requests.map((request) => request.authorization)).toEqual([
      `Bearer ${canary}`,
      `Bearer ${canary}`,
    ]);
    // The second went by the tunnel that stood.
    expect(proxy.asked.map((one) => one.target)).toEqual([`${host}:443`]);
    expect(JSON.stringify(proxy.asked)).not.toContain(canary);
  });

  it('an invite reaches the service where the proxy itself is spoken to in TLS', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, { kind: 'open' }, authority.issue(['127.0.0.1']));
    const transport = open(await getNetwork(finding(`HTTPS 127.0.0.1:${proxy.port}`)));
    expect(await post(transport)).toMatchObject({ kind: 'answered', status: 200 });
    expect(proxy.asked).toHaveLength(1);
  });

  it('nothing is sent where the proxy’s own certificate is not trusted', async () => {
    const service = await startSecureService(right);
    const stranger = createAuthority('Stranger').issue(['127.0.0.1']);
    const proxy = await startProxy(service.port, { kind: 'open' }, stranger);
    const transport = open(await getNetwork(finding(`HTTPS 127.0.0.1:${proxy.port}`)));
    const exchange = await post(transport);
    expect(exchange).toMatchObject({ kind: 'not_sent', detail: /^PROXY_CERTIFICATE UNABLE_TO_/ });
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    { said: 'a refusal', manner: { kind: 'answers', status: 403 } as const, detail: 'PROXY_REFUSED 403' },
    { said: 'a server gone', manner: { kind: 'answers', status: 502 } as const, detail: 'PROXY_REFUSED 502' },
    {
      said: 'hanging up',
      manner: { kind: 'hangs_up' } as const,
      detail: 'PROXY_UNREACHABLE ECONNRESET',
    },
  ])('$said before the tunnel stands means that nothing was sent', async ({ manner, detail }) => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, manner);
    const transport = open(await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`)));
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail });
    expect(service.requests).toEqual([]);
  });

  it('silence before the tunnel stands means that nothing was sent', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, { kind: 'silent' });
    const network = await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`));
    const exchange = await post(open(network, baseUrl, { ...limits, connectMs: 300 }));
    expect(exchange).toEqual({ kind: 'not_sent', detail: 'PROXY_UNREACHABLE CONNECT_TIME_OUT' });
    expect(service.requests).toEqual([]);
  });

  it('a tunnel that breaks after the request left means that it may have been sent, and it is not sent again', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port);
    const transport = open(await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`)));
    service.behave(() => {
      proxy.cutTunnels();
    });
    expect(await post(transport)).toMatchObject({ kind: 'no_answer' });
    expect(service.requests).toHaveLength(1);
  });

  it('a proxy that nobody answers at is named as what is in the way', async () => {
    const transport = open(await getNetwork(finding(`PROXY 127.0.0.1:${await deadPort()}`)));
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail: 'PROXY_UNREACHABLE ECONNREFUSED' });
  });

  it('a kind of proxy that Gangway does not speak is said, and not passed by', async () => {
    const transport = open(await getNetwork(finding('SOCKS 127.0.0.1:1080')));
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail: 'PROXY_KIND_UNSUPPORTED SOCKS' });
  });
});

describe('a list of ways', () => {
  it('is gone through while nobody is there, and the dead one is asked last from then on', async () => {
    const service = await startSecureService(right);
    const [first, second] = [
      await startProxy(service.port, { kind: 'hangs_up' }),
      await startProxy(service.port),
    ];
    const finder = finding(`PROXY 127.0.0.1:${first.port}; PROXY 127.0.0.1:${second.port}`);
    const network = await getNetwork(finder);
    expect(await post(open(network))).toMatchObject({ kind: 'answered' });
    expect(await post(open(network))).toMatchObject({ kind: 'answered' });
    expect(first.asked).toHaveLength(1);
    expect(second.asked).toHaveLength(2);
    expect(service.requests).toHaveLength(2);
  });

  it('ends at a proxy that answered: what it refuses does not go another way', async () => {
    const service = await startSecureService(right);
    const first = await startProxy(service.port, { kind: 'answers', status: 403 });
    const second = await startProxy(service.port);
    const finder = finding(`PROXY 127.0.0.1:${first.port}; PROXY 127.0.0.1:${second.port}`);
    const exchange = await post(open(await getNetwork(finder)));
    expect(exchange).toEqual({ kind: 'not_sent', detail: 'PROXY_REFUSED 403' });
    expect(second.asked).toEqual([]);
  });

  it('that changes is followed without a restart, and what is under way ends on the old one', async () => {
    const service = await startSecureService(right);
    const [office, home] = [await startProxy(service.port), await startProxy(service.port)];
    const finder = finding(`PROXY 127.0.0.1:${office.port}`);
    const network = await getNetwork(finder);
    const transport = open(network);
    let release = (): void => undefined;
    service.behave((_message, response) => {
      release = () => {
        response.end('{}');
      };
    });
    const underWay = post(transport);
    await until(() => service.requests.length === 1, 'the first is at the service');
    service.behave((_message, response) => {
      response.end('{}');
    });
    finder.now = `PROXY 127.0.0.1:${home.port}`;
    network.networkChanged();
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
    release();
    expect(await underWay).toMatchObject({ kind: 'answered' });
    expect([office.asked.length, home.asked.length]).toEqual([1, 1]);
  });

  it('may end with the straight way, where the list has it', async () => {
    const service = await startWireServer(answeringJson({ id: 1 }));
    const network = await getNetwork(finding('DIRECT'));
    const candidates = readPacAnswer(`PROXY 127.0.0.1:${await deadPort()}; DIRECT`);
    const agent = network.agent(candidates, {
      connections: 1,
      connectMs: 5000,
      headersMs: 5000,
      lookup: (_name, _options, found) => {
        found(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    onTestFinished(() => agent.destroy());
    const { statusCode } = await request(`http://${host}:${service.port}/`, { dispatcher: agent });
    expect(statusCode).toBe(200);
  });

  it('says what its first way met where none leads there', async () => {
    const transport = open(await getNetwork(finding(`PROXY 127.0.0.1:${await deadPort()}; SOCKS4 x:1`)));
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail: 'PROXY_UNREACHABLE ECONNREFUSED' });
  });

  it('never leads to this computer through a proxy', async () => {
    const service = await startWireServer(answeringJson({ id: 1 }));
    const proxy = await startProxy(service.port);
    const address = `http://127.0.0.1:${proxy.port}`;
    const network = await getNetwork(environmentProxies({ HTTPS_PROXY: address, HTTP_PROXY: address }));
    expect(await post(open(network, service.baseUrl))).toMatchObject({ kind: 'answered' });
    expect(proxy.asked).toEqual([]);
  });
});

describe('a proxy that wants a sign-in', () => {
  it('is told so, gets one from the person, and then lets everything through', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, wants);
    const network = await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`));
    const transport = open(network);
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail: 'PROXY_SIGN_IN' });
    expect(service.requests).toEqual([]);
    await network.signIns.replace(`http 127.0.0.1:${proxy.port}`, anna);
    expect(await post(transport)).toMatchObject({ kind: 'answered', status: 200 });
    expect(proxy.asked.map((one) => one.signIn)).toEqual([null, 'anna:sécret:1']);
    expect(await network.signIns.status(`http 127.0.0.1:${proxy.port}`)).toEqual({
      user: 'anna',
      kept: 'keychain',
      refused: false,
    });
  });

  it('finds the sign-in in the keychain after a restart', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, wants);
    const name = `127.0.0.1:${proxy.port}`;
    const keychain = await memoryKeychain();
    const context = createSecureContext({ ca: [authority.cert] });
    const start = () =>
      createNetwork(finding(`PROXY ${name}`), keychain, () => Promise.resolve({ context, fromSystem: 1 }));
    await start().signIns.replace(`http ${name}`, anna);
    expect(await post(open(start()))).toMatchObject({ kind: 'answered' });
    expect(await start().signIns.forget(`http ${name}`)).toBe(true);
    expect(await post(open(start()))).toEqual({ kind: 'not_sent', detail: 'PROXY_SIGN_IN' });
  });

  it('sees a wrong password once, however much waits, so that no account is locked', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, wants);
    const network = await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`));
    const name = `127.0.0.1:${proxy.port}`;
    await network.signIns.replace(`http ${name}`, { user: 'anna', password: 'old' });
    const transport = open(network);
    const all = await Promise.all([post(transport), post(transport), post(transport), post(transport)]);
    const again = await post(transport);
    for (const exchange of [...all, again]) {
      expect(exchange).toEqual({ kind: 'not_sent', detail: 'PROXY_SIGN_IN_REFUSED' });
    }
    expect(proxy.asked.filter((one) => one.signIn !== null)).toHaveLength(1);
    expect(await network.signIns.status(`http ${name}`)).toMatchObject({ refused: true });
    await network.signIns.replace(`http ${name}`, anna);
    expect(await post(transport)).toMatchObject({ kind: 'answered' });
  });

  it('sees a password that the company has changed once, also where the old one was accepted all day', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, wants);
    const candidate = readPacAnswer(`PROXY 127.0.0.1:${proxy.port}`);
    const signIns = createProxySignIns(await memoryKeychain(), () => null, 10 * 60_000);
    await signIns.replace(`http 127.0.0.1:${proxy.port}`, anna);
    const trust = () =>
      Promise.resolve({ context: createSecureContext({ ca: [authority.cert] }), fromSystem: 0 });
    const parts = {
      connectMs: 60_000,
      trust,
      signIns,
      cooldowns: createProxyCooldowns(() => 0),
      lookup: null,
    };
    const four = () =>
      Promise.allSettled(
        [1, 2, 3, 4].map(() => connectThrough({ host, port: 443, tls: true }, candidate, parts)),
      );
    for (const opened of await four()) {
      expect(opened).toMatchObject({ status: 'fulfilled' });
      if (opened.status === 'fulfilled') opened.value.destroy();
    }
    proxy.behave({ ...wants, password: 'changed' });
    const refused = { status: 'rejected', reason: { code: 'PROXY_SIGN_IN_REFUSED' } };
    expect(await four()).toMatchObject([refused, refused, refused, refused]);
    expect(proxy.asked.slice(4).filter((one) => one.signIn !== null)).toHaveLength(1);
  });

  it('is not given what was kept for it in TLS when it is spoken to in the clear all at once', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, wants);
    const socks = await startSocksProxy(service.port, anna);
    const finder = finding('');
    const network = await getNetwork(finder);
    for (const port of [proxy.port, socks.port])
      await network.signIns.replace(`https 127.0.0.1:${port}`, anna);
    for (const way of [`PROXY 127.0.0.1:${proxy.port}`, `SOCKS5 127.0.0.1:${socks.port}`]) {
      finder.now = way;
      network.networkChanged();
      expect(await post(open(network))).toEqual({ kind: 'not_sent', detail: 'PROXY_SIGN_IN' });
    }
    expect(proxy.asked.map((one) => one.signIn)).toEqual([null]);
    expect(socks.asked).toEqual([]);
  });

  it('of a kind that Gangway does not know is said by its names', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, { ...wants, schemes: ['Negotiate', 'NTLM'] });
    const transport = open(await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`)));
    const detail = 'PROXY_SIGN_IN_UNSUPPORTED ntlm negotiate';
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail });
  });

  it('gets the one that stands in the environment’s own address', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port, wants);
    const address = `http://anna:s%C3%A9cret%3A1@127.0.0.1:${proxy.port}`;
    const network = await getNetwork(environmentProxies({ HTTPS_PROXY: address }));
    expect(await post(open(network))).toMatchObject({ kind: 'answered' });
    expect(await network.signIns.status(`http 127.0.0.1:${proxy.port}`)).toMatchObject({ kept: 'settings' });
  });
});

describe('through SOCKS 5', () => {
  it('an invite reaches the service by its name, without and with a sign-in', async () => {
    const service = await startSecureService(right);
    const open5 = await startSocksProxy(service.port, null);
    expect(await post(open(await getNetwork(finding(`SOCKS5 127.0.0.1:${open5.port}`))))).toMatchObject({
      kind: 'answered',
    });
    expect(open5.asked).toEqual([`${host}:443`]);
    const closed5 = await startSocksProxy(service.port, anna);
    const network = await getNetwork(finding(`SOCKS5 127.0.0.1:${closed5.port}`));
    expect(await post(open(network))).toEqual({ kind: 'not_sent', detail: 'PROXY_SIGN_IN' });
    await network.signIns.replace(`socks5 127.0.0.1:${closed5.port}`, anna);
    expect(await post(open(network))).toMatchObject({ kind: 'answered' });
    expect(service.requests).toHaveLength(2);
  });

  it('a proxy that does not speak it means that nothing was sent', async () => {
    const service = await startSecureService(right);
    const proxy = await startProxy(service.port);
    const exchange = await post(open(await getNetwork(finding(`SOCKS5 127.0.0.1:${proxy.port}`))));
    expect(exchange).toMatchObject({ kind: 'not_sent', detail: /^PROXY_/ });
    expect(service.requests).toEqual([]);
  });
});

describe('a certificate', () => {
  const past = { from: new Date('2020-01-01'), to: new Date('2021-01-01') };
  const future = { from: new Date('2090-01-01'), to: new Date('2091-01-01') };
  it.each([
    { said: 'that has expired', made: authority.issue([host], past), detail: 'CERT_HAS_EXPIRED' },
    { said: 'that is not valid yet', made: authority.issue([host], future), detail: 'CERT_NOT_YET_VALID' },
    {
      said: 'of another server',
      made: authority.issue(['wifi.example']),
      detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
    },
    {
      said: 'of an authority that nobody knows',
      made: createAuthority('Stranger').issue([host]),
      detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    },
  ])('$said is told by its name, and nothing was sent', async ({ made, detail }) => {
    const service = await startSecureService(made);
    const proxy = await startProxy(service.port);
    const transport = open(await getNetwork(finding(`PROXY 127.0.0.1:${proxy.port}`)));
    expect(await post(transport)).toEqual({ kind: 'not_sent', detail });
    expect(service.requests).toEqual([]);
  });

  it('is checked although a variable of the environment says not to, that of the service and that of the proxy', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const stranger = createAuthority('Stranger');
    const service = await startSecureService(stranger.issue([host]));
    const plain = await startProxy(service.port);
    const secure = await startProxy(service.port, { kind: 'open' }, stranger.issue(['127.0.0.1']));
    expect(await post(open(await getNetwork(finding(`PROXY 127.0.0.1:${plain.port}`))))).toEqual({
      kind: 'not_sent',
      detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(await post(open(await getNetwork(finding(`HTTPS 127.0.0.1:${secure.port}`))))).toEqual({
      kind: 'not_sent',
      detail: 'PROXY_CERTIFICATE UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(service.requests).toEqual([]);
    expect(secure.asked).toEqual([]);
  });
});
