import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';
import {
  stateLetters,
  toRank,
  type OnboardingStatus,
  type RequirementState,
} from '#shared/onboarding/judge-vendor.ts';
import type { ColumnFilters, VendorColumn } from '#shared/settings/lists.ts';
import {
  createSetReader,
  intersect,
  numbersAsJson,
  toIntegerSet,
  union,
  type IntegerSet,
} from './integer-set.ts';
import { createListFilters, toMinute } from './list-filters.ts';
import { cacheWhileUnchanged, createQueries } from './query.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';

/** Filters of the list; null leaves nothing out. */
export interface StandingFilter {
  /** Vendors whose profile names the job site, by their status there. */
  site: string | null;
  /** `none`: those that no requirement applies to. */
  status: OnboardingStatus | 'none' | null;
  /** Vendors with this requirement (by its place among all) in the state; null: in any. */
  requirement: { place: number; state: RequirementState | null } | null;
  /** Vendors that any of `count` requirements from a place on applies to. */
  places: { from: number; count: number } | null;
  /** Vendors that became blocked since then, in milliseconds since 1970. */
  blockedSince: number | null;
  /** The name of whom a vendor is assigned to; empty for those assigned to nobody. */
  assignedTo: string | null;
  search: string;
  /** Only those whose profile fits each of these. */
  where: ColumnFilters<VendorColumn>;
  /** From when ages are counted, in milliseconds since 1970. */
  now: number;
}

const rankRow = z.object({ rank: z.number(), count: z.number() });

export const statusRank = (status: OnboardingStatus | 'none') => toRank(status === 'none' ? null : status);

/** SQL for the vendors `o` with standing `s` that became blocked since `@since`, without those that a person has seen. */
export const newlyBlocked = `FROM onboarding_standing s INDEXED BY onboarding_changed
  JOIN onboarding o ON o.number = s.number
  WHERE s.site = '' AND s.since >= @since AND s.rank = ${toRank('blocked')}
    AND s.able_rank IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM onboarding_seen n WHERE n.subject = o.subject AND n.at >= s.since)`;

/** Narrows the list of vendors to sets of their numbers, and counts them by rank. */
export function createStandingNarrowing(db: Database, search: SearchIndex) {
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, 'vendors');
  const { prepareQuery } = createQueries(db);
  const readSet = createSetReader(db);
  const kept = cacheWhileUnchanged<IntegerSet>(db);
  const standings = 'onboarding_standing INDEXED BY onboarding_standing_rank WHERE site = @site';

  /** Those at a site by their numbers and ranks: number * 8 + rank. */
  const ranked = (site: string): IntegerSet =>
    readSet({ sql: `SELECT number * 8 + rank AS number FROM ${standings}`, values: { site } });

  function standing(site: string, status: OnboardingStatus | 'none'): IntegerSet {
    return readSet({
      sql: `SELECT number FROM ${standings} AND rank = @rank`,
      values: { site, rank: statusRank(status) },
    });
  }

  const numbersWhere = (where: string, values: Record<string, unknown>, by = ''): IntegerSet =>
    readSet({ sql: `SELECT number FROM onboarding ${by} WHERE ${where}`, values });

  /** Vendors with all words in the name; and those known by address alone, in the name or the address. */
  function named(typed: string): IntegerSet[] {
    const words = foldText(typed)
      .split(/\s+/)
      .filter((word) => word !== '');
    const values = Object.fromEntries(words.map((word, index) => [`w${index}`, word]));
    const all = (has: (word: string) => string) =>
      words.map((_word, index) => has(`@w${index}`)).join(' AND ');
    // One word in the name is found by the first query already; without the name this one needs no rows, only their index.
    const inAddress = all((word) =>
      words.length === 1
        ? `instr(subject, ${word})`
        : `(instr(sort_name, ${word}) OR instr(subject, ${word}))`,
    );
    return [
      numbersWhere(
        all((word) => `instr(sort_name, ${word})`),
        values,
        'INDEXED BY onboarding_by_name',
      ),
      numbersWhere(`subject >= '@' AND subject < 'A' AND ${inAddress}`, values),
    ];
  }

  function ofVendors(vendors: IntegerSet): IntegerSet {
    return readSet({
      sql: `SELECT o.number AS number FROM json_each(@vendors) a
        CROSS JOIN onboarding o INDEXED BY onboarding_of_vendor ON o.vendor = a.value`,
      values: { vendors: numbersAsJson(vendors) },
    });
  }

  function narrow({
    requirement,
    places,
    blockedSince,
    assignedTo,
    search: typed,
    where,
    now,
  }: StandingFilter): IntegerSet[] {
    const sets: IntegerSet[] = [];
    if (blockedSince !== null) {
      sets.push(numbersWhere(`number IN (SELECT s.number ${newlyBlocked})`, { since: blockedSince }));
    }
    if (assignedTo !== null) {
      const of = 'SELECT subject FROM vendor_assignee';
      sets.push(
        assignedTo === ''
          ? numbersWhere(`subject NOT IN (${of})`, {})
          : numbersWhere(`subject IN (${of} WHERE member = @member)`, { member: assignedTo }),
      );
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
      // The requirements of a set are next to each other.
      const values = { from: places.from + 1, count: places.count };
      sets.push(numbersWhere("trim(substr(states, @from, @count), '-') <> ''", values));
    }
    if (search.queryFor(typed) !== null) {
      sets.push(kept(`search ${typed}`, () => union([...named(typed), ofVendors(found(typed))])));
    }
    sets.push(...filters.sets('vendors', where, now).map(ofVendors));
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
    return kept(JSON.stringify({ ...filter, now: toMinute(filter.now) }), () => intersect(sets));
  }

  function countAt(site: string): Map<number, number> {
    const rows = prepareQuery(`SELECT rank, COUNT(*) AS count FROM ${standings} GROUP BY rank`, rankRow);
    return new Map(rows.all({ site }).map(({ rank, count }) => [rank, count]));
  }

  return { narrow, among, ranked, countAt };
}
