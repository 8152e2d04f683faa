import { describe, expect, it } from 'vitest';
import { checksum, fitsChecksum, summedTexts } from '#main/store/checksum.ts';

const request = { id: 'i', kind: 'invite', idempotencyKey: 'k', body: '{}', pathParameters: ['p'] };
const sum = checksum(...summedTexts(request));

describe('the checksum of an entry', () => {
  it('fits what was enqueued', () => {
    expect(fitsChecksum(sum, ...summedTexts(request))).toBe(true);
  });

  it.each(['id', 'kind', 'idempotencyKey', 'body'] as const)('covers its %s', (name) => {
    expect(fitsChecksum(sum, ...summedTexts({ ...request, [name]: `${request[name]}x` }))).toBe(false);
  });

  it('covers what is its own of the path', () => {
    expect(fitsChecksum(sum, ...summedTexts({ ...request, pathParameters: ['q'] }))).toBe(false);
    expect(fitsChecksum(sum, ...summedTexts({ ...request, pathParameters: [] }))).toBe(false);
  });

  it('tells where one text ends and the next begins', () => {
    expect(checksum('ab', 'c').equals(checksum('a', 'bc'))).toBe(false);
  });

  it('fits nothing where it is missing', () => {
    expect(fitsChecksum(null, ...summedTexts(request))).toBe(false);
    expect(fitsChecksum('', ...summedTexts(request))).toBe(false);
  });
});
