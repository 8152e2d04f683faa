import { expect, it } from 'vitest';
import { expiryRange } from '#main/store/expiry.ts';

it('goes from today to the day so many days ahead, both among them, also over the end of a year', () => {
  const now = new Date(2026, 11, 20, 23, 59).getTime();
  expect(expiryRange(30, now)).toEqual({ from: '2026-12-20', to: '2027-01-19' });
  expect(expiryRange(0, now)).toEqual({ from: '2026-12-20', to: '2026-12-20' });
});
