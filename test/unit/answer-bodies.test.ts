import { emptyAnswer } from '#test/exchange-samples.ts';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyKind, isWebPage } from '#main/service-client/exchange.ts';
import { bodyText, isPlainUtf8 } from '#main/service-client/answer-body.ts';
import { decodeContent, unpacked } from '#main/service-client/content-encoding.ts';
import { saysInvalidToken, refusesToken } from '#main/service-client/service-sign.ts';
import { defaultServiceInterface } from '#shared/settings/settings.ts';

const none = new Uint8Array();
const some = new Uint8Array([1]);

describe('the kind of a body', () => {
  it.each<[body: string, type: string | null, bytes: Uint8Array | null, kind: string]>([
    ['', null, null, 'empty'],
    ['', 'text/html', null, 'empty'],
    ['', null, none, 'empty'],
    [' \n', null, some, 'empty'],
    ['\uFEFF', null, some, 'empty'],
    // Bytes that are no text.
    ['', null, some, 'foreign'],
    ['', 'text/html', some, 'foreign'],
    ['', 'application/json', some, 'json'],
    ['{}', null, null, 'json'],
    ['\uFEFF {}', 'text/html', null, 'json'],
    ['{"id":', null, null, 'json'],
    ['[1]', 'text/plain', null, 'json'],
    ['12', null, null, 'json'],
    ['"a"', null, null, 'json'],
    ['[1', null, null, 'foreign'],
    ['nonsense', null, null, 'foreign'],
    ['nonsense', 'application/json', null, 'json'],
    ['nonsense', 'application/problem+json; charset=utf-8', null, 'json'],
    ['nonsense', 'application/jsonp', null, 'foreign'],
    ['nonsense', 'text/html', null, 'web_page'],
    ['nonsense', 'application/xhtml+xml', null, 'web_page'],
    ['nonsense', 'text/htmlx', null, 'foreign'],
    ['<html>', null, null, 'web_page'],
    ['<!doctype html><p>', 'application/json', null, 'web_page'],
    ['<note>', 'application/json', null, 'foreign'],
    ['<note>', 'text/xml', null, 'foreign'],
  ])('%j of the type %j, with %o as its bytes, is %s', (body, contentType, bytes, kind) => {
    expect(bodyKind({ body, contentType, bytes })).toBe(kind);
    if (bytes === null) expect(isWebPage(contentType, body)).toBe(kind === 'web_page');
  });

  it('follows from its start if it is too long to parse', () => {
    const many = '1,'.repeat(2_000_000);
    for (const begin of ['[', '[ [', '[{"a":1},', '["a",', '[-']) {
      expect(bodyKind({ body: `${begin}${many}`, contentType: null, bytes: null })).toBe('json');
    }
    expect(bodyKind({ body: `[x${many}`, contentType: null, bytes: null })).toBe('foreign');
  });
});

describe('the text of a body', () => {
  const e = 'é';
  it.each<[string, number[], string | null, string, boolean]>([
    ['UTF-8', [0xc3, 0xa9], null, e, true],
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], null, e, false],
    ['UTF-16, low byte first, with its mark', [0xff, 0xfe, 0xe9, 0], null, e, false],
    ['UTF-16, high byte first, with its mark', [0xfe, 0xff, 0, 0xe9], null, e, false],
    [
      'the mark of UTF-8 before what its type says',
      [0xef, 0xbb, 0xbf, 0xc3, 0xa9],
      'text/plain; charset=latin1',
      e,
      false,
    ],
    ['Latin 1', [0xe9], 'text/plain; charset=latin1', e, false],
    ['Latin 1 in quotes', [0xe9], 'text/plain; charset="iso-8859-1"', e, false],
    ['UTF-8 by its type', [0xc3, 0xa9], 'application/json; Charset = UTF-8', e, true],
    ['UTF-16 by its type, high byte first', [0, 0xe9], 'text/plain; charset=utf-16', e, false],
    ['UTF-16 by its type, low byte first', [0x41, 0], 'text/plain; charset=utf-16', 'A', false],
    ['a charset that nobody knows', [0xc3, 0xa9], 'text/plain; charset=martian', e, true],
    ['what is no character', [0xff, 0x41], null, '\uFFFDA', false],
    ['what is no text', [0x41, 0, 0x42], null, '', false],
    ['nothing', [], null, '', true],
  ])('of %s is read', (_what, bytes, contentType, text, plain) => {
    const content = new Uint8Array(bytes);
    expect([bodyText(content, contentType), isPlainUtf8(content, contentType)]).toEqual([text, plain]);
  });
});

describe('a coded body', () => {
  const text = Buffer.from('{"id":4711,"name":"Kestrel Plumbing"}');
  const decoded = { bytes: text, whole: true, tooLarge: false };
  const nothing = { bytes: Buffer.alloc(0), whole: false, tooLarge: false };

  it.each<[string, string | null, Buffer, object]>([
    ['no coding', null, text, decoded],
    ['an empty coding', ' , ', text, decoded],
    ['the coding of none', 'identity', text, decoded],
    ['gzip', 'gzip', gzipSync(text), decoded],
    ['gzip by its old name', 'X-GZIP', gzipSync(text), decoded],
    ['Brotli', 'br', brotliCompressSync(text), decoded],
    ['deflate', 'deflate', deflateSync(text), decoded],
    ['deflate without its wrapper', 'deflate', deflateRawSync(text), decoded],
    ['two codings', 'br, gzip', gzipSync(brotliCompressSync(text)), decoded],
    ['two codings and none', 'identity, br,, gzip', gzipSync(brotliCompressSync(text)), decoded],
    ['four codings', 'gzip,gzip,gzip,gzip', gzipSync(gzipSync(gzipSync(gzipSync(text)))), decoded],
    [
      'five codings',
      'gzip,gzip,gzip,gzip,gzip',
      gzipSync(gzipSync(gzipSync(gzipSync(gzipSync(text))))),
      nothing,
    ],
    ['a coding that nobody knows', 'martian', text, nothing],
    ['a coding that nobody knows below gzip', 'martian, gzip', gzipSync(text), nothing],
    ['gzip that is none', 'gzip', text, nothing],
    ['nothing', 'gzip', Buffer.alloc(0), { bytes: Buffer.alloc(0), whole: true, tooLarge: false }],
  ])('by %s is decoded', async (_how, header, content, expected) => {
    expect(await decodeContent(content, header, 1000)).toEqual(expected);
  });

  it('with trailing bytes is not whole', async () => {
    const more = Buffer.concat([gzipSync(text), Buffer.from('more')]);
    expect(await decodeContent(more, 'gzip', 1000)).toMatchObject({ whole: false, tooLarge: false });
  });

  it('that is cut off gives its readable start', async () => {
    const long = Buffer.from(Array.from({ length: 20_000 }, (_none, at) => (at * 7919) % 251));
    const packed = gzipSync(long);
    const { bytes, whole, tooLarge } = await decodeContent(packed.subarray(0, -9), 'gzip', 100_000);
    expect([whole, tooLarge]).toEqual([false, false]);
    expect(bytes.length).toBeGreaterThan(0);
    expect(long.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  it('is decoded up to the limit', async () => {
    const packed = gzipSync(text);
    expect(await decodeContent(packed, 'gzip', text.length)).toEqual(decoded);
    expect(await decodeContent(packed, 'gzip', text.length - 1)).toEqual({
      bytes: text.subarray(0, -1),
      whole: false,
      tooLarge: true,
    });
    const twice = gzipSync(gzipSync(Buffer.alloc(10_000)));
    expect(await decodeContent(twice, 'gzip, gzip', 1000)).toMatchObject({ whole: false, tooLarge: true });
    // The outer coding already exceeds the limit.
    const outer = await decodeContent(gzipSync(gzipSync(text)), 'gzip, gzip', 20);
    expect(outer).toMatchObject({ whole: false, tooLarge: true });
  });
});

describe('a packed body without a header', () => {
  const text = Buffer.from('{"id":4711,"name":"Kestrel Plumbing"}');
  const packedTimes = (times: number) =>
    Array.from({ length: times }).reduce<Buffer>((inside) => gzipSync(inside), text);

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['Zstandard', zstdCompressSync(text)],
    ['zlib', deflateSync(text)],
    ['zlib at its least', deflateSync(text, { level: 1 })],
    ['gzip in zlib', deflateSync(gzipSync(text))],
    ['eight layers', packedTimes(8)],
  ])('by %s is unpacked', async (_how, packed) => {
    expect(await unpacked(packed, 10_000)).toEqual({ bytes: text, whole: true, tooLarge: false });
  });

  it('is unpacked eight times at most', async () => {
    expect((await unpacked(packedTimes(9), 10_000))?.bytes.equals(gzipSync(text))).toBe(true);
  });

  it.each<[string, number[]]>([
    ['nothing', []],
    ['a text', [...text]],
    ['the first byte of gzip', [0x1f]],
    ['the first bytes of gzip and another method', [0x1f, 0x8b, 9, 0]],
    ['half of what Zstandard begins with', [0x28, 0xb5, 0x2f, 0xfc]],
    ['the first byte of zlib', [0x78]],
    ['the first byte of zlib and a wrong sum', [0x78, 0x9d]],
    ['the first bytes of zlib and no more', [0x78, 0x9c]],
    ['the first bytes of gzip and no more', [0x1f, 0x8b, 8]],
  ])('is not one if it is %s', async (_what, bytes) => {
    expect(await unpacked(Buffer.from(bytes), 10_000)).toBeNull();
  });

  it('is unpacked up to the limit and marked too large', async () => {
    expect(await unpacked(gzipSync(gzipSync(text)), 20)).toMatchObject({ tooLarge: true });
    expect(await unpacked(gzipSync(text), text.length)).toMatchObject({ tooLarge: false, whole: true });
  });
});

describe('a token', () => {
  const exchange = {
    ...emptyAnswer,
  };
  const said = { wwwAuthenticate: 'Bearer error="invalid_token"' };

  it.each<[number, object, boolean]>([
    [401, {}, true],
    [400, {}, false],
    [403, {}, false],
    [400, said, true],
    [403, said, true],
    [404, said, false],
    [500, said, false],
    [200, said, false],
    [403, { body: '{"error":"invalid_token"}' }, true],
    [403, { body: '{"error":"invalid_tokens"}' }, false],
    [403, { body: `${' '.repeat(4082)} invalid_token` }, true],
    [403, { body: `${' '.repeat(4090)} invalid_token` }, false],
  ])('answered with %d and %o is refused: %j', (status, more, refused) => {
    expect(refusesToken({ ...exchange, ...more, status }, defaultServiceInterface)).toBe(refused);
  });

  it('is refused by each configured status, or by the words invalid_token', () => {
    const rules = { tokenRefusedStatuses: [403, 419] };
    const of = (status: number) => refusesToken({ ...exchange, status }, rules);
    expect([401, 403, 419].map(of)).toEqual([false, true, true]);
    expect(saysInvalidToken({ ...exchange, ...said })).toBe(true);
    expect(saysInvalidToken({ wwwAuthenticate: null, body: 'invalid_token' })).toBe(true);
    expect(saysInvalidToken({ wwwAuthenticate: 'Bearer', body: '' })).toBe(false);
  });
});
