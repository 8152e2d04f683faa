import { describe, expect, it } from 'vitest';
import { legibleText } from '#main/reports/legible-text.ts';

const latin = (codePoint: number) => codePoint >= 0x20 && codePoint < 0x250;

describe('a text that a font can set', () => {
  it.each([
    ['Brightwater & Søn', 'Brightwater & Søn'],
    ['王小明', '[3 Chinese or Japanese characters]'],
    ['王 小明 Ltd', '[3 Chinese or Japanese characters] Ltd'],
    ['Ana 王', 'Ana [1 Chinese or Japanese character]'],
    ['カタカナ', '[4 Japanese characters]'],
    ['한국', '[2 Korean characters]'],
    ['مدير עברית', '[4 Arabic characters] [5 Hebrew characters]'],
    ['นี้', '[1 Thai character]'],
    ['👩‍🔧 and 🇩🇪', '[1 emoji] and [1 emoji]'],
    ['a\u202Eb\u200Dc\uFE0F', 'abc'],
    ['e\u0301', 'é'],
    ['one\r\ntwo\tthree', 'one two three'],
    ['\u{1D49C}', '[1 special character]'],
    ['', ''],
  ])('of %j is %j', (text, expected) => {
    expect(legibleText(text, latin).text).toBe(expected);
  });

  it('names the scripts that were described, each once', () => {
    expect(legibleText('王 a 王 b 🧰', latin).scripts).toEqual(['Chinese or Japanese', 'emoji']);
    expect(legibleText('plain', latin).scripts).toEqual([]);
  });

  it('holds nothing that the font lacks, whatever comes in', () => {
    const text = Array.from({ length: 3000 }, (_unused, index) => String.fromCodePoint(index * 371 + 1));
    const { text: set } = legibleText(text.join(''), latin);
    expect(Array.from(set).every((character) => latin(character.codePointAt(0) ?? 0))).toBe(true);
  });
});
