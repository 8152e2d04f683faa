import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VerdictEvidence } from '#shared/service/doubts.ts';
import { displayName, firstName, getName, toLine } from '#shared/base/foreign-text.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { isoDay, readDate } from '#shared/base/dates.ts';
import { asksForMore } from '#shared/verdict/license-verdict.ts';
import { enteredVerification } from '#shared/service/service-dates.ts';
import { verificationRequest, type VerificationRequest } from '#shared/service/verification.ts';
import { dateForm } from '#shared/settings/settings.ts';
import type { EntryCounts } from './entry-counts.ts';
import type { ExpiryRange } from './expiry.ts';
import { licenseLookupKey, sameLicenseKey } from './known-licenses.ts';
import type { SearchIndex } from './search-index.ts';
import { readStoredJson } from './stored-json.ts';
import { createSubjectResolver } from './vendor-links.ts';
import {
  createVerificationPages,
  expiring,
  selectVerifications,
  toVerificationRow,
  type VerificationPages,
} from './verification-page.ts';

export interface VerificationSummary {
  status: string | null;
  isVerified: boolean | null;
  isMatch: boolean | null;
  /** Null where nothing was compared. */
  differing: number | null;
  answeredId: string | null;
  expiryDate: string | null;
  expiresOn: string | null;
  expiryUnclear: boolean;
  /** How many details could be compared; null where none were found. */
  compared: number | null;
  evidence: VerdictEvidence;
  answeredAt: number;
}

export interface StoredVerdict {
  /** See verdictCode; as it is while the service is asked, and once the planned looks are over. */
  code: string;
  codeByHand: string;
  /** What it asks a person for, see asksFor; empty where nothing does. */
  asksFor: string;
  /** The last day on which it is the same without another answer; null where no day changes it. */
  holdsUntil: string | null;
}

const dayCount = z.object({ day: z.string(), number: z.number() });

function expiryDay(text: string | null | undefined): string | null {
  const date = readDate(text);
  return date === null ? null : isoDay(date.day);
}

/** What lists and the search show of a verification, taken from its request. */
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

/** Verifications as the screens list them; each belongs to an entry of the outbox. */
export interface VerificationStore extends VerificationPages {
  /** Runs inside the enqueueing transaction. */
  insert(entryId: string, request: VerificationRequest, vendorId: string | null): void;
  /** Writes an unsent verification's list columns from its request, if they differ. Runs in the claim's transaction. */
  restoreShown(entry: { seq: number; id: string; body: string }): void;
  /** Runs inside the outcome's transaction. Returns the earlier verifications of the same license, which it takes the place of. */
  noteRequestId(entryId: string, requestId: string): string[];
  noteResult(entryId: string, summary: VerificationSummary, verdict: StoredVerdict, now: number): void;
  noteEvidence(entryId: string, evidence: VerdictEvidence, verdict: StoredVerdict, now: number): void;
  /** Keeps a verdict that a day has changed. `now` is when a new decision is needed if it asks for more. */
  noteVerdict(entryId: string, verdict: StoredVerdict, now: number): void;
  /** The rows of verdicts that held until a day before `today` only, as 2027-03-31. */
  outlived(today: string, limit: number): VerificationRow[];
  /** The verification of the same license that counts instead of a replaced one; null where there is none. */
  getNewer(entryId: string): string | null;
  get(entryId: string): VerificationRow | null;
  ofVendor(vendorId: string): VerificationRow[];
  /** Checks that may be of the same license, see licenseLookupKey; the newest first. */
  ofLicense(lookupKey: string): VerificationRow[];
  /** Accepted and not corrected since, with an expiration day in the range; the first to expire first. */
  expiring(range: ExpiryRange, limit: number): VerificationRow[];
  /** How many of them run out on each day that any does. */
  expiringByDay(range: ExpiryRange): { day: string; number: number }[];
  types(): string[];
}

export function createVerificationStore(
  db: Database,
  search: SearchIndex,
  entryCounts: EntryCounts,
): VerificationStore {
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
  const verdictBefore = db.prepare(
    'SELECT asks_for, asks_since, expires_on FROM verification WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
  );
  const noteVerdict = db.prepare(
    `UPDATE verification SET verdict = @code, verdict_by_hand = @codeByHand, attention = @attention, asks_for = @asksFor, asks_since = @since, holds_until = @holdsUntil
     WHERE entry = (SELECT seq FROM entry WHERE id = @entryId)`,
  );
  const outlived = db.prepare(
    `${selectVerifications} WHERE v.holds_until < @today ORDER BY v.holds_until, v.entry LIMIT @limit`,
  );
  const getNewer = db
    .prepare(
      `SELECT e.id FROM verification own JOIN verification v ON v.license_key = own.license_key JOIN entry e ON e.seq = v.entry
       WHERE own.entry = (SELECT seq FROM entry WHERE id = @entryId) AND v.entry <> own.entry
         AND e.state = 'accepted' AND v.replaced = 0`,
    )
    .pluck();
  const replacedBy = db
    .prepare(
      `SELECT e.id FROM verification own JOIN verification v ON v.license_key = own.license_key JOIN entry e ON e.seq = v.entry
       WHERE own.entry = (SELECT seq FROM entry WHERE id = @entryId) AND v.entry < own.entry AND v.replaced = 1`,
    )
    .pluck();

  function keepVerdict(
    entryId: string,
    { code, codeByHand, asksFor, holdsUntil }: StoredVerdict,
    now: number,
  ): void {
    const before = keptVerdict.parse(verdictBefore.get(entryId));
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

  const resolve = createSubjectResolver(db);
  const get = db.prepare(`${selectVerifications} WHERE e.id = ?`);
  return {
    ...createVerificationPages(db, search, entryCounts),
    insert(entryId, request, vendorId) {
      const {
        search: words,
        title: _title,
        subtitle: _subtitle,
        ...row
      } = describeVerification(request, resolve(vendorId));
      insert.run({ entryId, ...row });
      search.put('verification', entryId, words);
    },
    restoreShown({ seq, id, body }) {
      const own = ownRow.safeParse(selectOwn.get(seq)).data;
      const sent = readStoredJson(body, verificationRequest)?.value;
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
    noteRequestId(entryId, requestId) {
      noteRequestId.run(toLine(requestId), entryId);
      return z.array(z.string()).parse(replacedBy.all({ entryId }));
    },
    noteResult(entryId, summary, verdict, now) {
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
    noteEvidence(entryId, evidence, verdict, now) {
      noteEvidence.run(JSON.stringify(evidence), entryId);
      keepVerdict(entryId, verdict, now);
    },
    noteVerdict: keepVerdict,
    outlived: (today, limit) => outlived.all({ today, limit }).map((raw) => toVerificationRow(raw).row),
    getNewer: (entryId) =>
      z
        .string()
        .nullable()
        .parse(getNewer.get({ entryId }) ?? null),
    get(entryId) {
      const raw = get.get(entryId);
      return raw === undefined ? null : toVerificationRow(raw).row;
    },
    ofVendor: (vendorId) =>
      db
        .prepare(`${selectVerifications} WHERE v.vendor_id = ? ORDER BY e.seq DESC LIMIT 200`)
        .all(vendorId)
        .map((raw) => toVerificationRow(raw).row),
    ofLicense: (lookupKey) =>
      db
        .prepare(`${selectVerifications} WHERE v.lookup_key = ? ORDER BY v.entry DESC LIMIT 50`)
        .all(lookupKey)
        .map((raw) => toVerificationRow(raw).row),
    expiring: (range, limit) =>
      db
        .prepare(`${selectVerifications} WHERE ${expiring} ORDER BY v.expires_on, e.seq LIMIT @limit`)
        .all({ ...range, limit })
        .map((raw) => toVerificationRow(raw).row),
    expiringByDay: (range) =>
      z.array(dayCount).parse(
        db
          .prepare(
            `SELECT v.expires_on AS day, COUNT(*) AS number FROM verification v JOIN entry e ON e.seq = v.entry
               WHERE ${expiring} GROUP BY v.expires_on ORDER BY v.expires_on`,
          )
          .all({ ...range }),
      ),
    types: () =>
      z
        .array(z.object({ type: z.string() }))
        .parse(
          db
            .prepare('SELECT type FROM verification GROUP BY type ORDER BY COUNT(*) DESC, type LIMIT 20')
            .all(),
        )
        .map((row) => row.type),
  };
}
