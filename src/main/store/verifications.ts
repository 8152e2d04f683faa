import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName, firstName, getName } from '#shared/foreign-text.ts';
import type { VerificationRow, VerificationTab, WatchState } from '#shared/ipc/verifications.ts';
import { isoDay, readDate } from '#shared/dates.ts';
import type { ColumnFilters, VerificationColumn } from '#shared/lists.ts';
import { asksForMore } from '#shared/license-verdict.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox.ts';
import type { VerificationRequest } from '#shared/service/verification.ts';
import { progressColumns, toProgress } from './entry-progress.ts';
import type { EntryCounts } from './entry-counts.ts';
import type { ExpiryRange } from './expiry-range.ts';
import { cacheWhileUnchanged } from './statement-cache.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { licenseLookupKey, sameLicenseKey } from './known-licenses.ts';
import { createListFilters } from './list-filters.ts';
import { verificationOrders } from './list-orders.ts';
import { createListWalk } from './list-walk.ts';
import { intersect, numbersAsJson, numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { watchColumns, toWatch } from './watches.ts';

/** What a result says, as lists show it. */
export interface VerificationSummary {
  status: string | null;
  isVerified: boolean | null;
  isMatch: boolean | null;
  /** Null where nothing was compared. */
  differing: number | null;
  /** The ID of another verification that the answer carries. */
  answeredId: string | null;
  /** As found, else as submitted. */
  expiryDate: string | null;
  /** The day that counts, as 2027-03-31; null where none can be read. */
  expiresOn: string | null;
  /** Whether the expiry can be read in two ways, so that no day counts. */
  expiryUnclear: boolean;
  /** How many details could be compared; null where none were found. */
  compared: number | null;
  /** When the result was read. */
  answeredAt: number;
}

/** What of a verdict is kept, so that lists can be narrowed and counted by it. */
export interface StoredVerdict {
  /** See verdictCode; as it is while the service is asked, and once the planned looks are over. */
  code: string;
  codeByHand: string;
  /** What it asks a person for, see asksFor; empty where nothing does. */
  asksFor: string;
  /** The last day on which it is the same without another answer; null where no day changes it. */
  holdsUntil: string | null;
}

const columns = `${progressColumns}, v.type, v.license_number, v.license_trade_type, v.licensee_name, v.vendor_id,
  v.request_id, v.status, v.is_verified, v.is_match, v.differing, v.answered_id, v.expiry_date, v.expires_on,
  v.expiry_unclear, v.compared, v.answered_at, v.replaced,
  ${watchColumns},
  d.choice AS decision_choice, d.note AS decision_note, d.at AS decision_at, d.decided_by AS decision_by`;

// From the verifications to their entries, of which most may be invites.
const from = `FROM verification v CROSS JOIN entry e ON e.seq = v.entry
  LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'verification' AND subject = e.id AND undone_at IS NULL AND at >= v.asks_since)`;

const joined = z.object({
  seq: z.number(),
  type: z.string(),
  license_number: z.string().nullable(),
  license_trade_type: z.string().nullable(),
  licensee_name: z.string().nullable(),
  vendor_id: z.string().nullable(),
  request_id: z.string().nullable(),
  status: z.string().nullable(),
  is_verified: z.number().nullable(),
  is_match: z.number().nullable(),
  differing: z.number().nullable(),
  answered_id: z.string().nullable(),
  expiry_date: z.string().nullable(),
  expires_on: z.string().nullable(),
  expiry_unclear: z.number(),
  compared: z.number().nullable(),
  answered_at: z.number().nullable(),
  replaced: z.number(),
  decision_choice: z.string().nullable(),
  decision_note: z.string().nullable(),
  decision_at: z.number().nullable(),
  decision_by: z.string().nullable(),
});

/** The decision that a joined row carries; null where there is none. */
export function toDecision(row: {
  decision_choice: string | null;
  decision_note: string | null;
  decision_at: number | null;
  decision_by: string | null;
}) {
  const { decision_choice: choice, decision_note: note, decision_at: at, decision_by: by } = row;
  return choice === null || note === null || at === null ? null : { choice, note, at, by };
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
    licenseNumber: data.licenseNumber ?? null,
    licenseTradeType: data.licenseTradeType ?? null,
    licenseeName: data.licenseeName ?? null,
    vendorId,
    expiryDate: data.expiryDate ?? null,
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

const withoutKey = z.object({
  entry: z.number(),
  number: z.string().nullable(),
  trade: z.string().nullable(),
  // Whatever an imported list or an older version put there.
  state: z.union([z.string(), z.number(), z.null()]).transform((state) => state?.toString() ?? null),
});

const keptVerdict = z.object({
  asks_for: z.string().nullable(),
  asks_since: z.number(),
  expires_on: z.string().nullable(),
});

/**
 * Since when a verdict asks a person for what it asks for; decisions from before do not answer it. A verdict that is kept for the
 * first time asks since its result is there, or since the license ran out.
 */
function asksSince(before: z.infer<typeof keptVerdict>, asksNow: string, now: number): number {
  if (before.asks_for !== null) return asksForMore(before.asks_for, asksNow) ? now : before.asks_since;
  const day = readDate(before.expires_on)?.day;
  if (day === undefined || !asksNow.split(' ').includes('expired')) return 0;
  return new Date(day.year, day.month - 1, day.day + 1).getTime();
}

const yesNo = (value: number | null) => (value === null ? null : value === 1);
const numbered = (value: boolean | null) => (value === null ? null : value ? 1 : 0);

/** The schedule of a joined row; a replaced verification is not looked at by itself, whatever is planned. */
function watchIn(raw: unknown, replaced: boolean): WatchState | null {
  const watch = toWatch(raw);
  return replaced && watch?.kind === 'watching' ? { ...watch, kind: 'by_hand', nextAt: null } : watch;
}

function toRow(raw: unknown): { seq: number; row: VerificationRow } {
  const found = joined.parse(raw);
  return {
    seq: found.seq,
    row: {
      ...toProgress(raw),
      type: found.type,
      licenseNumber: displayName(found.license_number),
      licenseTradeType: displayName(found.license_trade_type),
      licenseeName: displayName(found.licensee_name),
      vendorId: found.vendor_id,
      requestId: found.request_id,
      status: found.status,
      isVerified: yesNo(found.is_verified),
      isMatch: yesNo(found.is_match),
      differing: found.differing,
      answeredId: found.answered_id,
      expiryDate: found.expiry_date,
      expiresOn: found.expires_on,
      expiryUnclear: found.expiry_unclear === 1,
      compared: found.compared,
      answeredAt: found.answered_at,
      replaced: found.replaced === 1,
      watch: watchIn(raw, found.replaced === 1),
      decision: toDecision(found),
    },
  };
}

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
/** A result that asks for a person, until one decides or another has taken its place. */
const undecided = 'v.attention = 1 AND d.id IS NULL AND v.replaced = 0';
const expiring = "v.expires_on BETWEEN @from AND @to AND e.state = 'accepted' AND v.replaced = 0";
const unsent = `e.kind = 'verification' AND e.state IN (${quoted(unsentStates)})`;
const accepted = "e.kind = 'verification' AND e.state = 'accepted'";
const mayNeedPerson = `SELECT seq FROM entry WHERE kind = 'verification' AND state IN (${quoted(needsPersonStates)})
  UNION ALL SELECT entry FROM verification WHERE attention = 1`;

const tabCondition: Record<VerificationTab, string> = {
  all: 'v.replaced = 0',
  waiting: unsent,
  being_checked: `${accepted} AND v.replaced = 0 AND w.state = 'watching' AND NOT (${undecided})`,
  differ: `e.seq IN (SELECT entry FROM verification WHERE attention = 1) AND v.differing > 0 AND ${undecided}`,
  to_decide: `e.seq IN (SELECT entry FROM verification WHERE attention = 1) AND ${undecided}`,
  needs_you: `e.seq IN (${mayNeedPerson}) AND (e.state IN (${quoted(needsPersonStates)}) OR (${undecided}))`,
  // One that was marked as sent by a person has no request number, so nothing is watched for it.
  done: `${accepted} AND v.replaced = 0 AND COALESCE(w.state, 'settled') <> 'watching' AND NOT (${undecided})`,
  replaced: 'v.replaced = 1',
};

/** SQL for the numbers among which all of a tab are, so that they are found without reading all; null where its condition does. */
const tabCandidates: Record<VerificationTab, string | null> = {
  all: null,
  waiting: `SELECT seq FROM entry WHERE kind = 'verification' AND state IN (${quoted(unsentStates)})`,
  being_checked: `SELECT e.seq FROM watch w INDEXED BY watch_open JOIN entry e ON e.id = w.subject
    WHERE w.kind = 'verification' AND w.state = 'watching'`,
  differ: null,
  to_decide: null,
  needs_you: null,
  done: "SELECT seq FROM entry WHERE kind = 'verification' AND state = 'accepted'",
  replaced: 'SELECT entry FROM verification WHERE replaced = 1',
};

/** Up to so many hits, a search looks at each one. */
const fewHits = 2000;

/** Verifications as the screens list them; each belongs to an entry of the outbox. */
export interface VerificationStore {
  /** Runs inside the enqueueing transaction. */
  insert(entryId: string, request: VerificationRequest, vendorId: string | null): void;
  /** Runs inside the outcome's transaction. Returns the earlier verifications of the same license, which it takes the place of. */
  noteRequestId(entryId: string, requestId: string): string[];
  noteResult(entryId: string, summary: VerificationSummary, verdict: StoredVerdict, now: number): void;
  /** Keeps a verdict that a day has changed. `now` is when a decision has to be made anew where it asks for more. */
  noteVerdict(entryId: string, verdict: StoredVerdict, now: number): void;
  /** The rows of verdicts that held until a day before `today` only, as 2027-03-31. */
  outlived(today: string, limit: number): VerificationRow[];
  /** The verification of the same license that counts instead of a replaced one; null where there is none. */
  getNewer(entryId: string): string | null;
  /** Writes the license keys that are missing after the row `after`, in order; returns the last row, null where all have theirs. */
  fillLicenseKeys(after: number, limit: number): number | null;
  page(request: {
    tab: VerificationTab;
    search: string;
    /** Only those of {@link VerificationStore.expiring}, in its order. */
    expires?: ExpiryRange | null;
    where?: ColumnFilters<VerificationColumn>;
    /** Null for the newest first, or for the first to run out. */
    sort?: VerificationColumn | null;
    descending?: boolean;
    after: string | null;
    limit: number;
    /** From when ages are counted. */
    now?: number;
  }): {
    rows: VerificationRow[];
    next: string | null;
    total: number;
    coming?: number;
  };
  counts(): Record<VerificationTab, number>;
  /** Those of a tab that have a request number and no final result yet. */
  notFinal(tab: VerificationTab): string[];
  get(entryId: string): VerificationRow | null;
  ofVendor(vendorId: string): VerificationRow[];
  /** Checks that may be of the same license, see licenseLookupKey; the newest first. */
  ofLicense(lookupKey: string): VerificationRow[];
  /** Accepted and not corrected since, with an expiry day in the range; the first to run out first. */
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
  const noteRequestId = db.prepare(
    'UPDATE verification SET request_id = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
  );
  const noteResult = db.prepare(
    `UPDATE verification SET status = @status, is_verified = @isVerified, is_match = @isMatch, differing = @differing,
       answered_id = @answeredId, expiry_date = @expiryDate, expires_on = @expiresOn,
       expiry_unclear = @expiryUnclear, compared = @compared, answered_at = @answeredAt
     WHERE entry = (SELECT seq FROM entry WHERE id = @entryId)`,
  );
  const verdictBefore = db.prepare(
    'SELECT asks_for, asks_since, expires_on FROM verification WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
  );
  const noteVerdict = db.prepare(
    `UPDATE verification SET verdict = @code, verdict_by_hand = @codeByHand, attention = @attention, asks_for = @asksFor, asks_since = @since, holds_until = @holdsUntil
     WHERE entry = (SELECT seq FROM entry WHERE id = @entryId)`,
  );
  const outlived = db.prepare(
    `SELECT ${columns} ${from} WHERE v.holds_until < @today ORDER BY v.holds_until, v.entry LIMIT @limit`,
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
  const missingKeys = db.prepare(
    `SELECT v.entry, v.license_number AS number, v.license_trade_type AS trade,
       CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.data.locationWhereLicenseIsValid.state') END AS state
     FROM verification v JOIN entry e ON e.seq = v.entry
     WHERE v.entry > @after AND v.license_key IS NULL AND v.license_number IS NOT NULL ORDER BY v.entry LIMIT @limit`,
  );
  const fillKey = db.prepare('UPDATE verification SET license_key = ? WHERE entry = ?');

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

  const get = db.prepare(`SELECT ${columns} ${from} WHERE e.id = ?`);
  const total = z.object({ total: z.number() });
  const replacedCounts = z.object({ number: z.number(), accepted: z.number(), watched: z.number() });
  const counted = z.object({ toDecide: z.number(), differ: z.number(), watched: z.number() });
  const replacedRows = db.prepare(
    `SELECT COUNT(*) AS number, COUNT(*) FILTER (WHERE e.state = 'accepted') AS accepted,
       COUNT(*) FILTER (WHERE w.state = 'watching') AS watched
     FROM verification v CROSS JOIN entry e ON e.seq = v.entry
     LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id WHERE v.replaced = 1`,
  );
  const toLookAt = db.prepare(
    `SELECT COUNT(*) AS toDecide, COUNT(*) FILTER (WHERE v.differing > 0) AS differ,
       COUNT(*) FILTER (WHERE w.state = 'watching') AS watched ${from} WHERE ${undecided}`,
  );
  const watching = db.prepare(
    "SELECT COUNT(*) AS total FROM watch WHERE kind = 'verification' AND state = 'watching'",
  );

  function counts(): Record<VerificationTab, number> {
    const inStates = (states: readonly EntryState[]) => entryCounts.of(states, 'verification');
    const { toDecide, differ, watched } = counted.parse(toLookAt.get());
    // Only what was accepted is watched, and only what was accepted has a result to look at.
    const replaced = replacedCounts.parse(replacedRows.get());
    const beingChecked = total.parse(watching.get()).total - watched - replaced.watched;
    return {
      all: inStates(entryState.options) - replaced.number,
      waiting: inStates(unsentStates),
      being_checked: beingChecked,
      differ,
      to_decide: toDecide,
      needs_you: inStates(needsPersonStates) + toDecide,
      done: inStates(['accepted']) - replaced.accepted - beingChecked - toDecide,
      replaced: replaced.number,
    };
  }

  const walk = createListWalk(db);
  const filters = createListFilters(db);
  const found = createRowSearch(db, search, 'verifications');
  const keptNumbers = cacheWhileUnchanged<IntegerSet>(db);
  const readRows = db.prepare(`SELECT ${columns} ${from} WHERE v.entry IN (SELECT value FROM json_each(?))`);

  /** The numbers of those that fit a condition, of which there are not many. */
  function getNumbers(condition: string, values: object): IntegerSet {
    return keptNumbers(`${condition} ${JSON.stringify(values)}`, () =>
      readNumbers(
        db
          .prepare(`SELECT ${numbersInSql('v.entry')} ${from} WHERE ${condition}`)
          .pluck()
          .get(values),
      ),
    );
  }

  function inTab(tab: VerificationTab): IntegerSet {
    const candidates = tabCandidates[tab];
    const among = candidates === null ? '' : `v.entry IN (${candidates}) AND `;
    return getNumbers(`${among}${tabCondition[tab]}`, {});
  }

  /** A page in the order of a column. */
  function sortedPage(
    tab: VerificationTab,
    hits: IntegerSet | null,
    expires: ExpiryRange | null,
    request: {
      sort: VerificationColumn;
      descending?: boolean;
      after: string | null;
      limit: number;
    },
  ) {
    const { sort, descending = false, after, limit } = request;
    search.catchUp();
    const told = counts();
    const number = told[tab];
    const whole = tab === 'all' && told.replaced === 0;
    const small = tab !== 'all' && number <= fewHits;
    const sets = [
      ...(hits === null ? [] : [hits]),
      ...(expires === null ? [] : [getNumbers(expiring, expires)]),
      ...(small ? [inTab(tab)] : []),
    ];
    const among = sets.length === 0 ? null : intersect(sets);
    const fits =
      small || whole
        ? null
        : (number: string) => `EXISTS (SELECT 1 ${from} WHERE v.entry = ${number} AND ${tabCondition[tab]})`;
    const page = walk({ order: verificationOrders[sort], descending, among, fits, after, limit });
    const rows = new Map(
      readRows.all(JSON.stringify(page.numbers)).map((raw) => {
        const { seq, row } = toRow(raw);
        return [seq, row];
      }),
    );
    const countFitting = () =>
      total.parse(
        db
          .prepare(
            `SELECT COUNT(*) AS total ${from}
             WHERE v.entry IN (SELECT value FROM json_each(?)) AND ${tabCondition[tab]}`,
          )
          .get(among === null ? '[]' : numbersAsJson(among)),
      ).total;
    return {
      rows: page.numbers.flatMap((number) => rows.get(number) ?? []),
      next: page.next,
      total: among === null ? number : fits === null ? among.numbers.length : countFitting(),
      ...search.coming(true),
    };
  }

  return {
    insert(entryId, request, vendorId) {
      const {
        search: words,
        title: _title,
        subtitle: _subtitle,
        ...row
      } = describeVerification(request, vendorId);
      insert.run({ entryId, ...row });
      search.put('verification', entryId, words);
    },
    noteRequestId(entryId, requestId) {
      noteRequestId.run(requestId, entryId);
      return z.array(z.string()).parse(replacedBy.all({ entryId }));
    },
    noteResult(entryId, summary, verdict, now) {
      noteResult.run({
        entryId,
        ...summary,
        isVerified: numbered(summary.isVerified),
        isMatch: numbered(summary.isMatch),
        expiryUnclear: summary.expiryUnclear ? 1 : 0,
      });
      keepVerdict(entryId, verdict, now);
    },
    noteVerdict: keepVerdict,
    outlived: (today, limit) => outlived.all({ today, limit }).map((raw) => toRow(raw).row),
    getNewer: (entryId) =>
      z
        .string()
        .nullable()
        .parse(getNewer.get({ entryId }) ?? null),
    fillLicenseKeys(after, limit) {
      const rows = z.array(withoutKey).parse(missingKeys.all({ after, limit }));
      for (const { entry, number, trade, state } of rows) {
        const key = sameLicenseKey(number, trade, state);
        if (key !== null) fillKey.run(key, entry);
      }
      return rows.at(-1)?.entry ?? null;
    },
    page(request) {
      const { tab, search: text, expires = null, where: narrowing = {}, after, limit, now } = request;
      const match = search.queryFor(text);
      if (Object.keys(narrowing).length > 0) search.catchUp();
      const sets = [
        ...(match === null ? [] : [found(text)]),
        ...filters.sets('verifications', narrowing, now ?? Date.now()),
      ];
      const hits = sets.length === 0 ? null : intersect(sets);
      if (request.sort != null) {
        return sortedPage(tab, hits, expires, { ...request, sort: request.sort });
      }
      // Among few hits each is looked at; many soon fill a page in the list's own order.
      const amongHits =
        hits === null
          ? ''
          : ` AND ${hits.numbers.length > fewHits ? '+' : ''}v.entry IN (SELECT value FROM json_each(@hits))`;
      const hitList = hits === null ? null : numbersAsJson(hits);
      const narrowed = expires === null ? '' : ` AND ${expiring}`;
      const where = `${tabCondition[tab]}${narrowed}${amongHits}`;
      const place = readKeyset(z.tuple([z.number(), z.string()]), after);
      const order =
        expires === null
          ? 'v.entry < @seq ORDER BY v.entry DESC'
          : '(v.expires_on, e.seq) > (@day, @seq) ORDER BY v.expires_on, e.seq';
      const last = place ?? (expires === null ? [Number.MAX_SAFE_INTEGER, ''] : [0, '']);
      const rows = db
        .prepare(`SELECT ${columns} ${from} WHERE ${where} AND ${order} LIMIT @limit`)
        .all({ hits: hitList, ...expires, seq: last[0], day: last[1], limit: limit + 1 })
        .map(toRow);
      const page = cutPage(rows, limit, ({ seq, row }) => [seq, row.expiresOn ?? '']);
      const counted =
        hits === null && expires === null
          ? counts()[tab]
          : total.parse(
              db
                .prepare(`SELECT COUNT(*) AS total ${from} WHERE ${where}`)
                .get({ hits: hitList, ...expires }),
            ).total;
      return {
        rows: page.rows.map((row) => row.row),
        next: page.next,
        total: counted,
        ...search.coming(hits !== null),
      };
    },
    counts,
    notFinal: (tab) =>
      z
        .array(z.string())
        .parse(
          db
            .prepare(`SELECT e.id ${from} WHERE w.state <> 'settled' AND ${tabCondition[tab]} ORDER BY e.seq`)
            .pluck()
            .all(),
        ),
    get(entryId) {
      const raw = get.get(entryId);
      return raw === undefined ? null : toRow(raw).row;
    },
    ofVendor: (vendorId) =>
      db
        .prepare(`SELECT ${columns} ${from} WHERE v.vendor_id = ? ORDER BY e.seq DESC LIMIT 200`)
        .all(vendorId)
        .map((raw) => toRow(raw).row),
    ofLicense: (lookupKey) =>
      db
        .prepare(`SELECT ${columns} ${from} WHERE v.lookup_key = ? ORDER BY v.entry DESC LIMIT 50`)
        .all(lookupKey)
        .map((raw) => toRow(raw).row),
    expiring: (range, limit) =>
      db
        .prepare(`SELECT ${columns} ${from} WHERE ${expiring} ORDER BY v.expires_on, e.seq LIMIT @limit`)
        .all({ ...range, limit })
        .map((raw) => toRow(raw).row),
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
