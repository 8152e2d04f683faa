import { describe, expect, it } from 'vitest';
import { bytesWithoutToken, withoutToken } from '#main/service-client/echoed-token.ts';

const token = 'gw/Kx81+Qd0==.t~Zr"7&Lm-9Vb_c4Hn2Ps6Yw';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const unicode = (text: string) =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe('a token that a server sends back', () => {
  it.each<[string, string]>([
    ['as it is', token],
    ['in JSON', JSON.stringify(token).slice(1, -1)],
    ['in JSON with each slash escaped', JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
    [
      'in JSON with signs as numbers',
      token.replaceAll('=', '\\u003d').replaceAll('&', '\\u0026').replaceAll('"', '\\"'),
    ],
    [
      'in JSON with capitals in numbers',
      token.replaceAll('=', '\\u003D').replaceAll('+', '\\u002B').replaceAll('"', '\\"'),
    ],
    ['in JSON as numbers throughout', unicode(token)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ token }))],
    ['in an address', encodeURIComponent(token)],
    [
      'in an address with small letters',
      encodeURIComponent(token).replace(/%[\dA-F]{2}/g, (part) => part.toLowerCase()),
    ],
    ['in an address within an address', encodeURIComponent(encodeURIComponent(token))],
    ['in HTML', token.replaceAll('&', '&amp;').replaceAll('"', '&#34;').replaceAll('/', '&#x2F;')],
    ['in Base64', base64(token)],
    ['in Base64 for addresses', Buffer.from(token).toString('base64url')],
    ['in Base64 after one letter', base64(`:${token}`)],
    ['in Base64 between others', base64(`me:${token}!x`)],
    ['in Base64 in JSON', base64(`?${token}`).replaceAll('/', '\\/')],
    ['in hexadecimal', Buffer.from(token).toString('hex')],
    ['in capital hexadecimal', Buffer.from(token).toString('hex').toUpperCase()],
  ])('is removed %s', (_how, echoed) => {
    const clean = withoutToken(`{"said":"${echoed}","name":"Kestrel"}`, token);
    expect(clean).toContain('[token removed]');
    expect(clean).toMatch(/^\{"said":"/);
    expect(clean).toMatch(/","name":"Kestrel"\}$/);
    const rest = clean.replaceAll('[token removed]', '');
    expect(rest.length, rest).toBeLessThan('{"said":"","name":"Kestrel"}'.length + 24);
  });

  it('is removed from the names of members too', () => {
    expect(withoutToken(JSON.stringify({ [token]: 1 }), token)).toBe('{"[token removed]":1}');
  });

  it('is removed in two pieces, each of 16 characters at least', () => {
    const text = JSON.stringify({ one: token.slice(0, 20), two: token.slice(20) });
    expect(withoutToken(text, token)).toBe('{"one":"[token removed]","two":"[token removed]"}');
  });

  it('leaves shorter pieces, and what only looks like an escape', () => {
    const text = `{"a":"${token.slice(0, 15)}","b":"50 %zz","c":"\\\\u00","d":"&#;&am"}`;
    expect(withoutToken(text, token)).toBe(text);
  });

  it('is removed where it is short, only as a whole', () => {
    expect(withoutToken('{"a":"abc","b":"ab"}', 'abc')).toBe('{"a":"[token removed]","b":"ab"}');
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-16, low byte first', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16, high byte first', (text) => Buffer.from(text, 'utf16le').swap16()],
    ['UTF-16 from an odd byte on', (text) => Buffer.concat([Buffer.from('x'), Buffer.from(text, 'utf16le')])],
  ])('is removed from bytes in %s', (_name, encode) => {
    for (const echoed of [token, unicode(token), base64(token)]) {
      const clean = bytesWithoutToken(encode(`before ${echoed} after`), token);
      const text = clean.toString('latin1').replaceAll('\0', '');
      expect(text.replace(/^x/, '')).toMatch(/^before \[token removed\][a-z]?=* after$/);
    }
  });

  it('is looked for in many bytes that end in half a character', () => {
    const content = Buffer.alloc(2_000_001, 'x');
    expect(bytesWithoutToken(content, token)).toEqual(content);
  });

  it('is found at once in a long text that repeats its beginning', () => {
    const repeated = `${'a'.repeat(999)}b`;
    expect(withoutToken('a'.repeat(3_000_000), repeated)).toContain('[token removed]');
  });
});
