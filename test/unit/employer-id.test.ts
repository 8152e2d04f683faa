import { describe, expect, it } from 'vitest';
import { employerId, writtenEmployerId } from '#shared/service/employer-id.ts';

describe('an employer identification number', () => {
  it('shows its last four figures until it is revealed', () => {
    expect(employerId(123454417)).toEqual({
      masked: '••-•••4417',
      revealed: '12-3454417',
      note: null,
      spokenMasked: 'Employer ID, hidden, ends in 4417',
      spokenRevealed: 'Employer ID, 1 2, 3 4 5 4 4 1 7',
    });
  });

  it('gets back the leading zeros that a number cannot hold', () => {
    expect(employerId(4417)).toMatchObject({ masked: '••-•••4417', revealed: '00-0004417' });
    expect(employerId(12345678)).toMatchObject({ masked: '••-•••5678', revealed: '01-2345678' });
    expect(employerId(7)).toMatchObject({ masked: '••-•••0007', revealed: '00-0000007' });
  });

  it.each([
    [1_000_000_000, '•••••0000', '1000000000', 'Unexpected length'],
    [1234544171, '•••••4171', '1234544171', 'Unexpected length'],
    ['12345678901234567890', '•••••7890', '12345678901234567890', 'Unexpected length'],
    ['12-3454417', '•••••4417', '12-3454417', 'Unexpected format'],
    ['123454417', '•••••4417', '123454417', 'Unexpected format'],
    [' 12-345 4417 ', '•••••4417', ' 12-345 4417 ', 'Unexpected format'],
    ['EIN 12-34544AB', '•••••4544', 'EIN 12-34544AB', 'Unexpected format'],
    ['4417', '••-•••••••', '4417', 'Unexpected length'],
    ['12345', '••-•••••••', '12345', 'Unexpected length'],
    ['123456', '•••••3456', '123456', 'Unexpected length'],
    ['on file', '••-•••••••', 'on file', 'Unexpected format'],
    [-123454417, '•••••4417', '-123454417', 'Unexpected format'],
    [12345441.7, '•••••4417', '12345441.7', 'Unexpected format'],
    [{ value: 123454417 }, '•••••4417', '{"value":123454417}', 'Unexpected format'],
    [true, '••-•••••••', 'true', 'Unexpected format'],
  ])('of an unexpected form, %j, is masked, and revealed as it came', (received, masked, revealed, note) => {
    expect(employerId(received)).toMatchObject({ masked, revealed, note });
  });

  it('of an unexpected form is spoken without more of it than is seen', () => {
    expect(employerId('12-3454417')).toMatchObject({
      spokenMasked: 'Employer ID, hidden, ends in 4417, unexpected format',
      spokenRevealed: 'Employer ID, 1 2 - 3 4 5 4 4 1 7, unexpected format',
    });
    expect(employerId('4417')).toMatchObject({ spokenMasked: 'Employer ID, hidden, unexpected length' });
  });

  it('may be missing', () => {
    expect(employerId(null)).toBeNull();
    expect(employerId(undefined)).toBeNull();
    expect(employerId(' ')).toBeNull();
  });

  it('is read as a page has it', () => {
    expect(writtenEmployerId('12-3454417')).toEqual(employerId(123454417));
    expect(writtenEmployerId('00-0004417')).toMatchObject({ revealed: '00-0004417', note: null });
    expect(writtenEmployerId('12-34544')).toEqual(employerId('12-34544'));
  });
});
