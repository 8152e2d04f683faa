import { createServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork, type Network } from '#main/network/network.ts';
import { serviceLimits } from '#main/service-client/transport.ts';
import { createAuthority } from '#test/network/certificates.ts';
import { startProxy } from '#test/network/proxies.ts';
import {
  answerBytes,
  answering,
  answeringJson,
  hangingUp,
  silence,
  startWireServer,
  type Behaviour,
} from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  memoryKeychain,
  openTestWorkspace,
  toProgress,
  until,
} from './workspace-harness.ts';

// The outcome table of the outbox, row by row, on a real socket and a real database. The first POST gets the row's answer;
// everything else is accepted, so that a row that sends again by itself shows. A slow machine may add a GET of reachability.

interface Row {
  name: string;
  behaviour: Behaviour;
  invite: EntryState;
  verification: EntryState;
}

const accepted = answeringJson({ success: true, id: '6f1f0f4e-43c4-4c02-9d0e-0d1d8f3f8a01' });

const resetting: Behaviour = (_request, socket) => {
  socket.resetAndDestroy();
};

const rows: Row[] = [
  {
    name: 'reset after bytes may have left',
    behaviour: resetting,
    invite: 'in_doubt',
    verification: 'in_doubt',
  },
  {
    name: 'close after bytes may have left',
    behaviour: hangingUp,
    invite: 'in_doubt',
    verification: 'in_doubt',
  },
  {
    name: 'time-out after bytes may have left',
    behaviour: silence,
    invite: 'in_doubt',
    verification: 'in_doubt',
  },
  { name: '500', behaviour: answering(500), invite: 'in_doubt', verification: 'in_doubt' },
  { name: '502', behaviour: answering(502), invite: 'in_doubt', verification: 'in_doubt' },
  { name: '504', behaviour: answering(504), invite: 'in_doubt', verification: 'in_doubt' },
  { name: '2xx', behaviour: accepted, invite: 'accepted', verification: 'accepted' },
  {
    name: '2xx without an id',
    behaviour: answeringJson({ success: true }),
    invite: 'in_doubt',
    verification: 'in_doubt',
  },
  { name: '401', behaviour: answering(401), invite: 'queued', verification: 'queued' },
  { name: '408', behaviour: answering(408), invite: 'waiting', verification: 'waiting' },
  { name: '425', behaviour: answering(425), invite: 'waiting', verification: 'waiting' },
  { name: '429', behaviour: answering(429), invite: 'waiting', verification: 'waiting' },
  { name: '503', behaviour: answering(503), invite: 'waiting', verification: 'waiting' },
  { name: '400', behaviour: answering(400), invite: 'rejected', verification: 'rejected' },
  { name: '403', behaviour: answering(403), invite: 'rejected', verification: 'rejected' },
  { name: '409', behaviour: answering(409), invite: 'rejected', verification: 'rejected' },
  { name: '422', behaviour: answering(422), invite: 'rejected', verification: 'rejected' },
  { name: '301', behaviour: answering(301), invite: 'in_doubt', verification: 'in_doubt' },
  { name: '302', behaviour: answering(302), invite: 'in_doubt', verification: 'in_doubt' },
  { name: '303', behaviour: answering(303), invite: 'in_doubt', verification: 'in_doubt' },
  { name: '307', behaviour: answering(307), invite: 'waiting', verification: 'waiting' },
];

const quick = { ...serviceLimits, connectMs: 500, wholeMs: 800 };

async function after(kind: EntryKind, behaviour: Behaviour): Promise<{ state: EntryState; posts: number }> {
  const server = await startWireServer((request, socket) => {
    const isRow = request.method === 'POST' && server.posts().length === 1;
    (isRow ? behaviour : accepted)(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits: quick });
  const id = kind === 'invite' ? await enqueueInvite(workspace) : await enqueueVerification(workspace);
  await until(() => {
    const { state, attempts } = toProgress(workspace, id);
    return attempts >= 1 && state !== 'sending';
  }, 'the first attempt has ended');
  return { state: toProgress(workspace, id).state, posts: server.posts().length };
}

describe.each(rows)('$name', ({ behaviour, invite, verification }) => {
  it(`leaves an invite ${invite}`, async () => {
    expect(await after('invite', behaviour)).toEqual({ state: invite, posts: 1 });
  });

  it(`leaves a verification ${verification}`, async () => {
    expect(await after('verification', behaviour)).toEqual({ state: verification, posts: 1 });
  });
});

/** A way to the service that works for the first question, and by which nothing can leave from `fail` on. */
interface BreakingWay {
  baseUrl: string;
  network?: Network;
  fail: () => Promise<void> | void;
  /** Requests that came in after all. */
  posts: () => number;
}

/** A server whose connections end with each answer, so that the next request needs one of its own. */
async function startForgetful() {
  const server = await startWireServer(accepted);
  server.behaveToProbes((_request, socket) => {
    socket.end(answerBytes(200, { connection: 'close' }));
  });
  return server;
}

/** A way whose name is found once and then as `later` has it. */
async function byName(later: LookupFunction): Promise<BreakingWay> {
  const server = await startForgetful();
  const network = createNetwork(environmentProxies({}), await memoryKeychain());
  let failing = false;
  const lookup: LookupFunction = (name, options, settle) => {
    if (failing) later(name, options, settle);
    else settle(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  return {
    baseUrl: `http://vendors.harborlane.example:${server.port}`,
    network: { ...network, agent: (routes, limits) => network.agent(routes, { ...limits, lookup }) },
    fail() {
      failing = true;
    },
    posts: () => server.posts().length,
  };
}

const ways: [string, string, () => Promise<BreakingWay>][] = [
  [
    'refused',
    'ECONNREFUSED',
    async () => {
      const server = await startForgetful();
      return { baseUrl: server.baseUrl, fail: () => server.close(), posts: () => server.posts().length };
    },
  ],
  [
    'a name that is not found',
    'ENOTFOUND',
    () =>
      byName((_name, _options, settle) => {
        settle(Object.assign(new Error('Not found.'), { code: 'ENOTFOUND' }), []);
      }),
  ],
  ['a time-out before there is a connection', 'CONNECT_TIME_OUT', () => byName(() => undefined)],
  [
    'a certificate that nobody knows',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    async () => {
      const known = createAuthority('Known');
      let posts = 0;
      const server = createServer(known.issue(['127.0.0.1']), (request, response) => {
        if (request.method === 'POST') posts += 1;
        response.writeHead(200, { connection: 'close' }).end();
      });
      server.on('tlsClientError', () => undefined);
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('The service has no port.');
      const trust = { context: createSecureContext({ ca: known.cert }), fromSystem: null };
      const keychain = await memoryKeychain();
      return {
        baseUrl: `https://127.0.0.1:${address.port}`,
        network: createNetwork(environmentProxies({}), keychain, () => Promise.resolve(trust)),
        fail() {
          server.setSecureContext(createAuthority('UnexpectedResponder').issue(['127.0.0.1']));
        },
        posts: () => posts,
      };
    },
  ],
  [
    'a proxy that lets nothing through',
    'PROXY_REFUSED 403',
    async () => {
      const server = await startForgetful();
      const proxy = await startProxy(server.port);
      const finder = environmentProxies({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
      return {
        baseUrl: 'http://vendors.harborlane.example',
        network: createNetwork(finder, await memoryKeychain()),
        fail() {
          proxy.behave({ kind: 'answers', status: 403 });
        },
        posts: () => server.posts().length,
      };
    },
  ],
];

describe.each(ways)('%s, before a byte was written', (_name, detail, way) => {
  it.each(['invite', 'verification'] as const)('leaves an entry of kind %s waiting', async (kind) => {
    const { baseUrl, network, fail, posts } = await way();
    const given = network === undefined ? {} : { network };
    const workspace = await openTestWorkspace({ baseUrl, limits: quick, ...given });
    // The service was there a moment ago, so the entry itself is what finds out.
    await until(() => workspace.dispatcher.status().condition.kind === 'online', 'it is online');
    await fail();
    const id = kind === 'invite' ? await enqueueInvite(workspace) : await enqueueVerification(workspace);
    await until(() => {
      const { state, attempts } = toProgress(workspace, id);
      return attempts >= 1 && state !== 'sending';
    }, 'the first attempt has ended');
    expect(toProgress(workspace, id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      reason: { code: 'unreachable', detail },
    });
    expect(workspace.dispatcher.status().condition.kind).toBe('offline');
    expect(posts()).toBe(0);
  });
});
