import { describe, expect, it } from 'vitest';
import { isIsoDate, readExactNumber, recipientProblem } from '#shared/outbox/invite-rules.ts';

describe('what an invite has to be, from the form, a list or a call', () => {
  it('names an email address or a vendor', () => {
    expect(recipientProblem(' ', '')).toBe('Enter the vendor’s email or vendor ID.');
    expect(recipientProblem('', 'v-7')).toBeNull();
    expect(recipientProblem('ada@harbor.example', '')).toBeNull();
    expect(recipientProblem('ada@harbor', 'v-7')).toMatch(/needs a dot/);
  });

  it.each([
    ['7', 7],
    ['-1.5', -1.5],
    ['007', undefined],
    ['1e3', undefined],
    ['12345678901234567890', undefined],
    ['', undefined],
  ])('takes %j as the number that is sent exactly so', (text, number) => {
    expect(readExactNumber(text)).toBe(number);
  });

  it.each([
    ['2026-06-09', true],
    ['2026-06-09T14:30:00Z', true],
    ['2026-02-30', false],
    ['9 June 2026', false],
    ['2026-06-09T14', false],
  ])('takes %j as a date or not', (text, fits) => {
    expect(isIsoDate(text)).toBe(fits);
  });
});
