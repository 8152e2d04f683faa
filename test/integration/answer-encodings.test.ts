import { createCipheriv } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { onTestFinished, describe, expect, it } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { decodeContent } from '#main/service-client/content-encoding.ts';
import { createTransport, serviceLimits } from '#main/service-client/transport.ts';
import { answerReader } from '#test/answer-reader.ts';
import { startWireServer, type Behaviour } from './wire-server.ts';
import { canary, memoryKeychain } from './workspace-harness.ts';

const network = createNetwork(environmentProxies({}), await memoryKeychain());
const said = '{"licenseeName":"Åsa Öberg 測量","status":"COMPLIANT"}';
const plain = Buffer.from(said);

function sending(body: Uint8Array, headers: readonly string[], cutAt?: number): Behaviour {
  return (_request, socket) => {
    socket.write(`HTTP/1.1 200 Said\r\n${headers.map((line) => `${line}\r\n`).join('')}`);
    socket.write(`content-length: ${body.length}\r\n\r\n`);
    if (cutAt === undefined) socket.write(body);
    else socket.end(body.subarray(0, cutAt));
  };
}

type Answered = Extract<Exchange, { kind: 'answered' }>;

async function answerTo(behaviour: Behaviour): Promise<Answered> {
  return answerFrom((await startWireServer(behaviour)).baseUrl);
}

async function answerFrom(baseUrl: string): Promise<Answered> {
  const transport = createTransport(baseUrl, 1, serviceLimits, network, answerReader);
  onTestFinished(() => transport.close());
  const exchange = await transport.exchange({
    method: 'POST',
    path: '/vendors',
    token: canary,
    body: '{}',
    headers: {},
    waitMs: 20_000,
  });
  if (exchange.kind !== 'answered') throw new Error(`No answer: ${exchange.detail}`);
  return exchange;
}

/** Bytes that no compression makes smaller, the same each time. */
function noise(length: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));
}

it('every request asks for the codings that are read', async () => {
  const server = await startWireServer(sending(plain, []));
  await answerFrom(server.baseUrl);
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, br, deflate');
});

describe('a coded answer is read', () => {
  it.each([
    ['gzip', ['content-encoding: gzip'], gzipSync(plain)],
    ['GZip', ['content-encoding: GZip'], gzipSync(plain)],
    ['x-gzip', ['content-encoding: x-gzip'], gzipSync(plain)],
    [
      'gzip in two members',
      ['content-encoding: gzip'],
      Buffer.concat([gzipSync(plain.subarray(0, 9)), gzipSync(plain.subarray(9))]),
    ],
    ['br', ['content-encoding: br'], brotliCompressSync(plain)],
    ['deflate with the zlib wrapper', ['content-encoding: deflate'], deflateSync(plain)],
    ['deflate without it', ['content-encoding: deflate'], deflateRawSync(plain)],
    ['identity', ['content-encoding: identity'], plain],
    ['two codings in a row', ['content-encoding: deflate, gzip'], gzipSync(deflateSync(plain))],
    [
      'two codings in two headers',
      ['content-encoding: br', 'content-encoding: gzip'],
      gzipSync(brotliCompressSync(plain)),
    ],
    ['a coding that a proxy has undone', ['content-encoding: gzip'], plain],
    ['a coding of nothing', ['content-encoding: gzip'], Buffer.alloc(0)],
  ])('%s', async (_name, headers, body) => {
    const answer = await answerTo(sending(body, headers));
    expect(answer).toMatchObject({ body: body.length === 0 ? '' : said, bytes: null, cut: null });
  });
});

describe('the text of an answer', () => {
  const utf16le = Buffer.from(said, 'utf16le');
  const utf16be = Buffer.from(utf16le).swap16();
  const latin = '{"name":"Åsa"}';
  it.each([
    ['UTF-8 with a byte order mark', '', Buffer.from(`\uFEFF${said}`), said],
    ['UTF-16LE with a mark', '', Buffer.from(`\uFEFF${said}`, 'utf16le'), said],
    ['UTF-16BE with a mark', '', Buffer.from(`\uFEFF${said}`, 'utf16le').swap16(), said],
    ['UTF-16LE by its charset', '; charset=utf-16le', utf16le, said],
    ['UTF-16BE by its charset', '; charset="UTF-16BE"', utf16be, said],
    ['UTF-16 that is little-endian', '; charset=utf-16', utf16le, said],
    ['UTF-16 that is big-endian', '; charset=utf-16', utf16be, said],
    ['ISO 8859-1', '; charset=ISO-8859-1', Buffer.from(latin, 'latin1'), latin],
    ['Shift JIS', '; a=b; charset=Shift_JIS', Buffer.from([0x22, 0x8e, 0x71, 0x22]), '"子"'],
  ])('is read from %s, and its bytes are kept', async (_name, charset, bytes, text) => {
    const answer = await answerTo(sending(bytes, [`content-type: application/json${charset}`]));
    expect(answer.body).toBe(text);
    expect(Buffer.from(answer.bytes ?? [])).toEqual(bytes);
  });

  it('is read as UTF-8 where the charset is unknown', async () => {
    const answer = await answerTo(sending(plain, ['content-type: application/json; charset=x-harbor']));
    expect(answer).toMatchObject({ body: said, bytes: null });
  });
});

describe('an answer that is no text is kept as it came', () => {
  it.each([
    ['zstd', ['content-encoding: zstd'], zstdCompressSync(plain), ''],
    ['a coding that nobody knows', ['content-encoding: foo'], gzipSync(plain), ''],
    [
      'more codings than anybody uses',
      ['content-encoding: gzip, gzip, gzip, gzip, gzip'],
      [1, 2, 3, 4, 5].reduce<Buffer>((coded) => gzipSync(coded), plain),
      '',
    ],
    ['bytes that are no UTF-8', [], Buffer.from([0x22, 0xc3, 0x28, 0x22]), '"\uFFFD("'],
    [
      'a picture',
      ['content-type: image/png'],
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd]),
      '',
    ],
  ])('%s', async (_name, headers, bytes, body) => {
    const answer = await answerTo(sending(bytes, headers));
    expect(answer.body).toBe(body);
    expect(Buffer.from(answer.bytes ?? [])).toEqual(bytes);
  });

  it('although it was coded: then without the coding', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0xfd]);
    const answer = await answerTo(sending(gzipSync(bytes), ['content-encoding: gzip']));
    expect(Buffer.from(answer.bytes ?? [])).toEqual(bytes);
  });

  it('as far as it decodes where its coding is broken, and all that came beside it', async () => {
    const bytes = gzipSync(`${said}${noise(100_000).toString('hex')}`);
    bytes.fill(0, 60_000, 60_100);
    const answer = await answerTo(sending(bytes, ['content-encoding: gzip']));
    expect(answer.body.startsWith(said)).toBe(true);
    expect(Buffer.from(answer.bytes ?? [])).toEqual(bytes);
  });

  it('as far as it came where it is cut, in a coding too', async () => {
    const bytes = gzipSync(`${said}${noise(100_000).toString('hex')}`);
    const answer = await answerTo(sending(bytes, ['content-encoding: gzip'], 50_000));
    expect(answer.cut).toBe('connection_closed');
    expect(answer.body.startsWith(said)).toBe(true);
    expect(Buffer.from(answer.bytes ?? [])).toEqual(bytes.subarray(0, 50_000));
  });

  it('with what follows the end of its coding', async () => {
    const bytes = Buffer.concat([brotliCompressSync(plain), Buffer.from('more')]);
    const answer = await answerTo(sending(bytes, ['content-encoding: br']));
    expect(answer.body).toBe(said);
    expect(Buffer.from(answer.bytes ?? [])).toEqual(bytes);
  });
});

const mib = 1024 * 1024;

describe('an answer that decodes to more than is kept', () => {
  const nightly = { tags: ['nightly'] };
  for (const { coding, bomb, isKept, tier } of [
    { coding: 'gzip', bomb: () => gzipSync(Buffer.alloc(300 * mib, 0x20)), isKept: false, tier: {} },
    {
      coding: 'gzip, gzip',
      bomb: () => gzipSync(gzipSync(Buffer.alloc(300 * mib, 0x20))),
      isKept: false,
      tier: nightly,
    },
    {
      coding: 'br',
      bomb: () => brotliCompressSync(Buffer.alloc(50 * mib, 0x20)),
      isKept: true,
      tier: nightly,
    },
  ])
    it(`is decoded up to the limit: ${coding}`, tier, async () => {
      const sent = bomb();
      const answer = await answerTo(sending(sent, [`content-encoding: ${coding}`]));
      expect(answer.cut).toBe('too_large');
      expect(answer.body).toHaveLength(serviceLimits.bodyBytes);
      // The token may be in what was not looked into.
      expect(Buffer.from(answer.bytes ?? []).equals(isKept ? sent : Buffer.from(answer.body))).toBe(true);
    });

  it('leaves the main process its turns while it is decoded', { tags: ['nightly'] }, async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20));
    let turns = 0;
    let decoding = true;
    const count = () => {
      turns += 1;
      if (decoding) setImmediate(count);
    };
    setImmediate(count);
    await decodeContent(bomb, 'gzip', serviceLimits.bodyBytes);
    decoding = false;
    // Decoded at once, it would be one.
    expect(turns).toBeGreaterThan(20);
  });
});

describe('the token', () => {
  it.each([
    ['as it is', Buffer.from([...Buffer.from(`You sent ${canary}.`), 0xff])],
    ['in UTF-16', Buffer.from([...Buffer.from(`You sent ${canary}.`, 'utf16le'), 0])],
    ['in UTF-16, big-endian', Buffer.from([0, ...Buffer.from(`You sent ${canary}.`, 'utf16le')])],
    ['as in an address', Buffer.from([...Buffer.from(encodeURIComponent(canary)), 0xff])],
  ])('is taken out of bytes that are kept: %s', async (_name, bytes) => {
    const answer = await answerTo(sending(bytes, []));
    const kept = Buffer.from(answer.bytes ?? []);
    expect(kept.length).toBeGreaterThan(0);
    for (const text of [kept.toString('latin1').replaceAll('\0', ''), answer.body.replaceAll('\0', '')]) {
      expect(text).not.toContain('canary');
    }
    expect(kept.toString('latin1').replaceAll('\0', '')).toContain('[token removed]');
  });

  const echoed = `You sent ${canary}.`;
  it.each<[string, Buffer, string[]]>([
    ['packed without saying so', gzipSync(echoed), []],
    ['packed twice and saying so once', gzipSync(gzipSync(echoed)), ['content-encoding: gzip']],
    [
      'packed more often than is undone',
      [1, 2, 3, 4, 5].reduce<Buffer>((inside) => gzipSync(inside), Buffer.from(echoed)),
      ['content-encoding: gzip, gzip, gzip, gzip, gzip'],
    ],
    ['packed as nobody asked for', zstdCompressSync(echoed), ['content-encoding: zstd']],
    ['packed by zlib without saying so', deflateSync(echoed), ['content-type: application/json']],
    ['packed in another way than it says', gzipSync(echoed), ['content-encoding: br']],
  ])('is not kept inside of what is packed: %s', async (_name, bytes, headers) => {
    const answer = await answerTo(sending(bytes, headers));
    expect(Buffer.from(answer.bytes ?? []).toString()).toBe('You sent [token removed].');
    expect(answer.body).not.toContain('canary');
  });

  it('is taken out of what says that it is coded and is not', async () => {
    const answer = await answerTo(sending(Buffer.from(echoed), ['content-encoding: gzip']));
    expect(answer).toMatchObject({ body: 'You sent [token removed].', bytes: null });
  });

  it('leaves packed bytes as they came where it is not inside', async () => {
    const bytes = gzipSync(said);
    expect(Buffer.from((await answerTo(sending(bytes, []))).bytes ?? [])).toEqual(bytes);
  });

  it('is not kept inside of what unpacks to more than is looked into', { tags: ['nightly'] }, async () => {
    const bytes = gzipSync(Buffer.concat([Buffer.alloc(12 * 1024 * 1024), Buffer.from(echoed)]));
    const kept = Buffer.from((await answerTo(sending(bytes, []))).bytes ?? []);
    expect(kept.equals(Buffer.alloc(serviceLimits.bodyBytes))).toBe(true);
  });

  it('is taken out of what is kept of a broken coding', async () => {
    const bytes = gzipSync(`You sent ${canary}. ${noise(100_000).toString('hex')}`);
    const answer = await answerTo(sending(bytes, ['content-encoding: gzip'], 50_000));
    expect(answer.body).toMatch(/^You sent \[token removed\]\./);
    expect(Buffer.from(answer.bytes ?? []).toString('latin1')).toMatch(/^You sent \[token removed\]\./);
  });
});
