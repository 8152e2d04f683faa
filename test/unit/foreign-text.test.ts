import { describe, expect, it } from 'vitest';
import { describeInvite } from '#main/store/invites.ts';
import { describeVerification } from '#main/store/verifications.ts';
import { displayName, filled, isolated, getName, toLine } from '#shared/base/foreign-text.ts';

describe('a name that comes from elsewhere', () => {
  it('is one line, without what turns the rest of the line around or rings a bell', () => {
    expect(displayName('Turner \u202Egpj.exe\u0007')).toBe('Turner gpj.exe');
    expect(displayName('\u2066Acme\u2069\r\n LLC\u2028')).toBe('Acme LLC');
    expect(displayName('a\u200Fb\u061Cc')).toBe('abc');
  });

  it('keeps names of every script as they are', () => {
    for (const name of ['O’Brien & Söhne', 'شركة النور', 'חברה בע״מ', '山田組', 'नमस्ते', 'क्‍ष']) {
      expect(displayName(name)).toBe(name);
    }
  });

  it('is none where nothing of it can be seen', () => {
    for (const blank of [null, undefined, '', '   ', '\u00A0\u200B', '\u202E\u2069', '\n\t']) {
      expect(displayName(blank)).toBeNull();
      expect(filled(blank)).toBeNull();
    }
    expect(filled(' as it came ')).toBe(' as it came ');
  });

  it('is cut to what a line shows, at most once, and is then the same as no shorter text', () => {
    const shown = 'Harbor Pipe '.repeat(50).slice(0, 500);
    expect(toLine(shown)).toBe(shown);
    expect(toLine(`${shown}x`)).toBe(`${shown}…`);
    expect(toLine(toLine(`${shown}x`))).toBe(`${shown}…`);
    expect(displayName(`${shown}${'x'.repeat(1_000_000)}`)).toBe(`${shown}…`);
    expect(toLine(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}…`);
    expect([toLine(''), toLine(null), toLine(undefined)]).toEqual(['', null, null]);
  });

  it('stands apart from its neighbors where it may turn them around, and is left alone otherwise', () => {
    expect(['a \u202Eb', 'c'].map(isolated).join(', ')).toBe('\u2068a \u202Eb\u2069, c');
  });

  it('is the first that can be seen, and says so where there is none', () => {
    expect(getName(' ', null, 'a@b.example', '48213')).toBe('a@b.example');
    expect(getName('', '\u200B')).toBe('No name');
  });
});

describe('what lists show', () => {
  it('of an invite with blank or turned names', () => {
    const contact = { firstName: ' ', lastName: '\u202E', companyName: '   ', email: 'tom@vendor.example' };
    expect(describeInvite({ vendor: contact })).toMatchObject({
      contactName: null,
      companyName: null,
      email: 'tom@vendor.example',
    });
    expect(describeInvite({ vendor: { companyName: 'Turner \u202Egpj' } }).companyName).toBe('Turner gpj');
  });

  it('of a license without a name', () => {
    const words = describeVerification(
      { type: 'license', data: { licenseeName: '  ', qualifiedParty: 'Ann' } },
      null,
    );
    expect(words.title).toBe('Ann');
  });
});
