import { describe, expect, it } from 'vitest';
import { goldenDocuments } from './golden-documents.ts';
import { goldenSent } from './golden-sent.ts';
import { goldenVerifications } from './golden-verifications.ts';
import { concludeDocument, concludeSent, concludeVerification } from './conclude.ts';

// What a careful coordinator concludes from answers as services give them. The tables were written by somebody who had not seen the
// code that concludes.

describe('an answer to the question for a license', () => {
  it.each(goldenVerifications)('$says: $name', ({ answer, settings, says }) => {
    expect(concludeVerification(answer, settings)).toBe(says);
  });
});

describe('an answer to the question for a document', () => {
  it.each(goldenDocuments)('$says: $name', ({ answer, settings, says }) => {
    expect(concludeDocument(answer, settings)).toBe(says);
  });
});

describe('an answer to what was sent', () => {
  it.each(goldenSent)('$kind $says: $name', ({ kind, answer, settings, says }) => {
    expect(concludeSent(kind, answer, settings)).toBe(says);
  });
});

describe('a bad word where few would look', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { outcome: 'rejected' } : { more: nested(depth - 1) };
  const fields = Array.from({ length: 9000 }, (_, index): [string, string] => [`field${index}`, 'x']);

  it.each([
    ['60 levels deep', nested(60)],
    ['behind 9,000 members', { ...Object.fromEntries(fields), outcome: 'rejected' }],
  ])('keeps an answer from being a yes: %s', (_, extra) => {
    const body = { id: 'INV-1', vendorStatus: 'invited' };
    expect(concludeSent('invite', { body })).toBe('sent');
    expect(concludeSent('invite', { body: { ...body, extra } })).toBe('not clear');
  });
});

it('are more than 250', () => {
  expect(goldenVerifications.length + goldenDocuments.length + goldenSent.length).toBeGreaterThan(250);
});
