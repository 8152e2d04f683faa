import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const src = new URL('../../src/', import.meta.url).pathname;

/** The columns that statements on entries set, each from its file. */
const updates = globSync('**/*.{ts,sql}', { cwd: src }).flatMap((file) =>
  [...readFileSync(src + file, 'utf8').matchAll(/\bUPDATE entry SET ([^]*?)\bWHERE\b/g)].map(
    ([, columns = '']) => ({ file, columns }),
  ),
);

describe('a statement that changes the state of entries', () => {
  it('writes their reason, on which triggers depend, unless it claims them', () => {
    const ofState = updates.filter(({ columns }) => /\bstate =/.test(columns));
    expect(ofState.length).toBeGreaterThan(3);
    const without = ofState.filter(({ columns }) => !/\breason =/.test(columns));
    expect(without.map(({ file, columns }) => [file, columns.startsWith("state = 'sending'")])).toEqual([
      ['main/outbox/entry-claims.ts', true],
    ]);
  });

  it('writes it too where it changes when they were sent, or who says so', () => {
    const ofSending = updates.filter(({ columns }) => /\b(?:sent_at|marked_by_person) =/.test(columns));
    expect(ofSending.length).toBeGreaterThan(1);
    expect(ofSending.filter(({ columns }) => !/\breason =/.test(columns))).toEqual([]);
  });
});
