import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VerdictEvidence } from '#shared/service/doubts.ts';
import { displayName, firstName, getName, toLine } from '#shared/base/foreign-text.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { isoDay, readDate } from '#shared/base/dates.ts';
import { asksForMore, type JudgedFacts } from '#shared/verdict/license-verdict.ts';
import { enteredVerification } from '#shared/service/service-dates.ts';
import { verificationRequest, type VerificationRequest } from '#shared/service/verification.ts';
import { dateForm } from '#shared/settings/settings.ts';
import type { EntryCounts } from './entry-counts.ts';
import type { ExpiryRange } from './expiry.ts';
import { licenseLookupKey, sameLicenseKey } from './known-licenses.ts';
import { createQueries } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { readJson } from '#shared/base/read-json.ts';
import { createSubjectResolver } from './vendor-links.ts';
import {
  createVerificationPages,
  expiring,
  selectVerifications,
  toVerificationRow,
} from './verification-page.ts';

export interface VerificationSummary extends Omit<JudgedFacts, 'replaced'> {
  expiryDate: string | null;
}

export interface StoredVerdict {
  /** See verdictCode; while the service is asked, and (by hand) once the planned checks are over. */
  code: string;
  codeByHand: string;
  /** What it asks a person for, see asksFor; empty where nothing does. */
  asksFor: string;
  /** The last day on which it is the same without another answer; null where no day changes it. */
  holdsUntil: string | null;
}

function expiryDay(text: string | null | undefined): string | null {
  const date = readDate(text);
  return date === null ? null : isoDay(date.day);
}

export function describeVerification(request: VerificationRequest, vendorId: string | null) {
  const { data, type } = request;
  const others = [
    data.licenseTradeType,
    data.qualifiedParty,
    data.serviceType,
    data.locationWhereLicenseIsValid?.city,
    type,
    vendorId ?? undefined,
  ];
  return {
    title: firstName(data.licenseeName, data.qualifiedParty) ?? 'Verification',
    subtitle: getName(data.licenseNumber, data.licenseTradeType, type),
    type,
    licenseNumber: toLine(data.licenseNumber),
    licenseTradeType: toLine(data.licenseTradeType),
    licenseeName: toLine(data.licenseeName),
    vendorId,
    expiryDate: toLine(data.expiryDate),
    expiresOn: expiryDay(data.expiryDate),
    lookupKey: licenseLookupKey(data.licenseNumber ?? '', data.licenseeName ?? ''),
    licenseKey: sameLicenseKey(
      data.licenseNumber,
      data.licenseTradeType,
      data.locationWhereLicenseIsValid?.state,
    ),
    search: {
      title: getName(data.licenseNumber, data.licenseeName, type),
      subtitle: [displayName(data.licenseeName), displayName(data.licenseTradeType)]
        .filter((part) => part !== null)
        .join(', '),
      words: others.filter((part) => part !== undefined),
    },
  };
}

const ownRow = z.object({
  date_form: dateForm.nullable().catch(null),
  vendor_id: z.string().nullable(),
  expiry_date: z.string().nullable(),
});

const keptVerdict = z.object({
  asks_for: z.string().nullable(),
  asks_since: z.number(),
  expires_on: z.string().nullable(),
});

/** Since when a verdict asks a person for something; earlier decisions do not answer it. */
function asksSince(before: z.infer<typeof keptVerdict>, asksNow: string, now: number): number {
  if (before.asks_for !== null) return asksForMore(before.asks_for, asksNow) ? now : before.asks_since;
  const day = readDate(before.expires_on)?.day;
  if (day === undefined || !asksNow.split(' ').includes('expired')) return 0;
  return new Date(day.year, day.month - 1, day.day + 1).getTime();
}

const numbered = (value: boolean | null) => (value === null ? null : value ? 1 : 0);

export type VerificationStore = ReturnType<typeof createVerificationStore>;

/** Verifications as the screens list them; each belongs to an entry of the outbox. */
export function createVerificationStore(db: Database, search: SearchIndex, entryCounts: EntryCounts) {
  const { prepareQuery, prepareText } = createQueries(db);
  const insert = db.prepare(
    `INSERT INTO verification
       (entry, type, license_number, license_trade_type, licensee_name, vendor_id, expiry_date, expires_on, lookup_key,
       license_key)
     VALUES ((SELECT seq FROM entry WHERE id = @entryId), @type, @licenseNumber, @licenseTradeType, @licenseeName,
       @vendorId, @expiryDate, @expiresOn, @lookupKey, @licenseKey)`,
  );
  const selectOwn = db.prepare(
    `SELECT e.date_form, v.vendor_id, v.expiry_date FROM verification v JOIN entry e ON e.seq = v.entry WHERE v.entry = ?`,
  );
  const nameEntry = db.prepare(
    `UPDATE entry SET title = @title, subtitle = @subtitle
     WHERE seq = @seq AND (title, subtitle) IS NOT (@title, @subtitle)`,
  );
  const named = 'type, license_number, license_trade_type, licensee_name, expiry_date, expires_on';
  const names = '@type, @licenseNumber, @licenseTradeType, @licenseeName, @expiryDate, @expiresOn';
  const nameVerification = db.prepare(
    `UPDATE verification SET (${named}) = (${names}) WHERE entry = @seq AND (${named}) IS NOT (${names})`,
  );
  const noteRequestId = db.prepare(
    'UPDATE verification SET request_id = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
  );
  const noteResult = db.prepare(
    `UPDATE verification SET status = @status, is_verified = @isVerified, is_match = @isMatch, differing = @differing,
       answered_id = @answeredId, expiry_date = @expiryDate, expires_on = @expiresOn,
       expiry_unclear = @expiryUnclear, compared = @compared, evidence = @evidence, answered_at = @answeredAt
     WHERE entry = (SELECT seq FROM entry WHERE id = @entryId)`,
  );
  const noteEvidence = db.prepare(
    'UPDATE verification SET evidence = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
  );
  const verdictBefore = prepareQuery(
    'SELECT asks_for, asks_since, expires_on FROM verification WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
    keptVerdict,
  );
  const noteVerdict = db.prepare(
    `UPDATE verification SET verdict = @code, verdict_by_hand = @codeByHand, attention = @attention, asks_for = @asksFor, asks_since = @since, holds_until = @holdsUntil
     WHERE entry = (SELECT seq FROM entry WHERE id = @entryId)`,
  );
  const selectRows = (where: string) =>
    prepareQuery(`${selectVerifications} WHERE ${where}`, (raw) => toVerificationRow(raw).row);
  const get = selectRows('e.id = ?');
  const ofVendor = selectRows('v.vendor_id = ? ORDER BY e.seq DESC LIMIT 200');
  const ofLicense = selectRows('v.lookup_key = ? ORDER BY v.entry DESC LIMIT 50');
  const outlived = selectRows('v.holds_until < @today ORDER BY v.holds_until, v.entry LIMIT @limit + 0');
  const selectExpiring = selectRows(`${expiring} ORDER BY v.expires_on, e.seq LIMIT @limit + 0`);
  const expiringByDay = prepareQuery(
    `SELECT v.expires_on AS day, COUNT(*) AS number FROM verification v JOIN entry e ON e.seq = v.entry
     WHERE ${expiring} GROUP BY v.expires_on ORDER BY v.expires_on`,
    z.object({ day: z.string(), number: z.number() }),
  );
  const types = prepareText(
    'SELECT type FROM verification GROUP BY type ORDER BY COUNT(*) DESC, type LIMIT 20',
  );
  const selectSameLicense = (where: string) =>
    prepareText(
      `SELECT e.id FROM verification own JOIN verification v ON v.license_key = own.license_key JOIN entry e ON e.seq = v.entry
       WHERE own.entry = (SELECT seq FROM entry WHERE id = @entryId) AND ${where}`,
    );
  const getNewer = selectSameLicense("v.entry <> own.entry AND e.state = 'accepted' AND v.replaced = 0");
  const replacedBy = selectSameLicense('v.entry < own.entry AND v.replaced = 1');

  /** Keeps a verdict. `now` is when a new decision is needed if it asks for more. */
  function keepVerdict(entryId: string, verdict: StoredVerdict, now: number): void {
    const { code, codeByHand, asksFor, holdsUntil } = verdict;
    const before = verdictBefore.one(entryId);
    noteVerdict.run({
      entryId,
      code,
      codeByHand,
      attention: asksFor === '' ? 0 : 1,
      asksFor,
      since: asksSince(before, asksFor, now),
      holdsUntil,
    });
  }

  const setVendor = db.prepare(
    `UPDATE verification SET vendor_id = @vendorId
     WHERE entry = (SELECT seq FROM entry WHERE id = @entryId) AND vendor_id IS NOT @vendorId`,
  );
  const resolve = createSubjectResolver(db);
  return {
    ...createVerificationPages(db, search, entryCounts),
    /** Runs inside the enqueueing transaction. */
    insert(entryId: string, request: VerificationRequest, vendorId: string | null): void {
      const { search: words, ...row } = describeVerification(request, resolve(vendorId));
      insert.run({ entryId, ...row });
      search.put('verification', entryId, words);
    },
    /** Whose it is follows from who owns an address. */
    setVendor: (entryId: string, vendorId: string): void => void setVendor.run({ entryId, vendorId }),
    /** Writes an unsent verification's list columns from its request, if they differ. Runs in the claim's transaction. */
    restoreShown({ seq, id, body }: { seq: number; id: string; body: string }): void {
      const own = ownRow.safeParse(selectOwn.get(seq)).data;
      const sent = readJson(body, verificationRequest)?.value;
      if (own === undefined || sent === undefined) return;
      const entered = enteredVerification(sent, own.date_form ?? 'iso');
      const { search: words, ...shown } = describeVerification(entered, own.vendor_id);
      // Shown as it was typed, which may be another way to write the same day.
      const isSameDay = shown.expiresOn !== null && expiryDay(own.expiry_date) === shown.expiresOn;
      const expiryDate = isSameDay ? own.expiry_date : shown.expiryDate;
      const changes = [nameEntry, nameVerification].map(
        (one) => one.run({ seq, ...shown, expiryDate }).changes,
      );
      if (changes.some((count) => count > 0)) search.put('verification', id, words);
    },
    /** Runs inside the outcome's transaction. Returns the earlier verifications of the same license, which it replaces. */
    noteRequestId(entryId: string, requestId: string): string[] {
      noteRequestId.run(toLine(requestId), entryId);
      return replacedBy.all({ entryId });
    },
    noteResult(entryId: string, summary: VerificationSummary, verdict: StoredVerdict, now: number): void {
      noteResult.run({
        entryId,
        ...summary,
        status: toLine(summary.status),
        answeredId: toLine(summary.answeredId),
        expiryDate: toLine(summary.expiryDate),
        isVerified: numbered(summary.isVerified),
        isMatch: numbered(summary.isMatch),
        expiryUnclear: summary.expiryUnclear ? 1 : 0,
        evidence: JSON.stringify(summary.evidence),
      });
      keepVerdict(entryId, verdict, now);
    },
    noteEvidence(entryId: string, evidence: VerdictEvidence, verdict: StoredVerdict, now: number): void {
      noteEvidence.run(JSON.stringify(evidence), entryId);
      keepVerdict(entryId, verdict, now);
    },
    noteVerdict: keepVerdict,
    /** The rows of verdicts that held until a day before `today` only, as 2027-03-31. */
    outlived: (today: string, limit: number): VerificationRow[] => outlived.all({ today, limit }),
    /** The verification of the same license that counts instead of a replaced one. */
    getNewer: (entryId: string): string | null => getNewer.get({ entryId }),
    get: (entryId: string): VerificationRow | null => get.get(entryId),
    ofVendor: (vendorId: string): VerificationRow[] => ofVendor.all(vendorId),
    /** Checks that may be of the same license, see {@link licenseLookupKey}; the newest first. */
    ofLicense: (lookupKey: string): VerificationRow[] => ofLicense.all(lookupKey),
    /** Accepted and not corrected since, with an expiration day in the range; the first to expire first. */
    expiring: (range: ExpiryRange, limit: number): VerificationRow[] =>
      selectExpiring.all({ ...range, limit }),
    /** How many of them expire on each day that any does. */
    expiringByDay: (range: ExpiryRange): { day: string; number: number }[] => expiringByDay.all({ ...range }),
    types: (): string[] => types.all(),
  };
}
