import { z } from 'zod';
import { verdictEvidence } from '../service/doubts.ts';
import { columnFilter, verificationColumn } from '../settings/lists.ts';
import { dateForm } from '../settings/settings.ts';
import { submittedLicenseDetails, verificationRequest, verificationResult } from '../service/verification.ts';
import { getReading } from '../service/reading.ts';
import { call, instant, nothing, loadPage, pageRequest, vendorLink, vendorSubject, entryId } from './call.ts';
import { draftKey } from './drafts.ts';
import { entryProgress, historyItem, entryAnswer } from './outbox.ts';

export const watchState = z.object({
  /** `by_hand`: the schedule is over, only a person asks now. `settled`: the status word is a final one. */
  kind: z.enum(['watching', 'settled', 'by_hand']),
  checks: z.number(),
  nextAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** What the last check met, where it did not bring a result; a sentence. */
  problem: z.string().nullable(),
});
export type WatchState = z.infer<typeof watchState>;

/** A decision made on this computer. The service has no place to receive it. */
export const localDecision = z.object({
  choice: z.string(),
  note: z.string(),
  at: instant,
  /** The account on the computer where it was decided; null where that is not known. */
  by: z.string().nullable(),
});

export const verificationRow = entryProgress.extend({
  type: z.string(),
  licenseNumber: z.string().nullable(),
  licenseTradeType: z.string().nullable(),
  licenseeName: z.string().nullable(),
  /** Null also where its vendor has none yet. */
  vendorId: z.string().nullable(),
  vendor: vendorLink.nullable(),
  requestId: z.string().nullable(),
  /** Words and flags of the latest result, verbatim; null where nothing was said. */
  status: z.string().nullable(),
  isVerified: z.boolean().nullable(),
  isMatch: z.boolean().nullable(),
  /** How many fields differ by our own comparison; null while no result is in, and where it carries another ID. */
  differing: z.number().nullable(),
  /** The ID of another verification that the latest answer carries; it may be about another license. */
  answeredId: z.string().nullable(),
  /** As found, else as submitted. */
  expiryDate: z.string().nullable(),
  /** Valid through, as 2027-03-31: as found, or as submitted if the service says nothing of it. */
  expiresOn: z.string().nullable(),
  /** Whether the date that was found can be read in two ways, or not at all, so that no day counts. */
  expiryUnclear: z.boolean(),
  /** How many details could be compared; null where none were found, or while that is not known. */
  compared: z.number().nullable(),
  evidence: verdictEvidence,
  answeredAt: instant.nullable(),
  /** Whether a correction, or a newer verification of the same license, counts instead. */
  replaced: z.boolean(),
  watch: watchState.nullable(),
  /** The latest decision, for as long as it answers what the verdict asks for; see {@link judgeLicense}. */
  decision: localDecision.nullable(),
});
export type VerificationRow = z.infer<typeof verificationRow>;

/** `differ`: details differ. `to_decide`: also results that need a person anyway. Replaced ones are under `replaced` alone. */
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
  /** Only accepted ones that expire from today to so many days ahead, the first to expire first; null for all. */
  expiresWithinDays: z.number().int().min(0).max(3650).nullable().default(null),
  where: z.partialRecord(verificationColumn, columnFilter).default({}),
  /** Null for the newest first, or where they are those that expire soon, for the first to expire. */
  sort: verificationColumn.nullable().default(null),
  descending: z.boolean().default(false),
});

/** One reading of a result. */
const verificationCheck = z.object({
  number: z.number(),
  at: instant,
  status: z.string().nullable(),
  differing: z.number().nullable(),
  problem: z.string().nullable(),
});

const verificationDetail = verificationRow.extend({
  submitted: verificationRequest,
  /** Commits the verification and returns when it is durable. `draft` is dropped in the same commit. */
  dateForm,
  idempotencyKey: z.string(),
  replaces: entryId.nullable(),
  replacedBy: entryId.nullable(),
  /** The verification of the same license that counts instead, where this one was replaced without being corrected. */
  newer: entryId.nullable(),
  answer: entryAnswer.nullable(),
  result: getReading(verificationResult).nullable(),
  /** The answer that the result was read from, word for word. */
  resultBody: z.string().nullable(),
  checks: z.array(verificationCheck),
  history: z.array(historyItem),
  decisions: z.array(localDecision),
});
export type VerificationDetail = z.infer<typeof verificationDetail>;

const verificationChoice = z.enum(['accept_differences', 'ask_vendor', 'undo']);

export const verificationCalls = {
  /**
   * Commits the verification to this computer and returns when it is safe. `vendorId` is a local note of whose license it is, by
   * the vendor's subject, `draft` the draft that it was, which is dropped in the same commit.
   */
  'verifications.enqueue': call(
    z.object({
      type: z.string().trim().min(1).max(200),
      data: submittedLicenseDetails,
      vendorId: vendorSubject.nullable(),
      replaces: entryId.nullable(),
      /** Whether that is still to be sent, and goes out in this form instead. */
      edits: z.boolean().optional(),
      draft: draftKey.optional(),
    }),
    verificationRow,
  ),
  /** Pending or recently checked verifications of the same license number and state, newest first. */
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
    z.object({ entryId, choice: verificationChoice, note: z.string().max(4000) }),
    verificationDetail,
  ),
  'verifications.types': call(nothing, z.array(z.string())),
};

/** A month as 2027-03. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** A period in which licenses expire: overdue, one of twelve months, or later. `two_ways`: ambiguous dates. */
export const expiryPart = z.union([z.literal('overdue'), z.literal('later'), z.literal('two_ways'), month]);
export type ExpiryPart = z.infer<typeof expiryPart>;

export const expiryCalls = {
  /** How many accepted, uncorrected licenses expire when, by the found date, else the submitted one. Starts this month. */
  'expiry.months': call(
    nothing,
    z.object({
      overdue: z.number(),
      months: z.array(z.object({ month, count: z.number() })),
      later: z.number(),
      /** Accepted licenses without an expiration date that can be read. */
      leftOut: z.number(),
      /** Accepted licenses with an ambiguous expiration date, which are under no day. */
      unclear: z.number(),
    }),
  ),
  /** The licenses of one part, or all with a readable expiration date; the first to expire first. */
  'expiry.page': call(
    pageRequest.extend({ part: expiryPart.nullable().default(null) }),
    loadPage(verificationRow),
  ),
};
