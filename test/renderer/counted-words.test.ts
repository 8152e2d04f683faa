import { expect, it } from 'vitest';
import { duplicateSentence } from '../../src/renderer/features/invites/duplicate-words.ts';
import { earlierCheckSentence } from '../../src/renderer/features/verifications/earlier-checks.ts';

const stopped = {
  entryId: 'e1',
  state: 'dead',
  attempts: 1,
  queuedAt: 0,
  sentAt: null,
  changedAt: 0,
  markedByPerson: false,
} as const;

it('counts one try as one, of an invite and of a verification', () => {
  expect(duplicateSentence({ ...stopped, contactName: 'Tom Okafor', email: null }, 0)).toBe(
    'An invite to Tom stopped after 1 try. It can be tried again.',
  );
  expect(earlierCheckSentence({ ...stopped, licenseNumber: '7', watch: null }, 0)).toContain(
    'stopped after 1 try. ',
  );
  expect(earlierCheckSentence({ ...stopped, attempts: 2, licenseNumber: '7', watch: null }, 0)).toContain(
    'stopped after 2 tries. ',
  );
});
