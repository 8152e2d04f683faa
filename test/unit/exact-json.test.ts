import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from '#shared/service/answer-json.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('a number', () => {
  it.each([
    '9007199254740993',
    '12345678901234567890',
    '-12345678901234567890',
    '1000000000000000000000',
    '0.1234567890123456789',
    '0.30000000000000001',
    '100000000000000.01',
    '1e400',
    '-1e400',
    '1e-400',
    '1E21',
    '12345678901234567890.5e-3',
    '-0.12345678901234567890',
    '1.7976931348623157e309',
  ])('that would be altered is kept as its digits: %s', (digits) => {
    expect(parseExactJson(`{"a":[${digits}]}`)).toEqual({ a: [digits] });
    expect(parseExactJson(digits)).toBe(digits);
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['-9007199254740991', -9007199254740991],
    ['0.1', 0.1],
    ['1.0', 1],
    ['1.50', 1.5],
    ['100000.0000000000000', 100000],
    ['0.9200000000000000000', 0.92],
    ['1e3', 1000],
    ['1.5E+2', 150],
    ['2.5e-3', 0.0025],
    ['5e-324', 5e-324],
    ['-0.050e1', -0.5],
    ['-0.0', -0],
    ['0', 0],
    ['0e5', 0],
    ['0.0000001', 1e-7],
  ])('that is held exactly stays a number: %s', (digits, value) => {
    expect(parseExactJson(`{"a":[${digits},1e400]}`)).toEqual({ a: [value, '1e400'] });
    expect(parseExactJson(digits)).toBe(value);
  });

  it('keeps the sign of a zero', () => {
    expect(parseExactJson('[-0]')).toEqual([-0]);
  });

  it('whose digits stand in a text or a name is left alone', () => {
    const text = '{"12345678901234567890":"a \\" 12345678901234567890","\\\\":1e400,"e":"\\\\"}';
    expect(parseExactJson(text)).toEqual({
      '12345678901234567890': 'a " 12345678901234567890',
      '\\': '1e400',
      e: '\\',
    });
  });
});

describe('text that is no JSON', () => {
  it.each([
    '',
    '{12345678901234567890:1}',
    '[012345678901234567890]',
    '12345678901234567890 x',
    '[12345678901234567890,]',
    '+12345678901234567890',
    '1e400e1',
    '"12345678901234567890',
    'NaN',
    '{"a":1e400',
  ])('stays so: %s', (text) => {
    expect(isJson(text)).toBe(false);
    expect(parseExactJson(text)).toBeUndefined();
  });

  it('is told as JSON.parse tells it, and all but long numbers is read as it reads it', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      ' ',
      '1',
      '12345678901234567890',
      '-',
      '.',
      'e',
      '1e400',
      'true',
      'null',
      '"a"',
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
      fc.json(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = parseExactJson(text);
        expect(read !== undefined).toBe(isJson(text));
        if (!/\d{16}|[eE]/.test(text) && read !== undefined) expect(read).toEqual(JSON.parse(text));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a large answer', () => {
  it('of 100,000 levels is read', () => {
    const depth = 100_000;
    let read = parseExactJson(`${'['.repeat(depth)}12345678901234567890${']'.repeat(depth)}`);
    for (let level = 0; level < depth; level += 1) read = Array.isArray(read) ? read[0] : null;
    expect(read).toBe('12345678901234567890');
  });

  it('of 10 MiB takes time that grows with its length alone', () => {
    const long = (mib: number) => `["${'\\n'.repeat(mib * 512 * 1024)}",12345678901234567890]`;
    const many = (mib: number) => `[${'0.1234567890123456789,'.repeat((mib * 1024 * 1024) / 22)}1]`;
    for (const text of [long, many]) {
      const took = (mib: number) => {
        const before = process.cpuUsage();
        const read = parseExactJson(text(mib));
        if (!Array.isArray(read)) throw new Error('It is a list.');
        expect(read).toContain(text === long ? '12345678901234567890' : '0.1234567890123456789');
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      took(1);
      const small = Math.max(took(1), 20);
      expect(took(10)).toBeLessThan(small * 60);
    }
  });
});
