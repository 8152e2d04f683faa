import { describe, expect, it } from 'vitest';
import { changeableLines, getHolder, withKeys } from '#renderer/features/settings/change-shortcuts.tsx';
import { changeableShortcut, defaultKeys } from '#shared/settings/shortcut-keys.ts';

describe('the shortcuts that can be changed', () => {
  it('are each on the sheet, with words of their own', () => {
    expect(changeableLines.map(({ name }) => name).toSorted()).toEqual(changeableShortcut.options.toSorted());
    for (const { name, what, where } of changeableLines) {
      expect([name, where.length]).not.toEqual([name, 0]);
      expect(what).not.toBe(name);
      expect(
        changeableLines.filter((other) => other.what === what && other.where[0] === where[0]),
      ).toHaveLength(1);
    }
  });

  it('are all single keys, and no single key is left out', () => {
    const fixed = Object.entries(defaultKeys).filter(([name]) => !changeableShortcut.safeParse(name).success);
    for (const [, keys] of fixed) expect(keys).toMatch(/^mod\+|^(enter|escape|f10)$/);
  });

  it('are told apart with the usual keys', () => {
    for (const { name } of changeableLines)
      expect([name, getHolder(name, defaultKeys[name], {})]).toEqual([name, null]);
  });
});

describe('another key for a shortcut', () => {
  it.each([
    ['accept', 'r', '“Ask for a new copy” (Document review)'],
    ['accept', 'j', 'J is “Next” (Lists, Today, Import)'],
    ['next', 'p', 'P is “Pause or resume” (Outbox)'],
    ['pause', '1', '1 is “Send again (asks once more)” (Unclear invite, Today)'],
    ['skip', 'g', 'G T is “Today” (Anywhere)'],
    ['skip', '=', '+ is “Zoom in” (Document review)'],
    ['documents', 'g o', 'G O is “Outbox” (Anywhere)'],
  ] as const)('for %s is not %j, which is taken where it works', (name, keys, words) => {
    const given = withKeys(name, keys, {});
    expect(given.ok ? '' : given.problem).toContain(words);
  });

  it('may be one that acts elsewhere only', () => {
    expect(withKeys('pause', 'a', {})).toEqual({ ok: true, changes: { pause: 'a' } });
  });

  it('is free once the other shortcut has another', () => {
    expect(withKeys('accept', 'r', { askNewCopy: 'q' })).toEqual({
      ok: true,
      changes: { askNewCopy: 'q', accept: 'r' },
    });
    expect(withKeys('askNewCopy', 'r', { askNewCopy: 'q', accept: 'r' }).ok).toBe(false);
  });

  it('is forgotten where it is the usual one', () => {
    expect(withKeys('accept', 'a', { accept: 'q', skip: ';' })).toEqual({ ok: true, changes: { skip: ';' } });
  });

  it.each(['enter', ' ', 'mod+q', 'f5', 'dead'])('is no key that moves, closes or types: %j', (keys) => {
    const given = withKeys('accept', keys, {});
    expect(given.ok ? '' : given.problem).toContain('Press one letter, digit or symbol.');
  });
});
