import { z } from 'zod';
import { judgedFacts } from '../verdict/license-verdict.ts';
import { columnFilter, verificationColumn } from '../settings/lists.ts';
import { dateForm } from '../settings/settings.ts';
import { submittedLicenseDetails, verificationRequest, verificationResult } from '../service/verification.ts';
import { getReading } from '../service/reading.ts';
import { verificationChoice } from '../verdict/decision-label.ts';
import { call, instant, nothing, loadPage, pageRequest, vendorLink, vendorSubject, entryId } from './call.ts';
import { draftKey } from './drafts.ts';
import { entryDetail, entryProgress } from './outbox.ts';

export const watchState = z.object({
  /** `by_hand`: the schedule is over. `settled`: the status word is final. */
  kind: z.enum(['watching', 'settled', 'by_hand']),
  checks: z.number(),
  nextAt: instant.nullable(),
  lastAt: instant.nullable(),
  problem: z.string().nullable(),
});
export type WatchState = z.infer<typeof watchState>;

export const localDecision = z.object({
  choice: z.string(),
  note: z.string(),
  at: instant,
  by: z.string().nullable(),
});

export const verificationRow = entryProgress.extend({
  ...judgedFacts.shape,
  type: z.string(),
  licenseNumber: z.string().nullable(),
  licenseTradeType: z.string().nullable(),
  licenseeName: z.string().nullable(),
  vendorId: z.string().nullable(),
  vendor: vendorLink.nullable(),
  requestId: z.string().nullable(),
  expiryDate: z.string().nullable(),
  watch: watchState.nullable(),
  /** The latest decision, while it answers what the verdict asks; see {@link judgeLicense}. */
  decision: localDecision.nullable(),
});
export type VerificationRow = z.infer<typeof verificationRow>;

/** `to_decide`: `differ`, and other results that need a person. Replaced ones are under `replaced` alone. */
export const verificationTab = z.enum([
  'all',
  'waiting',
  'being_checked',
  'differ',
  'to_decide',
  'needs_you',
  'done',
  'replaced',
]);
export type VerificationTab = z.infer<typeof verificationTab>;

export const verificationQuery = z.object({
  tab: verificationTab.default('all'),
  search: z.string().max(200).default(''),
  /** Only accepted ones that expire within so many days, first to expire first; null for all. */
  expiresWithinDays: z.number().int().min(0).max(3650).nullable().default(null),
  where: z.partialRecord(verificationColumn, columnFilter).default({}),
  /** Null for newest first, or first to expire where they are filtered by that. */
  sort: verificationColumn.nullable().default(null),
  descending: z.boolean().default(false),
});

export const verificationCheck = z.object({
  number: z.number(),
  at: instant,
  status: z.string().nullable(),
  differing: z.number().nullable(),
  problem: z.string().nullable(),
});

const verificationDetail = verificationRow.extend({
  submitted: verificationRequest,
  dateForm,
  ...entryDetail,
  /** The verification of the same license that replaces this one, unless it was corrected. */
  newer: entryId.nullable(),
  result: getReading(verificationResult).nullable(),
  resultBody: z.string().nullable(),
  checks: z.array(verificationCheck),
  decisions: z.array(localDecision),
});
export type VerificationDetail = z.infer<typeof verificationDetail>;

const decided = z.enum([...verificationChoice.options, 'undo']);

export const verificationCalls = {
  /** Returns once the verification is durable. `vendorId` is kept on this computer only. `draft` is deleted in the same commit. */
  'verifications.enqueue': call(
    z.object({
      type: z.string().trim().min(1).max(200),
      data: submittedLicenseDetails,
      vendorId: vendorSubject.nullable(),
      replaces: entryId.nullable(),
      /** Whether `replaces` is unsent and goes out in this form instead. */
      edits: z.boolean().optional(),
      draft: draftKey.optional(),
    }),
    verificationRow,
  ),
  /** Pending or recent verifications of the same license number and state, newest first. */
  'verifications.duplicates': call(
    z.object({ licenseNumber: z.string().max(400), state: z.string().max(400) }),
    z.array(verificationRow),
  ),
  'verifications.page': call(pageRequest.extend(verificationQuery.shape), loadPage(verificationRow)),
  'verifications.counts': call(nothing, z.record(verificationTab, z.number())),
  'verifications.get': call(z.object({ entryId }), verificationDetail),
  /** Reads the result now. Fails with `unreachable`, `signed_out` or `not_found`; the schedule goes on. */
  'verifications.checkNow': call(z.object({ entryId }), verificationDetail),
  'verifications.decide': call(
    z.object({ entryId, choice: decided, note: z.string().max(4000) }),
    verificationDetail,
  ),
  'verifications.types': call(nothing, z.array(z.string())),
};

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** `overdue`, one of twelve months, or `later`. `two_ways`: ambiguous dates. */
export const expiryPart = z.union([z.literal('overdue'), z.literal('later'), z.literal('two_ways'), month]);
export type ExpiryPart = z.infer<typeof expiryPart>;

export const expiryCalls = {
  /** How many accepted, uncorrected licenses expire when, from this month on. */
  'expiry.months': call(
    nothing,
    z.object({
      overdue: z.number(),
      months: z.array(z.object({ month, count: z.number() })),
      later: z.number(),
      leftOut: z.number(),
      unclear: z.number(),
    }),
  ),
  /** The licenses of one part, or all with a readable expiration; first to expire first. */
  'expiry.page': call(
    pageRequest.extend({ part: expiryPart.nullable().default(null) }),
    loadPage(verificationRow),
  ),
};
