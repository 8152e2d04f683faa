import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  type OnboardingStatus,
  fromRank,
  stages,
  toRank,
  type Stage,
} from '#shared/onboarding/judge-vendor.ts';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import { foldText } from '#shared/base/fold-text.ts';
import { ownOrder, type ListOrder } from './list-columns.ts';
import { createListWalk } from './list-reader.ts';
import {
  createStandingNarrowing,
  newlyBlocked,
  statusRank,
  type StandingFilter,
} from './onboarding-narrowing.ts';
import { limitToPerson } from './onboarding-records.ts';
import { createQueries } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { sortKey } from './list-keys.ts';

export interface JudgedVendor {
  name: string;
  states: string;
  /** As 2027-03-31; null where nothing ends. */
  nextEnd: string | null;
  holdsUntil: string | null;
  /** The licenses and documents that count, by their requirements, and the last day of each. */
  renewals: readonly { id: string; until: string }[];
  stage: Stage;
  /** When it reached its stages (ms since 1970), without those that nothing requires. */
  reached: readonly { stage: Stage; at: number }[];
  status: OnboardingStatus | null;
  /** The same at each job site that its profile names. */
  sites: readonly { site: string; status: OnboardingStatus | null }[];
}

export type StandingRow = ReturnType<typeof toRow>['row'];

export interface StandingPageRequest extends PageRequest {
  filter: StandingFilter;
  sort: 'urgency' | 'name';
}

export type StandingCounts = Record<OnboardingStatus | 'none', number>;

const shown = z.object({
  number: z.number(),
  subject: z.string(),
  name: z.string(),
  states: z.string(),
  nextEnd: z.string().nullable(),
  rank: z.number(),
  ableRank: z.number().nullable(),
  since: z.number(),
});
const knownRow = z.object({
  number: z.number(),
  subject: z.string(),
  name: z.string(),
  sortName: z.string(),
  states: z.string(),
  nextEnd: z.string().nullable(),
  holdsUntil: z.string().nullable(),
  renewals: z.string(),
  stage: z.number(),
  reached: z.number().nullable(),
});
type KnownRow = z.infer<typeof knownRow>;

const standingRow = z.object({
  number: z.number(),
  site: z.string(),
  written: z.string(),
  rank: z.number(),
  urgency: z.string(),
});
type StoredStanding = z.infer<typeof standingRow>;

const never = '9999-12-31';

/** The ranks of those that may work. */
const couldWork = `${toRank('ready')}, ${toRank('expiring')}`;

const byUrgency = (site: string, rank: number | null): ListOrder =>
  ownOrder('onboarding_standing', 'number', 'urgency', site === '' ? 'onboarding_by_urgency' : null, {
    only: `site = ${site === '' ? "''" : '@site'}${rank === null ? '' : ` AND urgency >= '${rank}' AND urgency < '${rank}:'`}`,
  });

const byName = (site: string, rank: number | null): ListOrder =>
  ownOrder('onboarding', 'number', 'sort_name', 'onboarding_by_name', {
    only:
      site === '' && rank === null
        ? null
        : `EXISTS (SELECT 1 FROM onboarding_standing s WHERE s.number = onboarding.number AND s.site = @site${rank === null ? '' : ` AND s.rank = ${rank}`})`,
  });

function toRow(raw: unknown) {
  const { number, rank, ableRank, ...row } = shown.parse(raw);
  /** The last status in which it could work, if that has changed since; null if it never could. */
  const before = ableRank === null ? null : fromRank(ableRank);
  return { seq: number, row: { ...row, status: fromRank(rank), before } };
}

export function createOnboardingStore(db: Database, search: SearchIndex) {
  const { prepareQuery, prepareValue, prepareNumber, prepareText } = createQueries(db);
  const due = prepareText('SELECT subject FROM onboarding_due LIMIT ? + 0');
  const countDue = prepareNumber('SELECT COUNT(*) FROM onboarding_due');
  const after = prepareQuery(
    'SELECT number, subject FROM onboarding WHERE number > ? ORDER BY number LIMIT ? + 0',
    z.object({ number: z.number(), subject: z.string() }),
  );
  const countAfter = prepareNumber('SELECT COUNT(*) FROM onboarding WHERE number > ?');
  const judgeOutlived = db.prepare(
    'INSERT OR IGNORE INTO onboarding_due SELECT subject FROM onboarding WHERE holds_until < ?',
  );
  const judged = db.prepare('DELETE FROM onboarding_due WHERE subject IN (SELECT value FROM json_each(?))');
  const columns = 'states, next_end, holds_until, renewals, stage';
  const values = '@states, @nextEnd, @holdsUntil, @renewals, @stage';
  const selectKnown = prepareQuery(
    `SELECT number, subject, name, sort_name AS sortName, states, next_end AS nextEnd, holds_until AS holdsUntil, renewals, stage,
       (SELECT MAX(stage) FROM onboarding_stage s WHERE s.number = o.number) AS reached
     FROM onboarding o WHERE subject IN (SELECT value FROM json_each(?))`,
    knownRow,
  );
  const insert = db.prepare(
    `INSERT INTO onboarding (subject, vendor, name, sort_name, ${columns})
     VALUES (@subject, (SELECT number FROM vendor WHERE vendor_id = @subject), @name, @sortName, ${values})`,
  );
  // Apart, since SQLite writes the index of a column that is set to what it was, too.
  const rename = db.prepare(
    'UPDATE onboarding SET name = @name, sort_name = @sortName WHERE number = @number',
  );
  const update = db.prepare(`UPDATE onboarding SET (${columns}) = (${values}) WHERE number = @number`);
  const selectStandings = prepareQuery(
    `SELECT number, site, written, rank, urgency FROM onboarding_standing
     WHERE number IN (SELECT value FROM json_each(?))`,
    standingRow,
  );
  const stand = db.prepare(
    `INSERT INTO onboarding_standing (site, number, written, rank, urgency, since)
     VALUES (@key, @number, @site, @rank, @urgency, @at) ON CONFLICT DO NOTHING`,
  );
  const changeStanding = db.prepare(
    `UPDATE onboarding_standing SET written = @site, urgency = @urgency, rank = @rank,
       since = CASE WHEN rank = @rank THEN since ELSE @at END,
       able_rank = CASE WHEN rank <> @rank AND rank IN (${couldWork}) THEN rank ELSE able_rank END
     WHERE number = @number AND site = @key`,
  );
  const leaveSite = db.prepare('DELETE FROM onboarding_standing WHERE number = ? AND site = ?');
  const reach = db.prepare(
    'INSERT INTO onboarding_stage (number, stage, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare('DELETE FROM onboarding WHERE subject = ?');
  const rowsAt = `SELECT o.number, o.subject, o.name, o.states, o.next_end AS nextEnd, s.rank, s.able_rank AS ableRank, s.since
    FROM onboarding o JOIN onboarding_standing s ON s.number = o.number`;
  const get = prepareQuery(`${rowsAt} AND s.site = '' WHERE o.subject = ?`, (raw) => toRow(raw).row);
  const latelyBlocked = `${newlyBlocked} AND ${limitToPerson('o.subject')}`;
  const countBlocked = prepareNumber(`SELECT COUNT(*) ${latelyBlocked}`);
  const latestBlocked = prepareNumber(
    `SELECT s.number ${latelyBlocked} ORDER BY s.since DESC, s.number LIMIT @limit + 0`,
  );
  const namesake = prepareNumber('SELECT 1 FROM onboarding WHERE sort_name = ? AND subject <> ? LIMIT 1');
  const see = db.prepare(
    // The clock may have been ahead when the vendor was judged.
    `INSERT INTO onboarding_seen (subject, at)
     SELECT o.subject, MAX(s.since, @at) FROM onboarding o JOIN onboarding_standing s ON s.number = o.number AND s.site = ''
     WHERE o.subject = @subject
     ON CONFLICT (subject) DO UPDATE SET at = excluded.at`,
  );
  const sites = prepareQuery(
    `SELECT (SELECT written FROM onboarding_standing w WHERE w.site = s.site LIMIT 1) AS site, count
     FROM (SELECT site, COUNT(*) AS count FROM onboarding_standing WHERE site <> '' GROUP BY site
       ORDER BY count DESC, site LIMIT 200) s`,
    z.object({ site: z.string(), count: z.number() }),
  );
  const countSiteless = prepareNumber(
    `SELECT COUNT(*) FROM onboarding o
     WHERE NOT EXISTS (SELECT 1 FROM onboarding_standing s WHERE s.number = o.number AND s.site > '')`,
  );
  const oldestProfile = prepareValue(
    `SELECT MIN(v.fetched_at) FROM onboarding_standing s JOIN onboarding o ON o.number = s.number
     JOIN vendor v ON v.number = o.vendor WHERE s.site = ?`,
    z.number().nullable(),
  );
  const walk = createListWalk(db);
  const { narrow, among, ranked, countAt } = createStandingNarrowing(db, search);
  const selectRows = prepareQuery(
    `${rowsAt} AND s.site = @site WHERE o.number IN (SELECT value FROM json_each(@numbers))`,
    toRow,
  );

  function readRows(numbers: readonly number[], site: string): StandingRow[] {
    const rows = selectRows.all({ site, numbers: JSON.stringify(numbers) });
    const byNumber = new Map(rows.map(({ seq, row }) => [seq, row]));
    return numbers.flatMap((number) => byNumber.get(number) ?? []);
  }

  function put(
    subject: string,
    vendor: JudgedVendor,
    known: KnownRow | undefined,
    before: readonly StoredStanding[],
    at: number,
  ): void {
    const { name, states, nextEnd, holdsUntil, status } = vendor;
    const sortName = sortKey(name);
    const stage = stages.indexOf(vendor.stage);
    const renewals = JSON.stringify(vendor.renewals);
    const row = { subject, name, sortName, states, nextEnd, holdsUntil, renewals, stage };
    const number = known?.number ?? Number(insert.run(row).lastInsertRowid);
    if (known !== undefined) {
      const isSame = known.states === states && known.stage === stage && known.nextEnd === nextEnd;
      if (!isSame || known.holdsUntil !== holdsUntil || known.renewals !== renewals)
        update.run({ ...row, number });
      if (known.name !== name || known.sortName !== sortName) rename.run({ name, sortName, number });
    }
    for (const { stage: reached, at: reachedAt } of vendor.reached) {
      const index = stages.indexOf(reached);
      if (index > (known?.reached ?? -1)) reach.run(number, index, reachedAt);
    }
    // Only changes are written: most vendors keep their status when all are rechecked.
    const left = new Map(before.map((one) => [one.site, one]));
    for (const { site, status: there } of [{ site: '', status }, ...vendor.sites]) {
      const key = foldText(site).toWellFormed(); // As SQLite stores it.
      const rank = toRank(there);
      const urgency = `${rank}${nextEnd ?? never}${sortName}`;
      const kept = left.get(key);
      const standing = { key, number, site, rank, urgency, at };
      if (kept === undefined) stand.run(standing);
      else if (kept.rank !== rank || kept.urgency !== urgency || kept.written !== site)
        changeStanding.run(standing);
      left.delete(key);
    }
    for (const site of left.keys()) leaveSite.run(number, site);
  }

  return {
    /** Vendors with changes since they were judged. */
    due: (limit: number): string[] => due.all(limit),
    countDue: (): number => countDue.one(),
    /** The next vendors after a row's number, and the number of the last; null at the end. */
    after(number: number, limit: number): { subjects: string[]; last: number | null } {
      const rows = after.all(number, limit);
      return {
        subjects: rows.map(({ subject }) => subject),
        last: rows.length < limit ? null : (rows.at(-1)?.number ?? null),
      };
    },
    /** Whether another vendor has this name. */
    hasNamesake: (subject: string, name: string): boolean => namesake.get(sortKey(name), subject) !== null,
    /** How many vendors come after that row; 0 without one. */
    countAfter: (number: number | null): number => (number === null ? 0 : countAfter.one(number)),
    /** Marks vendors for a recheck whose status was valid until a day before `today`. */
    judgeOutlived: (today: string): void => void judgeOutlived.run(today),
    /** Notes that vendors that were due are judged. */
    noteJudged: (subjects: readonly string[]): void => void judged.run(JSON.stringify(subjects)),
    /** Stores the status of vendors; null removes one. */
    putAll(judged: readonly { subject: string; vendor: JudgedVendor | null }[], at: number): void {
      const rows = selectKnown.all(JSON.stringify(judged.map(({ subject }) => subject)));
      const known = new Map(rows.map((row) => [row.subject, row]));
      const standings = selectStandings.all(JSON.stringify(rows.map(({ number }) => number)));
      const before = Map.groupBy(standings, ({ number }) => number);
      for (const { subject, vendor } of judged) {
        const row = known.get(subject);
        if (vendor === null) remove.run(subject);
        else put(subject, vendor, row, (row && before.get(row.number)) ?? [], at);
      }
    },
    page({ filter, sort, after, limit }: StandingPageRequest): ListPage<StandingRow> {
      const site = foldText(filter.site ?? '');
      const set = among(filter);
      const rank = filter.status === null ? null : statusRank(filter.status);
      const order = sort === 'name' ? byName(site, rank) : byUrgency(site, rank);
      const page = walk({ order, descending: false, among: set, fits: null, values: { site }, after, limit });
      const counts = set === null ? countAt(site) : null;
      const all = [...(counts ?? [])].reduce(
        (sum, [one, count]) => sum + (rank === null || one === rank ? count : 0),
        0,
      );
      return { rows: readRows(page.numbers, site), next: page.next, total: set?.numbers.length ?? all };
    },
    /** Vendors blocked since they were ready or expiring, without those seen; the latest first, with their count. Only a person's, by {@link limitToPerson}, where one is named. */
    becameBlocked(
      since: number,
      limit: number,
      person: string | null,
    ): { total: number; rows: StandingRow[] } {
      const numbers = latestBlocked.all({ since, limit, person });
      return { total: countBlocked.one({ since, person }), rows: readRows(numbers, '') };
    },
    /** Notes that a person has seen the status of these vendors. */
    noteSeen(subjects: readonly string[], at: number): void {
      for (const subject of subjects) see.run({ subject, at });
    },
    /** Counts of the filter's vendors by status, whatever status it names. */
    counts(filter: StandingFilter): StandingCounts {
      const site = foldText(filter.site ?? '');
      const sets = narrow(filter);
      let counts = sets.length === 0 ? countAt(site) : null;
      if (counts === null) {
        counts = new Map();
        for (const one of ranked(site).numbers) {
          const number = one >> 3;
          if (sets.every((set) => set.has(number))) counts.set(one & 7, (counts.get(one & 7) ?? 0) + 1);
        }
      }
      const count = (status: OnboardingStatus | 'none') => counts.get(statusRank(status)) ?? 0;
      return {
        blocked: count('blocked'),
        expiring: count('expiring'),
        in_progress: count('in_progress'),
        ready: count('ready'),
        none: count('none'),
      };
    },
    get: (subject: string): StandingRow | null => get.get(subject),
    sites: (): { site: string; count: number }[] => sites.all(),
    /** How many vendors have no job site in their profile. */
    countSiteless: (): number => countSiteless.one(),
    /** When the oldest profile of a site's vendors was fetched (ms since 1970). */
    oldestProfile: (site: string): number | null => oldestProfile.one(foldText(site)),
  };
}
