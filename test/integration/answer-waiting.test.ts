import { setTimeout as after } from 'node:timers/promises';
import { endpoints } from '#shared/service/operations.ts';
import { onTestFinished, describe, expect, it } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { createServiceClient } from '#main/service-client/client.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createTransport, serviceLimits, type Transport } from '#main/service-client/transport.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { answerReader } from '#test/answer-reader.ts';
import { answerBytes, startWireServer, type Behaviour } from './wire-server.ts';
import { canary, memoryKeychain } from './workspace-harness.ts';

const network = createNetwork(environmentProxies({}), await memoryKeychain());
const methods = ['GET', 'POST'] as const;
const json = { 'content-type': 'application/json' };
const said = '{"id":"r-1"}';

function open(baseUrl: string, limits = serviceLimits): Transport {
  const transport = createTransport(baseUrl, 1, limits, network, answerReader);
  onTestFinished(() => transport.close());
  return transport;
}

function ask(transport: Transport, method: 'GET' | 'POST', waitMs = 5000): Promise<Exchange> {
  const body = method === 'POST' ? '{"vendor":{}}' : null;
  return transport.exchange({ method, path: '/vendors', token: canary, body, headers: {}, waitMs });
}

/** Writes one piece after the other, each a while after the one before. */
function inPieces(pieces: readonly string[], everyMs: number): Behaviour {
  return (_request, socket) => {
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await after(everyMs);
      }
    })();
  };
}

describe.each(methods)('interim answers to a %s', (method) => {
  const hundred = 'HTTP/1.1 100 Continue\r\n\r\n';
  const named = 'HTTP/1.1 100 Continue\r\nserver: nginx\r\ndate: Sun, 01 Mar 2026 12:00:00 GMT\r\n\r\n';
  const processing = 'HTTP/1.1 102 Processing\r\n\r\n';
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n';
  const final = answerBytes(200, json, said);

  it.each([
    ['100 that nobody asked for', [hundred + final]],
    ['100 with headers', [named + final]],
    ['100 in a piece of its own', [hundred, final]],
    [
      '100 in pieces that break anywhere',
      ['HT', 'TP/1.1 1', '00 Continue\r', '\n\r', `\n${final.slice(0, 5)}`, final.slice(5)],
    ],
    ['several', [hundred + processing, hundred, hints + hundred, final]],
    ['102 and 103', [processing, hints + final]],
    ['a late one', [processing, processing, hundred, processing, final]],
  ])('are passed over: %s', async (_name, pieces) => {
    const server = await startWireServer(inPieces(pieces, 20));
    const transport = open(server.baseUrl);
    for (const _again of [1, 2]) {
      expect(await ask(transport, method)).toMatchObject({
        kind: 'answered',
        status: 200,
        body: said,
        cut: null,
      });
    }
    expect(server.connections()).toBe(1);
    expect(server.requests).toHaveLength(2);
  });

  it('are passed over where the final answer has the words of one in it', async () => {
    const server = await startWireServer(inPieces([answerBytes(200, {}, `${hundred}${hundred}`)], 1));
    const transport = open(server.baseUrl);
    expect(await ask(transport, method)).toMatchObject({ status: 200, body: `${hundred}${hundred}` });
    server.behave(
      inPieces([answerBytes(200, { 'content-length': '50' }, 'HTTP/'), hundred, 'x'.repeat(20)], 20),
    );
    expect(await ask(transport, method)).toMatchObject({ body: `HTTP/${hundred}${'x'.repeat(20)}` });
  });

  it('without a final one are no answer', async () => {
    const server = await startWireServer((_request, socket) => {
      socket.end(hundred);
    });
    expect(await ask(open(server.baseUrl), method)).toMatchObject({ kind: 'no_answer' });
  });

  it('that go on coming are waited for no longer than a final one', async () => {
    const server = await startWireServer(
      inPieces([...Array.from({ length: 100 }, () => hundred), final], 20),
    );
    expect(await ask(open(server.baseUrl), method, 300)).toEqual({ kind: 'no_answer', detail: 'TIME_OUT' });
  });
});

describe('an answer', () => {
  it('is waited for as long as it was said to be, and no longer', async () => {
    const server = await startWireServer((_request, socket) => {
      void after(400).then(() => socket.write(answerBytes(200, json, said)));
    });
    const transport = open(server.baseUrl);
    expect(await ask(transport, 'POST', 100)).toEqual({ kind: 'no_answer', detail: 'TIME_OUT' });
    expect(await ask(transport, 'POST', 2000)).toMatchObject({ kind: 'answered', body: said });
  });

  it('that goes on coming is read to its end, however long that takes', async () => {
    const bytes = answerBytes(200, json, said);
    const at = bytes.length - said.length;
    const server = await startWireServer(inPieces([bytes.slice(0, at), ...said.split('')], 60));
    const exchange = await ask(open(server.baseUrl), 'GET', 250);
    expect(exchange).toMatchObject({ kind: 'answered', body: said, cut: null });
  });

  it('that stops coming is kept as far as it came', async () => {
    const server = await startWireServer(
      inPieces([answerBytes(200, { 'content-length': '100' }, '{"id":')], 1),
    );
    expect(await ask(open(server.baseUrl), 'GET', 150)).toMatchObject({
      kind: 'answered',
      body: '{"id":',
      cut: 'time_out',
    });
  });

  it('that never ends is given up in the end, although it goes on coming', async () => {
    const server = await startWireServer(
      inPieces(
        [answerBytes(200, { 'content-length': '1000' }, ''), ...Array.from({ length: 50 }, () => 'x')],
        30,
      ),
    );
    const limits = { ...serviceLimits, wholeMs: 400 };
    expect(await ask(open(server.baseUrl, limits), 'GET', 5000)).toMatchObject({
      kind: 'answered',
      cut: 'time_out',
    });
  });
});

describe('the settings for waiting', () => {
  it('are those of the moment, apart for what changes something and what reads', async () => {
    const asked: { method: string; waitMs: number }[] = [];
    const transport: Transport = {
      exchange: ({ method, waitMs }) => {
        asked.push({ method, waitMs });
        return Promise.resolve({ kind: 'not_sent', detail: '' });
      },
      close: () => Promise.resolve(),
    };
    let settings = { ...defaultServiceInterface, sendTimeoutS: 120, readTimeoutS: 30 };
    const client = createServiceClient(transport, createFakeClock(), () => settings, answerReader);
    await client.send(endpoints.inviteVendor(), '{}', 'k', canary);
    await client.getVendorProfile('1', canary);
    settings = { ...settings, sendTimeoutS: 600, readTimeoutS: 5 };
    await client.send(endpoints.queueVerification(), '{}', 'k', canary);
    await client.getDocumentResult('1', canary);
    await client.probe();
    expect(asked).toEqual([
      { method: 'POST', waitMs: 120_000 },
      { method: 'GET', waitMs: 30_000 },
      { method: 'POST', waitMs: 600_000 },
      { method: 'GET', waitMs: 5000 },
      { method: 'HEAD', waitMs: 5000 },
    ]);
  });
});
