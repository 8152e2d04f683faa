import { expect, it } from 'vitest';
import { duplicateSentence } from '../../src/renderer/features/invites/duplicates.ts';
import { earlierCheckSentence } from '../../src/renderer/features/verifications/earlier-checks.ts';

const stopped = {
  entryId: 'e1',
  state: 'dead',
  reason: null,
  attempts: 1,
  queuedAt: 0,
  sentAt: null,
  changedAt: 0,
  markedByPerson: false,
} as const;

it('counts one try as one, of an invite and of a verification', () => {
  expect(duplicateSentence({ ...stopped, contactName: 'Tom Okafor', email: null }, 0)).toBe(
    'An invite to Tom stopped after 1 attempt. It can be tried again.',
  );
  expect(earlierCheckSentence({ ...stopped, licenseNumber: '7', watch: null }, 0)).toContain(
    'stopped after 1 attempt. ',
  );
  expect(earlierCheckSentence({ ...stopped, attempts: 2, licenseNumber: '7', watch: null }, 0)).toContain(
    'stopped after 2 attempts. ',
  );
});

it('tells a check that is held because it was altered on the disk from one that the service refused', () => {
  const held = { ...stopped, state: 'rejected', licenseNumber: '7', watch: null } as const;
  expect(earlierCheckSentence({ ...held, reason: { code: 'altered' } }, 0)).toBe(
    'A verification of license 7 was altered on the disk, so it wasn’t sent. Open it to decide.',
  );
  expect(earlierCheckSentence(held, 0)).toContain('was refused');
});
