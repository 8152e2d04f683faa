import { describe, expect, it } from 'vitest';
import { bytesWithoutToken, withoutToken } from '#main/service-client/echoed-token.ts';

const token = 'gw/Kx81+Qd0==.t~Zr"7&Lm-9Vb_c4Hn2Ps6Yw';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const html = (text: string) => text.replaceAll(/[^a-z\d]/gi, (sign) => `&#${sign.charCodeAt(0)};`);
const names = [
  ['&', 'amp'],
  ["'", 'apos'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['"', 'quot'],
] as const;
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
    ['in HTML in JSON', html(token).replaceAll('&', '\\u0026')],
    ['in HTML in HTML', html(token).replaceAll('&', '&amp;')],
    ['in an address in JSON', encodeURIComponent(token).replaceAll('%', '\\u0025')],
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

  it.each(names)('is removed with its %s written as &%s;', (sign, name) => {
    const short = `Kq7${sign}Zt9`;
    for (const written of [`&${name};`, `&${name.toUpperCase()};`]) {
      expect(withoutToken(`a Kq7${written}Zt9 b`, short)).toBe('a [token removed] b');
    }
  });

  it('is removed without its neighbors, between escapes too', () => {
    const escaped = '%41&amp;\\x42';
    for (const [before, after] of [
      ['', escaped],
      [escaped, ''],
      [escaped, escaped],
      [`${escaped}${escaped} ${escaped}`, `\0${escaped}`],
    ]) {
      const echoed = encodeURIComponent(token);
      expect(withoutToken(`${before}x${token}y${after}`, token)).toBe(`${before}x[token removed]y${after}`);
      expect(withoutToken(`${before}x${echoed}y${after}`, token)).toBe(`${before}x[token removed]y${after}`);
    }
  });

  it('is found under up to two nested escapes', () => {
    const written = (times: number) =>
      Array.from({ length: times }).reduce<string>((text) => encodeURIComponent(text), 'Kq7/Zt9');
    expect(withoutToken(`a ${written(2)} b`, 'Kq7/Zt9')).toBe('a [token removed] b');
    expect(withoutToken(`a ${written(3)} b`, 'Kq7/Zt9')).toBe(`a ${written(3)} b`);
  });

  it('is removed from Base64 with every letter that encodes only token bits', () => {
    for (const before of [0, 1, 2]) {
      for (const after of [0, 1, 2]) {
        for (const secret of [token, `${token}k`, `${token}kR`, 'Kq7/Zt9', 'Kq7/Zt9?', 'Kq7/Zt9?x']) {
          const bits = [8 * before, 8 * (before + secret.length)] as const;
          const encoded = base64(`${'w'.repeat(before)}${secret}${'q'.repeat(after)}`);
          const from = Math.ceil(bits[0] / 6);
          const to = Math.floor(bits[1] / 6);
          for (const text of [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')]) {
            expect(withoutToken(`"${text}"`, secret)).toBe(
              `"${text.slice(0, from)}[token removed]${text.slice(to)}"`,
            );
          }
        }
      }
    }
  });

  it('is removed in pieces from its start, end and middle, at any position', () => {
    const repeated = `${'k7Kp'.repeat(8)}zW`;
    for (const secret of [token, repeated]) {
      for (const length of [16, 17, 24, 25, secret.length]) {
        const pieces = [secret.slice(0, length), secret.slice(-length)];
        // In a repetitive token, a middle piece is ambiguous.
        if (secret === token) pieces.push(secret.slice(7, 7 + length), secret.slice(3, 3 + length).repeat(2));
        for (const piece of pieces) {
          for (let before = 0; before < 18; before += 1) {
            const blank = ' '.repeat(before);
            expect(withoutToken(`${blank}${piece}|`, secret)).toBe(`${blank}[token removed]|`);
            expect(withoutToken(`${blank}${piece}`, secret)).toBe(`${blank}[token removed]`);
          }
        }
      }
    }
  });

  it('is removed from the names of members too', () => {
    expect(withoutToken(JSON.stringify({ [token]: 1 }), token)).toBe('{"[token removed]":1}');
  });

  it('is removed in two pieces, each of 16 characters at least', () => {
    const text = JSON.stringify({ one: token.slice(0, 20), two: token.slice(20) });
    expect(withoutToken(text, token)).toBe('{"one":"[token removed]","two":"[token removed]"}');
  });

  it('is removed in its parts, as a service takes a JSON Web Token apart', () => {
    const parts = ['header', 'claims', 'signature'].map((part) => base64(`${part} of 30 letters or more`));
    const text = JSON.stringify(Object.fromEntries(parts.map((part, at) => [`part${at}`, part])));
    expect(withoutToken(text, parts.join('.'))).toBe(
      '{"part0":"[token removed]","part1":"[token removed]","part2":"[token removed]"}',
    );
  });

  it('is removed where it has what looks like an escape', () => {
    for (const odd of ['ab%41cd=3Dfg\\x41hijk', 'a&amp;b+c%2Bd']) {
      expect(withoutToken(`said ${odd} twice ${encodeURIComponent(odd)}`, odd)).toBe(
        'said [token removed] twice [token removed]',
      );
    }
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
    [
      'UTF-32',
      (text) => Buffer.concat(Array.from(text, (letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0]))),
    ],
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

  it('is looked for in time that grows with the text alone', { timeout: 3000 }, () => {
    const text = `${'\\'.repeat(60_000)}z${token}`;
    expect(withoutToken(text, token)).toHaveLength(60_001 + '[token removed]'.length);
  });

  it('is found at once in a long text that repeats its beginning', () => {
    const repeated = `${'a'.repeat(999)}b`;
    expect(withoutToken('a'.repeat(3_000_000), repeated)).toContain('[token removed]');
  });
});
