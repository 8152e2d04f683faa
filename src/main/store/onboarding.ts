import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  type OnboardingStatus,
  type RequirementState,
  fromRank,
  stages,
  stateLetters,
  toRank,
  type Stage,
} from '#shared/onboarding/judge-vendor.ts';
import { foldText } from '#shared/base/fold-text.ts';
import {
  intersect,
  numbersAsJson,
  toIntegerSet,
  numbersInSql,
  readNumbers,
  union,
  type IntegerSet,
} from './integer-set.ts';
import type { ListOrder } from './list-columns.ts';
import type { ColumnFilters, VendorColumn } from '#shared/settings/lists.ts';
import { createListFilters, toMinute } from './list-filters.ts';
import { createListWalk } from './list-walk.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { sortKey } from './list-keys.ts';
import { cacheStatements, cacheWhileUnchanged } from './statement-cache.ts';

/** A vendor's standing when it was judged. */
export interface JudgedVendor {
  name: string;
  states: string;
  /** As 2027-03-31; null where nothing ends. */
  nextEnd: string | null;
  holdsUntil: string | null;
  stage: Stage;
  /** When it reached its stages (ms since 1970), without those that nothing requires. */
  reached: readonly { stage: Stage; at: number }[];
  status: OnboardingStatus | null;
  /** The same at each job site that its profile names. */
  sites: readonly { site: string; status: OnboardingStatus | null }[];
}

/** A vendor as the list of all vendors holds it. */
export interface StandingRow {
  subject: string;
  name: string;
  states: string;
  nextEnd: string | null;
  status: OnboardingStatus | null;
  since: number;
  /** Its last standing in which it could work, if that has changed since; null if it never could. */
  before: OnboardingStatus | null;
}

/** What the list is narrowed to; null leaves nothing out. */
export interface StandingFilter {
  /** Those whose profile names the job site, by their standing there. */
  site: string | null;
  /** `none`: those that no requirement applies to. */
  status: OnboardingStatus | 'none' | null;
  /** Those of which the requirement at this place of all is in the state; null: applies at all. */
  requirement: { place: number; state: RequirementState | null } | null;
  /** Those that any of so many requirements from a place on applies to. */
  places: { from: number; count: number } | null;
  /** Those of `becameBlocked` since a moment, in milliseconds since 1970. */
  blockedSince: number | null;
  /** Words that are in the name, the address or anywhere in the profile, in any order. */
  search: string;
  /** Only those whose profile fits each of these. */
  where: ColumnFilters<VendorColumn>;
  /** From when ages are counted, in milliseconds since 1970. */
  now: number;
}

export type StandingCounts = Record<OnboardingStatus | 'none', number>;

export type OnboardingStore = ReturnType<typeof createOnboardingStore>;

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
const numberRow = z.object({ number: z.number() });
const sweptRows = z.array(z.object({ number: z.number(), subject: z.string() }));
const siteRows = z.array(z.object({ site: z.string(), count: z.number() }));
const rankRows = z.array(z.object({ rank: z.number(), count: z.number() }));

const never = '9999-12-31';

/** The ranks of those that may work. */
const couldWork = `${toRank('ready')}, ${toRank('expiring')}`;

const statusRank = (status: OnboardingStatus | 'none') => toRank(status === 'none' ? null : status);

/** Of those at the site `@site`. */
const byUrgency = (rank: number | null): ListOrder => ({
  table: 'onboarding_standing',
  index: 'onboarding_by_urgency',
  only: `site = @site${rank === null ? '' : ` AND urgency >= '${rank}' AND urgency < '${rank}:'`}`,
  number: 'number',
  key: 'urgency',
  written: null,
  stretches: null,
});

const byName = (site: string, rank: number | null): ListOrder => ({
  table: 'onboarding',
  index: 'onboarding_by_name',
  only:
    site === '' && rank === null
      ? null
      : `EXISTS (SELECT 1 FROM onboarding_standing s WHERE s.number = onboarding.number AND s.site = @site${rank === null ? '' : ` AND s.rank = ${rank}`})`,
  number: 'number',
  key: 'sort_name',
  written: null,
  stretches: null,
});

function toRow(raw: unknown): { seq: number; row: StandingRow } {
  const { number, rank, ableRank, ...row } = shown.parse(raw);
  const before = ableRank === null ? null : fromRank(ableRank);
  return { seq: number, row: { ...row, status: fromRank(rank), before } };
}

export function createOnboardingStore(db: Database, search: SearchIndex) {
  const due = db.prepare('SELECT subject FROM onboarding_due LIMIT ?').pluck();
  const countDue = db.prepare('SELECT COUNT(*) FROM onboarding_due').pluck();
  const after = db.prepare('SELECT number, subject FROM onboarding WHERE number > ? ORDER BY number LIMIT ?');
  const countAfter = db.prepare('SELECT COUNT(*) FROM onboarding WHERE number > ?').pluck();
  const judgeOutlived = db.prepare(
    'INSERT OR IGNORE INTO onboarding_due SELECT subject FROM onboarding WHERE holds_until < ?',
  );
  const judged = db.prepare('DELETE FROM onboarding_due WHERE subject = ?');
  const upsert = db.prepare(
    `INSERT INTO onboarding (subject, name, sort_name, states, next_end, holds_until, stage)
     VALUES (@subject, @name, @sortName, @states, @nextEnd, @holdsUntil, @stage)
     ON CONFLICT (subject) DO UPDATE SET name = excluded.name, sort_name = excluded.sort_name, states = excluded.states,
       next_end = excluded.next_end, holds_until = excluded.holds_until, stage = excluded.stage
     RETURNING number`,
  );
  const stand = db.prepare(
    `INSERT INTO onboarding_standing (site, number, written, rank, urgency, since)
     VALUES (@key, @number, @site, @rank, @urgency, @at)
     ON CONFLICT (site, number) DO UPDATE SET written = excluded.written, urgency = excluded.urgency,
       since = CASE WHEN rank = excluded.rank THEN since ELSE excluded.since END,
       able_rank = CASE WHEN rank <> excluded.rank AND rank IN (${couldWork}) THEN rank ELSE able_rank END,
       rank = excluded.rank`,
  );
  const leaveSites = db.prepare(
    'DELETE FROM onboarding_standing WHERE number = ? AND site NOT IN (SELECT value FROM json_each(?))',
  );
  const lastStage = db.prepare('SELECT MAX(stage) FROM onboarding_stage WHERE number = ?').pluck();
  const reach = db.prepare(
    'INSERT INTO onboarding_stage (number, stage, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare('DELETE FROM onboarding WHERE subject = ?');
  const rowsAt = `SELECT o.number, o.subject, o.name, o.states, o.next_end AS nextEnd, s.rank, s.able_rank AS ableRank, s.since
    FROM onboarding o JOIN onboarding_standing s ON s.number = o.number`;
  const get = db.prepare(`${rowsAt} AND s.site = '' WHERE o.subject = ?`);
  const newlyBlocked = `FROM onboarding_standing s INDEXED BY onboarding_changed
    JOIN onboarding o ON o.number = s.number
    WHERE s.site = '' AND s.since >= @since AND s.rank = ${toRank('blocked')}
      AND s.able_rank IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM onboarding_seen n WHERE n.subject = o.subject AND n.at >= s.since)`;
  const countBlocked = db.prepare(`SELECT COUNT(*) ${newlyBlocked}`).pluck();
  const latestBlocked = db
    .prepare(`SELECT s.number ${newlyBlocked} ORDER BY s.since DESC, s.number LIMIT @limit`)
    .pluck();
  const see = db.prepare(
    // The clock may have been ahead when the vendor was judged.
    `INSERT INTO onboarding_seen (subject, at)
     SELECT o.subject, MAX(s.since, @at) FROM onboarding o JOIN onboarding_standing s ON s.number = o.number AND s.site = ''
     WHERE o.subject = @subject
     ON CONFLICT (subject) DO UPDATE SET at = excluded.at`,
  );
  const sites = db.prepare(
    `SELECT written AS site, COUNT(*) AS count FROM onboarding_standing WHERE site <> '' GROUP BY site
     ORDER BY count DESC, site LIMIT 200`,
  );
  const walk = createListWalk(db);
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, 'vendors');
  const statement = cacheStatements(db);
  const keptRanked = cacheWhileUnchanged<IntegerSet>(db);
  const keptNumbers = cacheWhileUnchanged<IntegerSet>(db);
  const keptAmong = cacheWhileUnchanged<IntegerSet>(db);

  /** Those at a site by their numbers and ranks: number * 8 + rank. */
  function ranked(site: string): IntegerSet {
    return keptRanked(site, () =>
      readNumbers(
        statement(
          `SELECT ${numbersInSql('number * 8 + rank')} FROM onboarding_standing INDEXED BY onboarding_standing_rank WHERE site = @site`,
        )
          .pluck()
          .get({ site }),
      ),
    );
  }

  function standing(site: string, status: OnboardingStatus | 'none'): IntegerSet {
    return keptNumbers(`${status} ${site}`, () =>
      readNumbers(
        statement(
          `SELECT ${numbersInSql('number')} FROM onboarding_standing INDEXED BY onboarding_standing_rank
           WHERE site = @site AND rank = @rank`,
        )
          .pluck()
          .get({ site, rank: statusRank(status) }),
      ),
    );
  }

  function readWhere(where: string, values: Record<string, unknown>, by = ''): IntegerSet {
    const sql = `SELECT ${numbersInSql('number')} FROM onboarding ${by} WHERE ${where}`;
    return readNumbers(statement(sql).pluck().get(values));
  }

  function numbersWhere(where: string, values: Record<string, unknown>): IntegerSet {
    return keptNumbers(JSON.stringify([where, values]), () => readWhere(where, values));
  }

  /** Those with all words in the name, which its index holds alone; and in the name or the address, where that is all there is. */
  function named(typed: string): IntegerSet[] {
    const words = foldText(typed)
      .split(/\s+/)
      .filter((word) => word !== '');
    const values = Object.fromEntries(words.map((word, index) => [`w${index}`, word]));
    const all = (has: (word: string) => string) =>
      words.map((_word, index) => has(`@w${index}`)).join(' AND ');
    const inAddress = all((word) => `(instr(sort_name, ${word}) OR instr(subject, ${word}))`);
    return [
      readWhere(
        all((word) => `instr(sort_name, ${word})`),
        values,
        'INDEXED BY onboarding_by_name',
      ),
      readWhere(`subject >= '@' AND subject < 'A' AND ${inAddress}`, values),
    ];
  }

  function ofVendors(vendors: IntegerSet): IntegerSet {
    const sql = `SELECT ${numbersInSql('o.number')} FROM json_each(@vendors) a CROSS JOIN vendor v ON v.number = a.value
      CROSS JOIN onboarding o ON o.subject = v.vendor_id`;
    return readNumbers(
      statement(sql)
        .pluck()
        .get({ vendors: numbersAsJson(vendors) }),
    );
  }

  function readRows(numbers: readonly number[], site: string): StandingRow[] {
    const rows = statement(
      `${rowsAt} AND s.site = @site WHERE o.number IN (SELECT value FROM json_each(@numbers))`,
    ).all({ site, numbers: JSON.stringify(numbers) });
    const byNumber = new Map(rows.map(toRow).map(({ seq, row }) => [seq, row]));
    return numbers.flatMap((number) => byNumber.get(number) ?? []);
  }

  function narrow({
    requirement,
    places,
    blockedSince,
    search: typed,
    where,
    now,
  }: StandingFilter): IntegerSet[] {
    const sets: IntegerSet[] = [];
    if (blockedSince !== null) {
      sets.push(numbersWhere(`number IN (SELECT s.number ${newlyBlocked})`, { since: blockedSince }));
    }
    if (requirement !== null) {
      const { place, state } = requirement;
      sets.push(
        state === null
          ? numbersWhere("substr(states, @place, 1) NOT IN ('', '-')", { place: place + 1 })
          : numbersWhere('substr(states, @place, 1) = @letter', {
              place: place + 1,
              letter: stateLetters[state],
            }),
      );
    }
    if (places !== null) {
      // The requirements of a set stand side by side.
      const values = { from: places.from + 1, count: places.count };
      sets.push(numbersWhere("trim(substr(states, @from, @count), '-') <> ''", values));
    }
    if (search.queryFor(typed) !== null) {
      sets.push(keptNumbers(`search ${typed}`, () => union([...named(typed), ofVendors(found(typed))])));
    }
    for (const fitting of filters.sets('vendors', where, now)) {
      sets.push(keptNumbers(`vendors ${numbersAsJson(fitting)}`, () => ofVendors(fitting)));
    }
    return sets;
  }

  /** The numbers of a narrowed list; null where only the site and the status narrow it. */
  function among(filter: StandingFilter): IntegerSet | null {
    const sets = narrow(filter);
    if (sets.length === 0) return null;
    if (filter.status !== null) sets.push(standing(foldText(filter.site ?? ''), filter.status));
    else if (filter.site !== null) {
      const { numbers } = ranked(foldText(filter.site));
      sets.push(toIntegerSet(numbers.map((one) => one >> 3)));
    }
    return keptAmong(JSON.stringify({ ...filter, now: toMinute(filter.now) }), () => intersect(sets));
  }

  function countAt(site: string): Map<number, number> {
    const rows = statement(
      `SELECT rank, COUNT(*) AS count FROM onboarding_standing INDEXED BY onboarding_standing_rank
       WHERE site = @site GROUP BY rank`,
    ).all({ site });
    return new Map(rankRows.parse(rows).map(({ rank, count }) => [rank, count]));
  }

  return {
    /** Vendors that something was committed of since they were judged. */
    due: (limit: number): string[] => z.array(z.string()).parse(due.all(limit)),
    countDue: (): number => z.number().parse(countDue.get()),
    /** The next vendors after a row's number, in the order of the rows, and the number of the last; null where it is the end. */
    after(number: number, limit: number): { subjects: string[]; last: number | null } {
      const rows = sweptRows.parse(after.all(number, limit));
      return {
        subjects: rows.map(({ subject }) => subject),
        last: rows.length < limit ? null : (rows.at(-1)?.number ?? null),
      };
    },
    /** How many vendors are after that row; none where no row is named. */
    countAfter: (number: number | null): number =>
      number === null ? 0 : z.number().parse(countAfter.get(number)),
    /** Marks vendors for a recheck whose standing held until a day before `today`. */
    judgeOutlived: (today: string): void => void judgeOutlived.run(today),
    /** Stores a vendor's standing; null removes it. */
    put(subject: string, vendor: JudgedVendor | null, at: number): void {
      judged.run(subject);
      if (vendor === null) {
        remove.run(subject);
        return;
      }
      const { name, states, nextEnd, holdsUntil, stage, reached, status } = vendor;
      const sortName = sortKey(name);
      const { number } = numberRow.parse(
        upsert.get({ subject, name, sortName, states, nextEnd, holdsUntil, stage: stages.indexOf(stage) }),
      );
      const before = z.number().nullable().parse(lastStage.get(number)) ?? -1;
      for (const one of reached) {
        if (stages.indexOf(one.stage) > before) reach.run(number, stages.indexOf(one.stage), one.at);
      }
      const standings = [{ site: '', status }, ...vendor.sites].map((one) => ({
        ...one,
        key: foldText(one.site),
      }));
      leaveSites.run(number, JSON.stringify(standings.map(({ key }) => key)));
      for (const { site, key, status: there } of standings) {
        const rank = toRank(there);
        stand.run({ key, number, site, rank, urgency: `${rank}${nextEnd ?? never}${sortName}`, at });
      }
    },
    page({
      filter,
      sort,
      after,
      limit,
    }: {
      filter: StandingFilter;
      sort: 'urgency' | 'name';
      after: string | null;
      limit: number;
    }): {
      rows: StandingRow[];
      next: string | null;
      total: number;
    } {
      const site = foldText(filter.site ?? '');
      const set = among(filter);
      const rank = filter.status === null ? null : statusRank(filter.status);
      const order = sort === 'name' ? byName(site, rank) : byUrgency(rank);
      const page = walk({ order, descending: false, among: set, fits: null, values: { site }, after, limit });
      const counts = set === null ? countAt(site) : null;
      const all = [...(counts ?? [])].reduce(
        (sum, [one, count]) => sum + (rank === null || one === rank ? count : 0),
        0,
      );
      return { rows: readRows(page.numbers, site), next: page.next, total: set?.numbers.length ?? all };
    },
    /** Vendors blocked since they were ready or expiring, without those seen; the latest first, with their count. */
    becameBlocked(since: number, limit: number): { total: number; rows: StandingRow[] } {
      const numbers = z.array(z.number()).parse(latestBlocked.all({ since, limit }));
      return { total: z.number().parse(countBlocked.get({ since })), rows: readRows(numbers, '') };
    },
    /** Notes that a person has seen the standing of these vendors. */
    noteSeen(subjects: readonly string[], at: number): void {
      for (const subject of subjects) see.run({ subject, at });
    },
    /** Counts of the filter's vendors by standing, whatever status it names. */
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
    get(subject: string): StandingRow | null {
      const raw = get.get(subject);
      return raw === undefined ? null : toRow(raw).row;
    },
    /** The job sites that profiles name, the most frequent first. */
    sites: (): { site: string; count: number }[] => siteRows.parse(sites.all()),
  };
}
