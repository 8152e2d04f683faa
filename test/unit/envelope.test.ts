import { describe, expect, it } from 'vitest';
import { documentResult } from '#shared/service/document-result.ts';
import { readKept, unwrapped } from '#shared/service/envelope.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';

const document = { id: 'a', status: 'processing', qualityDetails: null, data: { isSigned: true } };

describe('the envelope of an answer', () => {
  it('is taken off where the answer has it', () => {
    expect(unwrapped({ data: { id: 'v' } }, 'data', vendorProfile)).toEqual({ id: 'v' });
    expect(unwrapped({ data: document }, 'data', documentResult)).toEqual(document);
  });

  it('is not a field of the same name in an answer that came without one', () => {
    expect(unwrapped(document, 'data', documentResult)).toBe(document);
    expect(readKept(documentResult, JSON.stringify(document), 'data')?.value.status).toBe('processing');
  });

  it('is taken off although the service says beside it how it went', () => {
    const inner = { ...document, status: 'failed' };
    expect(unwrapped({ status: 'success', data: inner }, 'data', documentResult)).toBe(inner);
    const nothing = {};
    expect(unwrapped({ status: 'success', data: nothing }, 'data', documentResult)).toBe(nothing);
  });
});
