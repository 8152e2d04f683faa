import { describe, expect, it } from 'vitest';
import { createIncomingFile } from '#main/incoming-file.ts';

const toPart = (offset: number, text: string) => ({ offset, data: Buffer.from(text).toString('base64') });

describe('a file that comes in parts', () => {
  it('is whole once all that was announced is here', () => {
    const file = createIncomingFile(5);
    const target = Buffer.alloc(5);
    expect(file.take(toPart(0, 'abc'), target, 0)).toBe(3);
    expect([file.received, file.isWhole()]).toEqual([3, false]);
    expect(file.take(toPart(3, 'de'), target, 3)).toBe(2);
    expect([file.received, file.isWhole()]).toEqual([5, true]);
    expect(target.toString()).toBe('abcde');
  });

  it.each([
    ['comes twice', toPart(0, 'abc')],
    ['leaves a gap', toPart(4, 'e')],
    ['is more than was announced', toPart(3, 'def')],
    ['is not Base64', { offset: 3, data: 'a,b\n' }],
  ])('does not take a part that %s', (_what, part) => {
    const file = createIncomingFile(5);
    file.take(toPart(0, 'abc'), Buffer.alloc(5), 0);
    expect(file.take(part, Buffer.alloc(5), 0)).toBeNull();
    expect(file.received).toBe(3);
  });
});
