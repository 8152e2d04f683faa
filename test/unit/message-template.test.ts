import { describe, expect, it } from 'vitest';
import { checkInviteRow } from '#main/imports/invite-list.ts';
import {
  fillMessage,
  hasPlaceholders,
  placeholders,
  placeholderValues,
  written,
} from '#shared/outbox/message-template.ts';

const tom = placeholderValues({
  vendorId: '48213',
  vendor: { email: 'tom@kestrel.example.com', firstName: 'Tom', companyName: 'Kestrel Roofing' },
});

describe('filling a message', () => {
  it('puts in what the invite has, whatever the capitals and spaces of the placeholder', () => {
    expect(fillMessage('Hello {First  Name}, {company}: {vendor id}.', tom)).toEqual({
      text: 'Hello Tom, Kestrel Roofing: 48213.',
      empty: [],
      unknown: [],
    });
  });

  it('knows every placeholder that it offers', () => {
    const all = fillMessage(placeholders.map(written).join('|'), tom);
    expect(all.text).toBe('Tom||Tom|Kestrel Roofing||tom@kestrel.example.com||48213');
    expect(all.unknown).toEqual([]);
    expect(all.empty).toEqual(['last name', 'job title', 'phone']);
  });

  it.each([
    ['Hello {last name},', 'Hello,'],
    ['Hello {first name} {last name}, hi', 'Hello Tom, hi'],
    ['Hello {last name} {first name}, hi', 'Hello Tom, hi'],
    ['Hello {last name} {phone}!', 'Hello!'],
    ['{last name} is invited', 'is invited'],
    ['Call {phone}\nThank you', 'Call\nThank you'],
    ['{job title}', ''],
    ['a{phone}b', 'ab'],
    ['Call {phone} now', 'Call now'],
  ])('leaves no gap where a value is missing: %s', (message, text) => {
    expect(fillMessage(message, tom).text).toBe(text);
  });

  it('ends a sentence once where a name ends in a full stop', () => {
    const kestrel = placeholderValues({ vendor: { companyName: 'Kestrel Co.' } });
    expect(fillMessage('We invite {company}. Thank you, {company}!', kestrel).text).toBe(
      'We invite Kestrel Co. Thank you, Kestrel Co.!',
    );
  });

  it('names each missing value once', () => {
    expect(fillMessage('{phone} {phone} {job title}', tom).empty).toEqual(['phone', 'job title']);
  });

  it('leaves what is no placeholder as it is written, and says so', () => {
    expect(fillMessage('{services} for {company} {"a": 1} {}', tom)).toEqual({
      text: '{services} for Kestrel Roofing {"a": 1} {}',
      empty: [],
      unknown: ['services', '"a": 1'],
    });
  });

  it('does not fill braces that come with a value', () => {
    const odd = placeholderValues({ vendor: { companyName: '{first name} & {x}', firstName: 'Tom' } });
    expect(fillMessage('For {company}', odd)).toEqual({
      text: 'For {first name} & {x}',
      empty: [],
      unknown: [],
    });
  });

  it('tells whether something stands between braces, time after time', () => {
    for (let turn = 0; turn < 3; turn += 1) expect(hasPlaceholders('Hello {company}')).toBe(true);
    expect(hasPlaceholders('Hello } {')).toBe(false);
  });
});

describe('one message for all rows of a list', () => {
  const fields = ['email', 'fullName', 'inviteMessage'] as const;

  it('is filled for each row', () => {
    const row = checkInviteRow(['lena@x.example.com', 'Lena Osei', ''], {
      fields,
      message: 'Hello {first name} of {company}!',
      type: '',
    });
    expect(row).toMatchObject({ ok: true, item: { invitation: { inviteMessage: 'Hello Lena of!' } } });
  });

  it('leaves a message of the file as it is', () => {
    const row = checkInviteRow(['lena@x.example.com', 'Lena', 'Hi {first name}'], {
      fields,
      message: 'Hello',
      type: '',
    });
    expect(row).toMatchObject({ ok: true, item: { invitation: { inviteMessage: 'Hi {first name}' } } });
  });

  it('is left out where nothing of it remains', () => {
    const row = checkInviteRow(['lena@x.example.com', '', ''], { fields, message: '{company}', type: '' });
    expect(row).toEqual({
      ok: true,
      item: { kind: 'invite', invitation: { vendor: { email: 'lena@x.example.com' } } },
    });
  });
});
