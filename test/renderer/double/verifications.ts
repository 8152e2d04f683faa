import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { at, idOf, ok, pageFrom, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

function rowOf(number: number, part: Partial<VerificationRow>): VerificationRow {
  return {
    entryId: idOf(3, number),
    state: 'accepted',
    reason: null,
    attempts: 1,
    queuedAt: at('10:40'),
    changedAt: at('10:58'),
    nextAt: null,
    sentAt: at('10:41'),
    markedByPerson: false,
    type: 'license',
    licenseNumber: null,
    licenseTradeType: null,
    licenseeName: null,
    vendorId: null,
    requestId: '5b0e2f9c-71d4-4d0e-9a55-3f1c2b7e8a10',
    status: 'manual_review',
    isVerified: true,
    isMatch: false,
    differing: null,
    expiryDate: null,
    watch: { kind: 'watching', checks: 4, nextAt: at('15:10'), lastAt: at('14:28'), problem: null },
    decision: null,
    ...part,
  };
}

/** The licence checks of the mockups. */
export const verificationRows: VerificationRow[] = [
  rowOf(1, {
    licenseeName: 'Brightwater Plumbing & Drain',
    licenseTradeType: 'C-36 Plumbing',
    licenseNumber: '1048827',
    differing: 3,
    expiryDate: '2026-06-30',
  }),
  rowOf(2, {
    licenseeName: 'Northgate Electric LLC',
    licenseTradeType: 'Electrical',
    licenseNumber: '0771340',
    differing: 1,
  }),
  rowOf(3, {
    licenseeName: 'Stonebridge Masonry',
    licenseTradeType: 'Masonry',
    licenseNumber: '0662915',
    differing: 1,
    changedAt: at('16:20', 1),
  }),
  rowOf(4, {
    licenseeName: 'Brightwater Plumbing & Drain',
    licenseTradeType: 'C-34 Pipeline',
    licenseNumber: '0880312',
    status: 'in_progress',
    isMatch: null,
    isVerified: null,
  }),
  rowOf(5, {
    licenseeName: 'Tidewater HVAC Services',
    licenseTradeType: 'C-42 Sanitation',
    licenseNumber: '0931170',
    status: 'verified',
    isMatch: true,
    differing: 0,
    expiryDate: '2027-11-30',
    watch: { kind: 'settled', checks: 3, nextAt: null, lastAt: at('09:00', 3), problem: null },
  }),
];

/** Licence checks. */
export function verificationsDouble(situation: Situation): Handlers {
  const rows = situation === 'empty' ? [] : verificationRows;
  const differ = rows.filter((row) => (row.differing ?? 0) > 0);
  return {
    'verifications.page': (request) => pageFrom(request.tab === 'differ' ? differ : rows, request),
    'verifications.counts': () =>
      ok({
        all: rows.length,
        waiting: 0,
        being_checked: 1,
        differ: differ.length,
        needs_you: differ.length,
        done: 1,
      }),
    'verifications.types': () => ok(['license']),
  };
}
