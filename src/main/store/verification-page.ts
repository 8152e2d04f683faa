import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { clearEvidence, verdictEvidence } from '#shared/service/doubts.ts';
import { judgedFacts } from '#shared/verdict/license-verdict.ts';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import type {
  verificationQuery,
  VerificationRow,
  VerificationTab,
  WatchState,
} from '#shared/ipc/verifications.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox/outbox.ts';
import { decisionColumns, toDecision } from './decisions.ts';
import type { EntryCounts } from './entry-counts.ts';
import { progressColumns, toProgress } from './entry-progress.ts';
import type { ExpiryRange } from './expiry.ts';
import { ownOrder } from './list-columns.ts';
import { limitToPerson } from './onboarding-records.ts';
import { createListReader, entriesInOrder, type ListTab } from './list-reader.ts';
import { createQueries, selectColumns, createRowReader, shownName, storedJson, yesNo } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { toVendorLink, vendorColumns } from './vendor-links.ts';
import { toWatch, watchColumns } from './watches.ts';

const shown = z.object({
  ...judgedFacts.shape,
  type: z.string(),
  licenseNumber: shownName,
  licenseTradeType: shownName,
  licenseeName: shownName,
  requestId: z.string().nullable(),
  isVerified: yesNo.nullable(),
  isMatch: yesNo.nullable(),
  expiryDate: z.string().nullable(),
  expiryUnclear: yesNo,
  evidence: storedJson(verdictEvidence, clearEvidence),
  replaced: yesNo,
});
const numbered = z.object({ seq: z.number() });

// From the verifications to their entries, of which most may be invites.
const from = `FROM verification v CROSS JOIN entry e ON e.seq = v.entry
  LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'verification' AND subject = e.id AND undone_at IS NULL AND at >= v.asks_since)`;

/** SQL for rows that {@link toVerificationRow} reads: `v` with its entry `e`, and `more` columns. */
export const selectVerificationsWith = (
  more: string,
) => `SELECT ${more}${progressColumns}, ${selectColumns('v', shown)},
  ${vendorColumns('v')}, ${watchColumns}, ${decisionColumns} ${from}`;
export const selectVerifications = selectVerificationsWith('');

function watchIn(raw: unknown, replaced: boolean): WatchState | null {
  const watch = toWatch(raw);
  return replaced && watch?.kind === 'watching' ? { ...watch, kind: 'by_hand', nextAt: null } : watch;
}

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

const needy = 'e.seq IN (SELECT entry FROM verification WHERE attention = 1)';

/** In SQL. `candidates`: numbers that include all of a tab, so that few rows are read. `few`: its numbers are soon read. */
const tabs: Record<VerificationTab, { condition: string; candidates?: string; few?: true }> = {
  all: { condition: 'v.replaced = 0' },
  waiting: {
    condition: unsent,
    candidates: `SELECT seq FROM entry WHERE kind = 'verification' AND state IN (${quoted(unsentStates)})`,
  },
  being_checked: {
    condition: `${accepted} AND v.replaced = 0 AND w.state = 'watching' AND NOT (${undecided})`,
    candidates: `SELECT e.seq FROM watch w INDEXED BY watch_open JOIN entry e ON e.id = w.subject
      WHERE w.kind = 'verification' AND w.state = 'watching'`,
    few: true,
  },
  differ: { condition: `${needy} AND v.differing > 0 AND ${undecided}`, few: true },
  to_decide: { condition: `${needy} AND ${undecided}`, few: true },
  needs_you: {
    condition: `e.seq IN (${mayNeedPerson}) AND (e.state IN (${quoted(needsPersonStates)}) OR (${undecided}))`,
    few: true,
  },
  done: {
    // One that was marked as sent by a person has no request number, so nothing is watched for it.
    condition: `${accepted} AND v.replaced = 0 AND COALESCE(w.state, 'settled') <> 'watching' AND NOT (${undecided})`,
    candidates: "SELECT seq FROM entry WHERE kind = 'verification' AND state = 'accepted'",
  },
  replaced: {
    condition: 'v.replaced = 1',
    candidates: 'SELECT entry FROM verification WHERE replaced = 1',
    few: true,
  },
};

const ofPerson = limitToPerson('v.vendor_id', 'e.colleague IS NULL');

const byExpiry = ownOrder('verification', 'entry', 'expires_on', 'verification_by_expiry', {
  only: 'expires_on IS NOT NULL',
});

function toTab(tab: VerificationTab, counts: Record<VerificationTab, number>): ListTab {
  const whole = tab === 'all' && counts.replaced === 0;
  const { condition, candidates, few = false } = tabs[tab];
  const among = candidates === undefined ? '' : `v.entry IN (${candidates}) AND `;
  return {
    size: counts[tab],
    numbers: whole ? null : `SELECT v.entry AS number ${from} WHERE ${among}${condition}`,
    fits:
      whole || few
        ? null
        : (number) => `EXISTS (SELECT 1 ${from} WHERE v.entry = ${number} AND ${condition})`,
    inOwnOrder: whole
      ? 'SELECT entry FROM verification WHERE entry < @place ORDER BY entry DESC LIMIT @limit + 0'
      : tab === 'waiting'
        ? entriesInOrder(unsentStates, ['verification'], true)
        : null,
  };
}

type Query = Partial<Omit<z.infer<typeof verificationQuery>, 'expiresWithinDays'>>;

export interface VerificationPageRequest extends Query, PageRequest {
  tab: VerificationTab;
  /** Only those that expire then, the first to expire first. */
  expires?: ExpiryRange | null;
  /** Only those that this person takes care of, see {@link limitToPerson}. */
  person?: string | null;
  now?: number;
}

export function createVerificationPages(db: Database, search: SearchIndex, entryCounts: EntryCounts) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const countReplaced = prepareQuery(
    `SELECT COUNT(*) AS number, COUNT(*) FILTER (WHERE e.state = 'accepted') AS accepted,
       COUNT(*) FILTER (WHERE w.state = 'watching') AS watched
     FROM verification v CROSS JOIN entry e ON e.seq = v.entry
     LEFT JOIN watch w ON w.kind = 'verification' AND w.subject = e.id WHERE v.replaced = 1`,
    z.object({ number: z.number(), accepted: z.number(), watched: z.number() }),
  );
  const countUndecided = prepareQuery(
    `SELECT COUNT(*) AS toDecide, COUNT(*) FILTER (WHERE v.differing > 0) AS differ,
       COUNT(*) FILTER (WHERE w.state = 'watching') AS watched ${from} WHERE ${undecided}`,
    z.object({ toDecide: z.number(), differ: z.number(), watched: z.number() }),
  );
  const countWatched = prepareNumber(
    "SELECT COUNT(*) FROM watch WHERE kind = 'verification' AND state = 'watching'",
  );

  function counts(): Record<VerificationTab, number> {
    const inStates = (states: readonly EntryState[]) => entryCounts.of(states, 'verification');
    const { toDecide, differ, watched } = countUndecided.one();
    // Only what was accepted is watched and has a result.
    const replaced = countReplaced.one();
    const beingChecked = countWatched.one() - watched - replaced.watched;
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

  const getRows = createRowReader(
    db,
    `${selectVerifications} WHERE v.entry IN (SELECT value FROM json_each(?))`,
    toVerificationRow,
  );
  const read = createListReader(db, search, 'verifications', getRows);

  return {
    page(request: VerificationPageRequest): ListPage<VerificationRow> {
      const {
        tab,
        search: text = '',
        expires = null,
        person = null,
        where = {},
        sort = null,
        descending = false,
      } = request;
      const { after, limit, now = Date.now() } = request;
      const select = (condition: string) => `SELECT v.entry AS number ${from} WHERE ${condition}`;
      return read({
        tab: toTab(tab, counts()),
        text,
        where,
        also: [
          expires === null ? null : { sql: select(expiring), values: { ...expires } },
          person === null
            ? null
            : { sql: select(`${tabs[tab].condition} AND ${ofPerson}`), values: { person } },
        ].filter((one) => one !== null),
        sort: sort ?? (expires === null ? null : byExpiry),
        descending: sort === null ? expires === null : descending,
        after,
        limit,
        now,
      });
    },
    counts,
    /** Those of a tab that have a request number and no final result yet. */
    notFinal: (tab: VerificationTab): string[] =>
      prepareText(
        `SELECT e.id ${from} WHERE w.state <> 'settled' AND ${tabs[tab].condition} ORDER BY e.seq`,
      ).all(),
  };
}
