import type { Random } from '#test/chaos/random.ts';
import type { DocumentFacts, ResultFacts } from './meaning.ts';

// Forms in which services say no, or say something that nobody can read as a yes, where the interface describes a yes.

type Members = Record<string, unknown>;
interface OddForm<Facts> {
  name: string;
  change: (value: Members) => Members;
  /** What it makes of the facts that the app shows; what is left out stays. */
  facts?: Partial<Facts>;
}

/** Each is in the answer to an invite instead of, or beside, the result. None says that an email was sent. */
export const unclearInvitations: readonly ((full: Members) => Members)[] = [
  () => ({ ok: false }),
  () => ({ Success: false, Message: 'Limit reached' }),
  () => ({ success: 0 }),
  () => ({ success: 'N' }),
  () => ({ code: 17, message: 'Limit reached' }),
  () => ({ code: 0, message: 'OK' }),
  () => ({ status: 422, title: 'Unprocessable' }),
  () => ({ errorCode: 'E-7', errorMessage: 'Limit reached' }),
  () => ({ fault: { faultcode: 'Server', faultstring: 'Limit reached' } }),
  () => ({ ExceptionMessage: 'Object reference not set' }),
  () => ({ errors: ['No such company'], id: '' }),
  () => ({ id: null, vendorURL: null, checklist: null }),
  (full) => ({ ...full, isSuccess: false }),
  (full) => ({ ...full, emailSent: false }),
  (full) => ({ ...full, email_sent: 'N' }),
  (full) => ({ ...full, vendorStatus: 'DRAFT' }),
  (full) => ({ ...full, vendorStatus: 'AWAITING_APPROVAL' }),
  (full) => ({ ...full, message: 'Duplicate vendor, no e-mail was sent' }),
  (full) => ({ ...full, errors: ['The mail server did not answer.'] }),
  (full) => ({ ...full, metadata: { email_sent: false } }),
  (full) => ({ ...full, id: { value: 7 } }),
];

export const unclearQueueAnswers: readonly ((id: string) => Members)[] = [
  (id) => ({ success: 'N', id }),
  (id) => ({ success: 0, id }),
  (id) => ({ success: 'perhaps', id }),
  (id) => ({ id, status: 'REJECTED' }),
  (id) => ({ success: true, id, error: { code: 7 } }),
  (id) => ({ success: true, id, ok: false }),
  () => ({ code: 17, message: 'Limit reached' }),
];

/** Each keeps an otherwise good result from being a yes. */
const oddResults: readonly OddForm<ResultFacts>[] = [
  ...(['N', 'No', 'F', 'false', 0, '0'] as const).map((said) => ({
    name: `verified ${JSON.stringify(said)}`,
    change: (value: Members) => ({ ...value, isVerified: said }),
    facts: { isVerified: false },
  })),
  ...(['maybe', 2, 0.9, { value: false }, [false], 'nein'] as const).map((said) => ({
    name: `verified ${JSON.stringify(said)}`,
    change: (value: Members) => ({ ...value, isVerified: said }),
    facts: { isVerified: null },
  })),
  ...(
    [
      ['licenseStatus', 'REVOKED'],
      ['license_status', 'SURRENDERED'],
      ['standing', 'Not in good standing'],
      ['is_valid', false],
      ['revoked', true],
      ['manualReviewRequired', true],
      ['errorCode', 'E-7'],
      ['warning', 'The license was suspended.'],
      ['expirationDate', '2020-01-31'],
    ] as const
  ).map(([member, said]) => ({
    name: `${member} ${JSON.stringify(said)}`,
    change: (value: Members) => ({ ...value, [member]: said }),
  })),
  ...(['EXPIRED 03/31/2024', 'see board', 'Perpetual', '12/31/9999'] as const).map((said) => ({
    name: `expiry ${said}`,
    change: (value: Members) => ({
      ...value,
      response: { ...(value['response'] as Members | null), expiryDate: said },
    }),
    facts: { expiry: { text: said, day: null, twoWays: false } },
  })),
  ...(['LICENSE_EXPIRED', 'PARTIALLY_VERIFIED', 'XYZZY', 'done', 'processed'] as const).map((said) => ({
    name: `status ${said}`,
    change: (value: Members) => ({
      ...value,
      status: said,
      isVerified: said === 'done' || said === 'processed' ? null : value['isVerified'],
    }),
    facts: {
      status: said,
      ...(said === 'done' || said === 'processed' ? { isVerified: null } : {}),
    },
  })),
];

const oddDocuments: readonly OddForm<DocumentFacts>[] = [
  ...(['rejected', 'FAILED', 'unreadable', 'EXPIRED', 'manual_review', 'XYZZY'] as const).map((said) => ({
    name: `status ${said}`,
    change: (value: Members) => ({ ...value, status: said }),
    facts: { status: said },
  })),
  ...([false, 'N', 0] as const).map((said) => ({
    name: `signed ${JSON.stringify(said)}`,
    change: (value: Members) => ({ ...value, data: { ...(value['data'] as Members), isSigned: said } }),
  })),
  {
    name: 'no name',
    change: (value) => ({ ...value, data: { isSigned: true } }),
  },
  {
    name: 'another id',
    change: (value) => ({ ...value, id: '00000000-0000-4000-8000-000000000000' }),
  },
  { name: 'needs review', change: (value) => ({ ...value, requiresManualReview: 'yes' }) },
];

export function oddResult(random: Random) {
  return oddResults[random.between(0, oddResults.length - 1)];
}

export function oddDocument(random: Random) {
  return oddDocuments[random.between(0, oddDocuments.length - 1)];
}
