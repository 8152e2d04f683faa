import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { layOutJson } from '../../src/renderer/components/json-layout.ts';

describe('an answer that is laid out', () => {
  it('is not parsed where it is long: how it begins decides, and what is hidden stays hidden', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const long = `{"taxId":"12-3456789","n":"${'x'.repeat(600_000)}"`;
    const hide = (name: string) => (name === 'taxId' ? () => '"••"' : null);
    const { text, whole } = layOutJson(long, 100, hide);
    expect(text.startsWith('{\n  "taxId": "••",\n  "n": "xxx')).toBe(true);
    expect(whole).toBe(false);
    expect(parse.mock.calls.every(([part]) => part.length < 100)).toBe(true);
    expect(layOutJson(`later ${'x'.repeat(600_000)}`, 10).text).toBe('later xxxx');
    parse.mockRestore();
  });

  it('is laid out as far as it goes where it is only the first part, with what is hidden still hidden', () => {
    const hide = (name: string) => (name === 'taxId' ? () => '"••"' : null);
    expect(layOutJson('{"a":1,"taxId":"12-34', Infinity, hide, true).text).toBe(
      '{\n  "a": 1,\n  "taxId": "••"',
    );
  });

  it('keeps order, names that come twice, digits and escapes', () => {
    const answer =
      ' {"b":12345678901234567890,"a":{"x":1.50,"x":1e400},"a":[],"":{ },"u":"\\u0041\\/\\"","l":[true,null,-0.0]}\n';
    expect(layOutJson(answer)).toEqual({
      whole: true,
      text: [
        '{',
        '  "b": 12345678901234567890,',
        '  "a": {',
        '    "x": 1.50,',
        '    "x": 1e400',
        '  },',
        '  "a": [],',
        '  "": {},',
        '  "u": "\\u0041\\/\\"",',
        '  "l": [',
        '    true,',
        '    null,',
        '    -0.0',
        '  ]',
        '}',
      ].join('\n'),
    });
  });

  it.each(['', 'Not found', '<p>{"a":1}</p>', '{"a":1', '"text"', '12345678901234567890', '{12:1}'])(
    'stands as it came where it is no JSON object or list: %s',
    (answer) => {
      expect(layOutJson(answer)).toEqual({ text: answer, whole: true });
    },
  );

  it('is laid out as JSON.stringify does it, whatever spaces came', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t', '\r\n '), (value, spaces) => {
        const answer = JSON.stringify([value], null, spaces);
        expect(layOutJson(answer).text).toBe(JSON.stringify([value], null, 2));
      }),
    );
  });

  it('stops where it is told to, and says that there is more', () => {
    const { text, whole } = layOutJson(`[${'1,'.repeat(500_000)}1]`, 1000);
    expect(text).toHaveLength(1000);
    expect(whole).toBe(false);
    expect(layOutJson('plain text', 5)).toEqual({ text: 'plain', whole: false });
  });

  it('has the values of hidden names replaced, however the name is written and whatever the value is', () => {
    const answer = '{"secret":{"a":[1,{"b":"}"}]},"s\\u0065cret":12,"list":[{"secret":"x"}],"open":"secret"}';
    const hide = (name: string) => (name === 'secret' ? (value: string) => `<${value.length}>` : null);
    expect(layOutJson(answer, Infinity, hide).text).toBe(
      '{\n  "secret": <19>,\n  "s\\u0065cret": <2>,\n  "list": [\n    {\n      "secret": <3>\n    }\n  ],\n  "open": "secret"\n}',
    );
  });

  it('of 100,000 levels and of 10 MiB is laid out without end in sight for nothing', () => {
    const deep = layOutJson(`${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}`);
    expect(deep.whole).toBe(true);
    const long = layOutJson(`["${'\\n'.repeat(5 * 1024 * 1024)}",12345678901234567890]`);
    expect(long.text).toMatch(/12345678901234567890\n\]$/);
  });
});
