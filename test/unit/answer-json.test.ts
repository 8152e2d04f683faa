import { describe, expect, it } from 'vitest';
import { outlineAnswer, parseAnswer } from '#shared/service/answer-json.ts';

const names = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at])));
const levels = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the text of an answer', () => {
  it.each([
    ['20,001 values', `[${'1,'.repeat(20_000)}1]`, false],
    ['19,000 values', `[${'1,'.repeat(18_999)}1]`, true],
    ['700,000 names', names(700_000), false],
    ['65 levels', levels(65), false],
    ['64 levels', levels(64), true],
    ['5,000 levels', levels(5000), false],
    ['brackets and commas in one long text', JSON.stringify('[{,:'.repeat(500_000)), true],
    ['a text that ends in a backslash', JSON.stringify({ a: '\\', b: '["' }), true],
  ])('is read field by field up to what an answer can have: %s', (_what, text, read) => {
    expect(parseAnswer(text) !== undefined).toBe(read);
  });

  it('is read exactly', () => {
    expect(parseAnswer('{"id":12345678901234567890}')).toEqual({ id: '12345678901234567890' });
    expect(parseAnswer('{"id":')).toBeUndefined();
  });
});

describe('the outline of an answer', () => {
  it('has what the answer says of itself, and of what is inside that it is there', () => {
    const text = `{"id":"r-1","n":12345678901234567890,"data":{"a":"x]\\"}","list":[1,{"b":2}],"none":[ ],"far":{"c":${levels(100_000)}},"no":{}}}`;
    expect(outlineAnswer(text)).toEqual({
      id: 'r-1',
      n: '12345678901234567890',
      data: { a: 'x]"}', list: ['…'], none: [], far: { '…': '…' }, no: {} },
    });
  });

  it('has no record of which it would be too long', () => {
    const text = `{"id":"r-1","metadata":${names(100_000)},"none":{}}`;
    expect(outlineAnswer(text)).toEqual({ id: 'r-1', metadata: { '…': '…' }, none: {} });
  });

  it.each([
    ['a text that ends early', '{"id":"r-1","list":[[[['],
    ['a text that ends within a text', '{"id":"r-1'],
    ['a text with more after it', '{"id":"r-1"} and more'],
    ['a text that closes what it did not open', '{"id":"r-1"}]'],
    ['two answers', '{"id":"r-1"}{"id":"r-2"}'],
    ['700,000 names', names(700_000)],
    ['nothing', ''],
  ])('is none for %s', (_what, text) => {
    expect(outlineAnswer(text)).toBeUndefined();
  });
});
