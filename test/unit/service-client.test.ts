import { describe, expect, it, vi } from 'vitest';
import { createServiceClient, type KeepAnswer } from '#main/service-client/client.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createQuickProbe, createServiceProbe } from '#main/service-client/service-probe.ts';
import type { Transport } from '#main/service-client/transport.ts';
import { readAnswer } from '#main/service-client/answer.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';

const answered: Extract<Exchange, { kind: 'answered' }> = {
  kind: 'answered',
  status: 200,
  contentType: 'application/json',
  retryAfter: null,
  date: null,
  location: null,
  wwwAuthenticate: null,
  bytes: null,
  body: '{"id":"v-1","companyName":"Kestrel"}',
  cut: null,
};
const nil = '00000000-0000-0000-0000-000000000000';

function createTested({ readTimeoutS = 30 } = {}) {
  const says = { exchange: answered as Exchange };
  const exchange = vi.fn<Transport['exchange']>(() => Promise.resolve(says.exchange));
  const keep = vi.fn<KeepAnswer>();
  const client = createServiceClient(
    { exchange, close: () => Promise.resolve() },
    createFakeClock(),
    () => ({ ...defaultServiceInterface, sendTimeoutS: 20, readTimeoutS }),
    { answer: (_kind, resource, ...of) => Promise.resolve(readAnswer(resource, ...of)) },
    keep,
  );
  return { says, exchange, keep, client };
}

describe('a request', () => {
  const bare = { body: null, headers: {} };
  it.each<[string, (client: ReturnType<typeof createTested>['client']) => Promise<unknown>, object]>([
    [
      'a profile',
      (client) => client.getVendorProfile('v-1', 't'),
      { path: '/vendors/v-1/profile', token: 't', waitMs: 30_000 },
    ],
    [
      'a verification',
      (client) => client.getVerificationResult(nil, 't'),
      { path: `/api/verification/${nil}`, token: 't', waitMs: 30_000 },
    ],
    [
      'a document',
      (client) => client.getDocumentResult(nil, 't'),
      { path: `/api/vision/${nil}`, token: 't', waitMs: 30_000 },
    ],
    ['any answer', (client) => client.probe(), { method: 'HEAD', path: '/', token: null, waitMs: 10_000 }],
    [
      'an answer of its own',
      (client) => client.probeService('t'),
      { path: `/api/verification/${nil}`, token: 't', waitMs: 30_000 },
    ],
    [
      'an answer of its own without a token',
      (client) => client.probeService(null),
      { path: `/api/verification/${nil}`, token: null, waitMs: 30_000 },
    ],
    [
      'whether all is well',
      (client) => client.heartbeat('t'),
      { path: `/api/verification/${nil}`, token: 't', waitMs: 10_000 },
    ],
  ])('for %s', async (_what, ask, request) => {
    const { exchange, client } = createTested();
    await ask(client);
    expect(exchange.mock.calls).toEqual([[{ method: 'GET', ...bare, ...request }]]);
  });

  it('uses the timeouts of the settings', async () => {
    const { exchange, client } = createTested({ readTimeoutS: 3 });
    await client.probe();
    await client.heartbeat('t');
    expect(exchange.mock.calls.map(([{ waitMs }]) => waitMs)).toEqual([3000, 3000]);
    await client.send({ method: 'POST', path: '/vendors' }, '{}', 'key', 't');
    expect(exchange.mock.lastCall).toEqual([
      {
        method: 'POST',
        path: '/vendors',
        token: 't',
        body: '{}',
        headers: { 'idempotency-key': '"key"' },
        waitMs: 20_000,
      },
    ]);
  });
});

describe('an answer', () => {
  it('is kept when it was not read, or not as it came', async () => {
    const { says, keep, client } = createTested();
    await client.getVendorProfile('v-1', 't');
    expect(keep).not.toHaveBeenCalled();
    const odd = { ...answered, bytes: new Uint8Array([1]) };
    for (const exchange of [odd, { ...answered, status: 404 }, { ...answered, body: 'nonsense' }]) {
      says.exchange = exchange;
      await client.getVendorProfile('v-1', 't');
      expect(keep.mock.lastCall).toEqual(['vendor', 'v-1', exchange, testStart]);
    }
    expect(keep).toHaveBeenCalledTimes(3);
    says.exchange = { kind: 'no_answer', detail: 'TIME_OUT' };
    await client.getVendorProfile('v-1', 't');
    await client.heartbeat('t');
    expect(keep).toHaveBeenCalledTimes(3);
  });

  it('with another vendor’s ID is unreadable', async () => {
    const { client, keep } = createTested();
    expect(await client.getVendorProfile('v-1', 't')).toMatchObject({ kind: 'found' });
    expect(await client.getVendorProfile('v-2', 't')).toEqual({
      kind: 'unreadable',
      bodyKind: 'json',
      cut: false,
      oversized: false,
      instead: { kind: 'another_id', id: 'v-1' },
    });
    expect(keep).toHaveBeenCalledTimes(1);
    expect(await client.getVerificationResult(nil, 't')).not.toHaveProperty('instead');
  });
});

describe('a probe', () => {
  /** A service behind a proxy, so that no other host is asked. */
  async function probing(head: Exchange, read: Exchange = answered) {
    const network = createNetwork(
      environmentProxies({ HTTPS_PROXY: 'http://proxy.example:8080' }),
      await memoryKeychain(),
    );
    const client = {
      ...createTested().client,
      probe: vi.fn(() => Promise.resolve(head)),
      probeService: vi.fn((_token: string | null) => Promise.resolve(read)),
    };
    return {
      client,
      probe: createServiceProbe('https://vendors.example', client, network),
      quick: createQuickProbe(client),
    };
  }
  const silent: Exchange = { kind: 'no_answer', detail: 'TIME_OUT' };
  const refused: Exchange = { kind: 'not_sent', detail: 'ECONNREFUSED' };
  const page: Exchange = { ...answered, contentType: 'text/html', body: '<html>' };
  const foreign: Exchange = { ...answered, contentType: null, body: 'nonsense' };

  it('uses HEAD, then a reading request if HEAD is silent, then only the latter', async () => {
    const { client, probe } = await probing(silent);
    expect(await probe(false, 't')).toEqual(answered);
    expect([client.probe.mock.calls.length, client.probeService.mock.calls]).toEqual([1, [[null]]]);
    await probe(false, 't');
    expect([client.probe.mock.calls.length, client.probeService.mock.calls.length]).toEqual([1, 2]);
    client.probeService.mockResolvedValueOnce(silent);
    expect(await probe(false, 't')).toEqual(silent);
    await probe(false, 't');
    expect(client.probe).toHaveBeenCalledTimes(2);
  });

  it('is a single HEAD if that is answered or not sent', async () => {
    for (const head of [page, refused]) {
      const { client, probe } = await probing(head);
      expect(await probe(false, 't')).toEqual(head);
      expect(client.probeService).not.toHaveBeenCalled();
    }
  });

  it.each<[Exchange, itself: Exchange]>([
    [answered, answered],
    [
      { ...answered, status: 404 },
      { ...answered, status: 404 },
    ],
    [
      { ...page, status: 404 },
      { ...page, status: 404 },
    ],
    [
      { ...answered, body: '' },
      { ...answered, body: '' },
    ],
    [page, { kind: 'not_sent', detail: 'FOREIGN_PAGE' }],
    [foreign, { kind: 'not_sent', detail: 'FOREIGN_ANSWER' }],
    [
      { ...answered, status: 299, contentType: null, body: 'x' },
      { kind: 'not_sent', detail: 'FOREIGN_ANSWER' },
    ],
    [
      { ...answered, status: 300 },
      { kind: 'not_sent', detail: 'FOREIGN_PAGE' },
    ],
    [
      { ...answered, status: 399 },
      { kind: 'not_sent', detail: 'FOREIGN_PAGE' },
    ],
    [
      { ...page, status: 400 },
      { ...page, status: 400 },
    ],
    [
      { ...answered, status: 511 },
      { kind: 'not_sent', detail: 'NETWORK_SIGN_IN' },
    ],
    [silent, silent],
    [refused, refused],
  ])('of the service itself turns %o into %o', async (exchange, itself) => {
    const { client, probe, quick } = await probing(refused, exchange);
    expect([await probe(true, 't'), await quick(true)]).toEqual([itself, itself]);
    expect(client.probeService.mock.calls).toEqual([['t'], [null]]);
    expect(client.probe).not.toHaveBeenCalled();
    const network = exchange.kind === 'answered' && exchange.status === 511;
    expect(await quick(false)).toEqual(network ? itself : exchange);
    expect(await (await probing(exchange, exchange)).probe(false, 't')).toEqual(network ? itself : exchange);
  });
});
