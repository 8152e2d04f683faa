import { anotherId } from '#shared/another-id.ts';
import { comparedCount, compareLicenses, differingCount } from '#shared/comparison/licenses.ts';
import { isoDay } from '#shared/dates.ts';
import type { VerificationDetail, VerificationRow } from '#shared/ipc/verifications.ts';
import { readResource, type Reading } from '#shared/service/reading.ts';
import { verificationResult, type VerificationResult } from '#shared/service/verification.ts';
import { at, fail, toId, ok, pageFrom, type Emit, type Handlers } from './core.ts';
import type { Situation } from './situation.ts';

function toRow(number: number, part: Partial<VerificationRow>): VerificationRow {
  return {
    entryId: toId(3, number),
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
    answeredId: null,
    expiryDate: null,
    expiresOn: null,
    expiryUnclear: false,
    compared: null,
    answeredAt: at('14:28'),
    replaced: false,
    watch: { kind: 'watching', checks: 4, nextAt: at('15:10'), lastAt: at('14:28'), problem: null },
    decision: null,
    ...part,
  };
}

/** The verifications of the mockups. */
export const verificationRows: VerificationRow[] = [
  toRow(1, {
    licenseeName: 'Brightwater Plumbing & Drain',
    licenseTradeType: 'C-36 Plumbing',
    licenseNumber: '1048827',
    differing: 3,
    expiryDate: '2096-06-30',
    expiresOn: '2096-06-30',
  }),
  toRow(2, {
    licenseeName: 'Northgate Electric LLC',
    licenseTradeType: 'Electrical',
    licenseNumber: '0771340',
    differing: 1,
  }),
  toRow(3, {
    licenseeName: 'Stonebridge Masonry',
    licenseTradeType: 'Masonry',
    licenseNumber: '0662915',
    differing: 1,
    changedAt: at('16:20', 1),
  }),
  toRow(4, {
    licenseeName: 'Brightwater Plumbing & Drain',
    licenseTradeType: 'C-34 Pipeline',
    licenseNumber: '0880312',
    status: 'in_progress',
    isMatch: null,
    isVerified: null,
  }),
  toRow(5, {
    licenseeName: 'Tidewater HVAC Services',
    licenseTradeType: 'C-42 Sanitation',
    licenseNumber: '0931170',
    vendorId: null,
    status: 'verified',
    isMatch: true,
    differing: 0,
    expiryDate: '2027-11-30',
    expiresOn: '2027-11-30',
    watch: { kind: 'settled', checks: 3, nextAt: null, lastAt: at('09:00', 3), problem: null },
  }),
  toRow(6, {
    state: 'in_doubt',
    reason: { code: 'no_request_id', body: '{"success":true}' },
    licenseeName: 'Kestrel Roofing Co.',
    licenseTradeType: 'C-39 Roofing',
    licenseNumber: '0912004',
    requestId: null,
    status: null,
    isVerified: null,
    isMatch: null,
    sentAt: null,
    watch: null,
  }),
  toRow(7, {
    state: 'rejected',
    reason: {
      code: 'refused',
      status: 422,
      contentType: 'application/json',
      body: '{"message":"licenseNumber is required"}',
    },
    licenseeName: 'Ironwood Pest Control',
    licenseTradeType: 'Pest control',
    requestId: null,
    status: null,
    isVerified: null,
    isMatch: null,
    sentAt: null,
    watch: null,
  }),
  toRow(8, {
    state: 'queued',
    attempts: 0,
    licenseeName: 'Fernhill Pool & Spa',
    licenseTradeType: 'C-53 Pools',
    licenseNumber: '0655021',
    requestId: null,
    status: null,
    isVerified: null,
    isMatch: null,
    sentAt: null,
    watch: null,
    expiryDate: '2027-11-30',
    expiresOn: '2027-11-30',
  }),
];

const brightwaterSubmitted = {
  licenseTradeType: 'C-36 Plumbing',
  licenseNumber: '1048827',
  qualifiedParty: 'Rosa M. Delgado',
  licenseeName: 'Brightwater Plumbing & Drain LLC',
  licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
  locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '94607' },
  serviceType: 'Plumbing',
  effectiveDate: '2019-03-14',
  expiryDate: '2097-03-31',
};

const brightwaterFound = {
  ...brightwaterSubmitted,
  qualifiedParty: 'Rosa Elena Vidal Delgado',
  licenseeName: 'Brightwater Plumbing & Drain, Inc.',
  licenseeAddress: '2210 Embarcadero W Ste 4, Oakland CA 94607',
  locationWhereLicenseIsValid: { state: 'CA' },
  expiryDate: '06/30/2096',
  verifyingWebsite: 'https://licenses.board.example.com/check',
  isMatch: false,
};

/** Everything about a verification; the first one is the mockup's. */
export function toVerificationDetail(row: VerificationRow): VerificationDetail {
  const submitted =
    row.entryId === toId(3, 1)
      ? brightwaterSubmitted
      : {
          ...(row.licenseeName === null ? {} : { licenseeName: row.licenseeName }),
          ...(row.licenseNumber === null ? {} : { licenseNumber: row.licenseNumber }),
          ...(row.licenseTradeType === null ? {} : { licenseTradeType: row.licenseTradeType }),
          expiryDate: '2027-11-30',
        };
  const found =
    row.entryId === toId(3, 1)
      ? brightwaterFound
      : { ...submitted, ...((row.differing ?? 0) > 0 ? { licenseNumber: '0771304' } : {}) };
  const raw = {
    id: row.requestId,
    documentType: 'TRADE_LICENSE',
    parameters: submitted,
    response: row.differing === null ? null : found,
    isVerified: row.isVerified,
    status: row.status,
    queue: 'west-2',
  };
  return {
    ...row,
    submitted: { type: row.type, data: submitted },
    dateForm: 'iso',
    idempotencyKey: toId(9, 1),
    replaces: null,
    replacedBy: null,
    newer: null,
    answer: null,
    result: row.state === 'accepted' ? readResource(verificationResult, raw) : null,
    resultBody: row.state === 'accepted' ? JSON.stringify(raw) : null,
    checks:
      row.state === 'accepted'
        ? [
            { number: 4, at: at('14:28'), status: row.status, differing: row.differing, problem: null },
            { number: 3, at: at('10:58'), status: row.status, differing: row.differing, problem: null },
            { number: 2, at: at('10:44'), status: 'in_progress', differing: null, problem: null },
            { number: 1, at: at('10:41:20'), status: 'queued', differing: null, problem: null },
          ]
        : [],
    history: [
      ...(row.state === 'accepted'
        ? ([{ at: at('10:41'), event: 'accepted', attempt: 1, reason: null }] as const)
        : []),
      { at: at('10:40'), event: 'enqueued', attempt: null, reason: null },
    ],
    decisions: row.decision === null ? [] : [row.decision],
  };
}

/** What lists keep of a result, as the main process works it out. */
export function getFacts(
  { value }: Reading<VerificationResult>,
  requestId: string | null,
): Partial<VerificationRow> {
  const rows = compareLicenses(value.parameters, value.response);
  const answeredId = anotherId(requestId, value.id);
  const found = answeredId === null && rows.some((row) => row.found.text !== null);
  const expiry = rows.find(({ field }) => field === 'expiryDate');
  const day = expiry?.found.day ?? expiry?.submitted.day ?? null;
  return {
    status: value.status ?? null,
    isVerified: value.isVerified ?? null,
    isMatch: value.response?.isMatch ?? null,
    answeredId,
    differing: found ? differingCount(rows) : null,
    compared: found ? comparedCount(rows) : null,
    expiresOn: day === null ? null : isoDay(day),
  };
}

/** Verifications. Keeps what is decided and enqueued, for as long as the page is open. */
export function fakeVerifications(situation: Situation, emit: Emit): Handlers {
  let rows = situation === 'empty' ? [] : verificationRows;
  const differ = () => rows.filter((row) => (row.differing ?? 0) > 0 && row.decision === null);
  const find = (entryId: string) => rows.find((row) => row.entryId === entryId);
  const tabs: Record<string, (row: VerificationRow) => boolean> = {
    waiting: (row) => ['queued', 'waiting', 'sending'].includes(row.state),
    being_checked: (row) => row.state === 'accepted' && row.differing === null,
    differ: (row) => differ().includes(row),
    to_decide: (row) => differ().includes(row),
    needs_you: (row) => ['in_doubt', 'rejected', 'dead'].includes(row.state) || differ().includes(row),
    done: (row) => row.watch?.kind === 'settled',
    replaced: (row) => row.replaced,
  };
  return {
    'verifications.page': (request) =>
      pageFrom(
        rows
          .filter(tabs[request.tab ?? 'all'] ?? (() => true))
          .filter((row) => request.expiresWithinDays == null || row.expiryDate === '2096-06-30'),
        request,
      ),
    'verifications.counts': () => {
      const count = (tab: string) => rows.filter(tabs[tab] ?? (() => true)).length;
      return ok({
        all: rows.length,
        waiting: count('waiting'),
        being_checked: count('being_checked'),
        differ: count('differ'),
        to_decide: count('to_decide'),
        needs_you: count('needs_you'),
        done: count('done'),
        replaced: count('replaced'),
      });
    },
    'verifications.types': () => ok(['license']),
    'verifications.duplicates': ({ licenseNumber }) =>
      ok(rows.filter((row) => row.licenseNumber === licenseNumber && row.state !== 'cancelled')),
    'verifications.get': ({ entryId }) => {
      const row = find(entryId);
      return row === undefined ? fail('not_found', 'It is not here.') : ok(toVerificationDetail(row));
    },
    'verifications.checkNow': ({ entryId }) => {
      const row = find(entryId);
      return row === undefined ? fail('not_found', 'It is not here.') : ok(toVerificationDetail(row));
    },
    'verifications.decide': ({ entryId, choice, note }) => {
      rows = rows.map((row) =>
        row.entryId === entryId
          ? { ...row, decision: choice === 'undo' ? null : { choice, note, at: Date.now(), by: 'dana' } }
          : row,
      );
      emit('entries.changed', { ids: [entryId] });
      const row = find(entryId);
      emit('entries.changed', { ids: [entryId] });
      return row === undefined ? fail('not_found', 'It is not here.') : ok(toVerificationDetail(row));
    },
    'verifications.enqueue': ({ type, data, vendorId }) => {
      const row = toRow(rows.length + 100, {
        state: 'queued',
        type,
        licenseNumber: data.licenseNumber ?? null,
        licenseTradeType: data.licenseTradeType ?? null,
        licenseeName: data.licenseeName ?? null,
        vendorId,
        requestId: null,
        status: null,
        isVerified: null,
        isMatch: null,
        attempts: 0,
        queuedAt: Date.now(),
        changedAt: Date.now(),
        sentAt: null,
        watch: null,
      });
      rows = [row, ...rows];
      return ok(row);
    },
  };
}
