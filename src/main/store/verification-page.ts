import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { clearEvidence, verdictEvidence } from '#shared/service/doubts.ts';
import type { VerificationRow, VerificationTab, WatchState } from '#shared/ipc/verifications.ts';
import type { ColumnFilters, VerificationColumn } from '#shared/settings/lists.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox/outbox.ts';
import { decisionColumns, toDecision } from './decisions.ts';
import type { EntryCounts } from './entry-counts.ts';
import { progressColumns, toProgress } from './entry-progress.ts';
import type { ExpiryRange } from './expiry-range.ts';
import { intersect, numbersAsJson, numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { createListFilters } from './list-filters.ts';
import { listOrder } from './list-columns.ts';
import { createListWalk } from './list-walk.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { selectColumns, createRowReader, shownName, storedJson, yesNo } from './shown-row.ts';
import { cacheWhileUnchanged } from './statement-cache.ts';
import { toVendorLink, vendorColumns } from './vendor-links.ts';
import { toWatch, watchColumns } from './watches.ts';

const shown = z.object({
  type: z.string(),
  licenseNumber: shownName,
  licenseTradeType: shownName,
  licenseeName: shownName,
  requestId: z.string().nullable(),
  status: z.string().nullable(),
  isVerified: yesNo.nullable(),
  isMatch: yesNo.nullable(),
  differing: z.number().nullable(),
  answeredId: z.string().nullable(),
  expiryDate: z.string().nullable(),
  expiresOn: z.string().nullable(),
  expiryUnclear: yesNo,
  compared: z.number().nullable(),
  evidence: storedJson(verdictEvidence, clearEvidence),
  answeredAt: z.number().nullable(),
  replaced: yesNo,
});
const numbered = z.object({ seq: z.number() });

// From the verifications to their entries, of which most may be invites.
const from = `FROM verification v CROSS JOIN entry e ON e.seq = v.entry
  LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'verification' AND subject = e.id AND undone_at IS NULL AND at >= v.asks_since)`;

/** SQL for rows that {@link toVerificationRow} reads: `v` with its entry `e`. `more` stands for columns that another reads. */
export const selectVerificationsWith = (
  more: string,
) => `SELECT ${more}${progressColumns}, ${selectColumns('v', shown)},
  ${vendorColumns('v')}, ${watchColumns}, ${decisionColumns} ${from}`;
export const selectVerifications = selectVerificationsWith('');

function watchIn(raw: unknown, replaced: boolean): WatchState | null {
  const watch = toWatch(raw);
  return replaced && watch?.kind === 'watching' ? { ...watch, kind: 'by_hand', nextAt: null } : watch;
}

/** What lists show of a verification, and its entry's number. */
export function toVerificationRow(raw: unknown): { seq: number; row: VerificationRow } {
  const found = shown.parse(raw);
  const watch = watchIn(raw, found.replaced);
  return {
    seq: numbered.parse(raw).seq,
    row: { ...toProgress(raw), ...found, ...toVendorLink(raw), watch, decision: toDecision(raw) },
  };
}

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
/** A result that asks for a person, until one decides or another has taken its place. */
const undecided = 'v.attention = 1 AND d.id IS NULL AND v.replaced = 0';
/** SQL for those whose license expires between `@from` and `@to`. */
export const expiring = "v.expires_on BETWEEN @from AND @to AND e.state = 'accepted' AND v.replaced = 0";
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

export interface VerificationPageRequest {
  tab: VerificationTab;
  search: string;
  /** Only those of {@link VerificationStore.expiring}, in its order. */
  expires?: ExpiryRange | null;
  where?: ColumnFilters<VerificationColumn>;
  /** Null for the newest first, or for the first to expire. */
  sort?: VerificationColumn | null;
  descending?: boolean;
  after: string | null;
  limit: number;
  /** From when ages are counted. */
  now?: number;
}

export type VerificationPages = ReturnType<typeof createVerificationPages>;

/** The list of verifications, page by page. */
export function createVerificationPages(db: Database, search: SearchIndex, entryCounts: EntryCounts) {
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
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, 'verifications');
  const keptNumbers = cacheWhileUnchanged<IntegerSet>(db);
  const getRows = createRowReader(
    db,
    `${selectVerifications} WHERE v.entry IN (SELECT value FROM json_each(?))`,
    toVerificationRow,
  );

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
    const page = walk({ order: listOrder('verifications', sort), descending, among, fits, after, limit });
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
      rows: getRows(page.numbers),
      next: page.next,
      total: among === null ? number : fits === null ? among.numbers.length : countFitting(),
      ...search.coming(true),
    };
  }

  return {
    page(request: VerificationPageRequest): {
      rows: VerificationRow[];
      next: string | null;
      total: number;
      coming?: number;
    } {
      const { tab, search: text, expires = null, where: narrowing = {}, after, limit, now } = request;
      const match = search.queryFor(text);
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
        .prepare(`${selectVerifications} WHERE ${where} AND ${order} LIMIT @limit`)
        .all({ hits: hitList, ...expires, seq: last[0], day: last[1], limit: limit + 1 })
        .map(toVerificationRow);
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
    /** Those of a tab that have a request number and no final result yet. */
    notFinal: (tab: VerificationTab): string[] =>
      z
        .array(z.string())
        .parse(
          db
            .prepare(`SELECT e.id ${from} WHERE w.state <> 'settled' AND ${tabCondition[tab]} ORDER BY e.seq`)
            .pluck()
            .all(),
        ),
  };
}
