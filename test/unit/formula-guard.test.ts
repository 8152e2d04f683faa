import { describe, expect, it } from 'vitest';
import { guardedText, unguardedText } from '#main/formula-guard.ts';

describe('a text that a spreadsheet could take for a formula', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ['＠x', "'＠x"],
  ])('has an apostrophe in front: %j', (text, guarded) => {
    expect(guardedText(text)).toBe(guarded);
  });

  it.each([
    ['a;=1', "a;'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n=1', "a\r\n'=1"],
    ['a\t@x', "a\t'@x"],
    ['a| "=1', 'a|\' "=1'],
    ['a;;=1', "a;;'=1"],
  ])('has one behind what may end a cell: %j', (text, guarded) => {
    expect(guardedText(text)).toBe(guarded);
  });

  it.each(['', 'Ana', "O'Brien", 'a=b', 'a;b', 'a - b', '7-8'])(
    'is left as it is where it is none: %j',
    (text) => {
      expect(guardedText(text)).toBe(text);
    },
  );

  it.each(['=1+1', '@x', '＝1', 'a;=1', 'a\n=1;\t-2', "a|'=x", 'a; "=1'])(
    'is what it was once it is read again: %j',
    (text) => {
      expect(unguardedText(guardedText(text))).toBe(text);
    },
  );
});
