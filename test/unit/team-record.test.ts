import { describe, expect, it } from 'vitest';
import { createRecordId, teamRecord } from '#shared/team/record.ts';
import { createRecord } from '#test/team/records.ts';

describe('a record', () => {
  it('is read as it was written', () => {
    const record = createRecord({
      member: 'Dana K. 李',
      subject: '',
      body: { text: 'é\0', list: [1, null] },
    });
    expect(teamRecord.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it('takes 64 kB of body in bytes, and no more', () => {
    const most = 'é'.repeat(32 * 1024 - 1);
    expect(teamRecord.safeParse(createRecord({ body: most })).success).toBe(true);
    expect(teamRecord.safeParse(createRecord({ body: `${most}a` })).success).toBe(false);
  });

  const deep: unknown = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`);
  it.each([
    ['no ID of this kind', { id: '8f14e45f-ceea-467f-9d3c-0e5e5e5e5e5e' }],
    ['a seat that is no UUID', { seat: 'dana' }],
    ['number 0', { seq: 0 }],
    ['a part of a number', { seq: 1.5 }],
    ['a time before 1970', { clock: { wall: -1, counter: 0 } }],
    ['an endless counter', { clock: { wall: 1, counter: 2 ** 40 } }],
    ['a member whom nobody sees', { member: '\u200b ' }],
    ['a member with spaces around', { member: ' Dana' }],
    ['a long member', { member: 'x'.repeat(81) }],
    ['a kind in capitals', { kind: 'Note' }],
    ['a long kind', { kind: 'k'.repeat(41) }],
    ['version 0', { version: 0 }],
    ['a subject that PostgreSQL cannot keep', { subject: 'a\0b' }],
    ['a subject with half a character', { subject: '\ud800' }],
    ['a long subject', { subject: 'x'.repeat(301) }],
    ['no body', { body: undefined }],
    ['a body that is nested too deep to be written', { body: deep }],
  ])('has not %s', (_what, part) => {
    expect(teamRecord.safeParse({ ...createRecord({}), ...part }).success).toBe(false);
  });
});

it('gets an ID that begins with its time', () => {
  const now = Date.UTC(2027, 0, 15);
  const id = createRecordId(now);
  expect(teamRecord.shape.id.safeParse(id).success).toBe(true);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(now);
  expect(createRecordId(now)).not.toBe(id);
});
