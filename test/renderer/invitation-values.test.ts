import { describe, expect, it } from 'vitest';
import {
  emptyValues,
  getInvitation,
  inviteChecks,
  usesAllFields,
  getValues,
  type InviteField,
} from '#renderer/features/invites/invitation-values.ts';
import { isBlank } from '#renderer/stores/drafts.ts';
import { duplicateSentence, type EarlierInvite } from '#renderer/features/invites/duplicates.ts';
import { problemsFirst } from '#renderer/features/invites/invite-answer.tsx';
import { vendorInvitation } from '#shared/service/vendor-invitation.ts';
import { fullInvitation } from '#test/full-records.ts';

describe('the fields of an invite', () => {
  it('hold every field of the request and give each back unchanged', () => {
    expect(Object.keys(fullInvitation).toSorted()).toEqual(Object.keys(vendorInvitation.shape).toSorted());
    expect(getInvitation(getValues(fullInvitation))).toEqual(fullInvitation);
  });

  it('send nothing for fields that are empty or hold spaces alone', () => {
    const typed = { ...emptyValues, email: ' tom@kestrel.example.com ', firstName: '   ', company: '{}' };
    expect(getInvitation(typed)).toEqual({ vendor: { email: 'tom@kestrel.example.com' } });
    expect(getInvitation(emptyValues)).toEqual({});
    expect(isBlank({ ...emptyValues, firstName: ' ' })).toBe(true);
  });

  it('leave out of an invite what cannot be read yet, and keep the rest', () => {
    const typed = { ...emptyValues, email: 'tom@kestrel.example.com', company: '{"name": ', id: '1e5' };
    expect(getInvitation(typed)).toEqual({ vendor: { email: 'tom@kestrel.example.com' } });
  });

  it.each<[InviteField, string, RegExp]>([
    ['email', 'tom@kestrel..example.com', /Two dots in a row/],
    ['company', '[1]', /Write an object in braces/],
    ['company', '{\n"name": \n}', /This is not JSON/],
    ['checklistTasks', '{"type": "W-9"}', /Write a list of objects/],
    ['vendorMore', '{"firstName": "Tom"}', /Remove firstName here/],
    ['companyId', '12345678901234567890', /digits only/],
    ['id', '007', /digits only/],
    ['dateInvited', '6/9/2026', /Enter a date as 2026-06-09/],
    ['dateInvited', '2026-02-30', /Enter a date as 2026-06-09/],
  ])('say what to do about %s %j', (name, text, sentence) => {
    expect(inviteChecks[name]?.({ ...emptyValues, [name]: text })).toMatch(sentence);
  });

  it('need an address or a vendor ID', () => {
    expect(inviteChecks.email?.(emptyValues)).toMatch(/Enter the vendor’s email/);
    expect(inviteChecks.email?.({ ...emptyValues, vendorId: '48213' })).toBeNull();
  });

  it('tell whether something beyond the first part is filled in', () => {
    expect(usesAllFields({ ...emptyValues, email: 'a@b.example', vendorId: '1' })).toBe(false);
    expect(usesAllFields({ ...emptyValues, status: 'new' })).toBe(true);
  });
});

describe('the words about an earlier invite', () => {
  const now = new Date(2026, 5, 9, 14, 28).getTime();
  const invite: EarlierInvite = {
    entryId: '00000001-0000-4000-8000-000000000001',
    state: 'in_doubt',
    reason: null,
    attempts: 1,
    queuedAt: new Date(2026, 5, 9, 8, 39).getTime(),
    sentAt: null,
    changedAt: new Date(2026, 5, 9, 8, 40).getTime(),
    markedByPerson: false,
    contactName: 'Tom Okafor',
    email: 'tom@kestrel.example.com',
  };

  it('say that an unclear one may already have been sent', () => {
    expect(duplicateSentence(invite, now)).toBe(
      'Tom was invited today, and that invite may already have been sent.',
    );
  });

  it('tell one that waits from one that was accepted, and are silent about cancelled ones', () => {
    expect(duplicateSentence({ ...invite, state: 'queued' }, now)).toBe(
      'An invite to Tom has been waiting to be sent since today.',
    );
    const sentAt = new Date(2026, 5, 8, 9).getTime();
    expect(duplicateSentence({ ...invite, state: 'accepted', sentAt, contactName: null }, now)).toBe(
      'tom@kestrel.example.com was invited yesterday.',
    );
    expect(duplicateSentence({ ...invite, state: 'cancelled' }, now)).toBeNull();
  });

  it('tell one that is held because it was altered on the disk from one that the service refused', () => {
    expect(duplicateSentence({ ...invite, state: 'rejected', reason: { code: 'altered' } }, now)).toBe(
      'An invite to Tom was altered on the disk, so it wasn’t sent. Open it to decide.',
    );
    expect(duplicateSentence({ ...invite, state: 'rejected' }, now)).toContain('was refused today');
  });
});

describe('the order of a checklist', () => {
  it('puts problems first, then what the service said nothing of, then what is compliant', () => {
    const items = [
      { type: 'fine', compliant: true, status: 'accepted' },
      { type: 'unsaid', status: 'in_review' },
      { type: 'unsaid, with a message', errorMessages: ['Page 2 is missing.'] },
      { type: 'bad', compliant: false },
      { type: 'unsaid, with a bad word', status: 'expired' },
    ];
    expect(problemsFirst(items, {}).map((item) => item.type)).toEqual([
      'bad',
      'unsaid, with a message',
      'unsaid, with a bad word',
      'unsaid',
      'fine',
    ]);
  });
});
