import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { fail, ok, pageFrom, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';
import { verificationRows } from './verifications.ts';

const monthsAhead = [1, 4, 0, 2, 6, 3, 0, 1, 9, 2, 0, 3];

/** Licenses by expiry; the months are those after the fake's day, June 9, 2026. */
export function fakeExpiry(situation: Situation): Handlers {
  const months = monthsAhead.map((count, after) => ({
    month: new Date(Date.UTC(2026, 5 + after, 1)).toISOString().slice(0, 7),
    count: situation === 'empty' ? 0 : count,
  }));
  const dates = ['2026-05-30', '2026-06-30', '2026-10-12', '2027-08-01'];
  const rows: VerificationRow[] =
    situation === 'empty'
      ? []
      : dates.flatMap((expiryDate, index) => {
          const row = verificationRows[index];
          return row === undefined ? [] : [{ ...row, expiryDate, expiresOn: expiryDate }];
        });
  const unclear = verificationRows
    .slice(4, 6)
    .map((row) => ({ ...row, expiryDate: '05/04/2027', expiresOn: null, expiryUnclear: true }));
  const inPart = (part: string) => (row: VerificationRow) => {
    const date = row.expiryDate ?? '';
    if (part === 'overdue') return date < '2026-06-09';
    return part === 'later' ? date >= '2027-06' : date.startsWith(part) && date >= '2026-06-09';
  };
  return {
    'expiry.months': () =>
      situation === 'failing'
        ? fail('storage', 'The stored data could not be read.')
        : ok({
            overdue: situation === 'empty' ? 0 : 2,
            months,
            later: situation === 'empty' ? 0 : 14,
            leftOut: situation === 'empty' ? 0 : 3,
            unclear: situation === 'empty' ? 0 : unclear.length,
          }),
    'expiry.page': (request) => {
      const { part } = request;
      if (part === 'two_ways') return pageFrom(situation === 'empty' ? [] : unclear, request);
      return pageFrom(part == null ? rows : rows.filter(inPart(part)), request);
    },
  };
}
