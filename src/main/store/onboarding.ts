import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { OnboardingStatus, RequirementState } from '#shared/onboarding/judge-vendor.ts';
import { foldText } from '#shared/fold-text.ts';
import { fromRank, stages, stateLetters, toRank, type Stage } from '#shared/onboarding/standing.ts';
import { intersect, numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';
import type { ListOrder } from './list-orders.ts';
import { createListWalk } from './list-walk.ts';
import { sortKey } from './sort-key.ts';
import { cacheStatements, cacheWhileUnchanged } from './statement-cache.ts';

/** How a vendor stands when it was judged. */
export interface JudgedVendor {
  name: string;
  /** A letter for each requirement of all sets, in their order. */
  states: string;
  /** As 2027-03-31; null where nothing ends. */
  nextEnd: string | null;
  holdsUntil: string | null;
  stage: Stage;
  status: OnboardingStatus | null;
  /** The same at each job site that its profile names. */
  sites: readonly { site: string; status: OnboardingStatus | null }[];
}

/** A vendor as the list of all vendors holds it. */
export interface StandingRow {
  /** The vendor's ID, or @ and the address of one that has none yet. */
  subject: string;
  name: string;
  states: string;
  nextEnd: string | null;
  status: OnboardingStatus | null;
  /** Since when it stands so, in milliseconds since 1970. */
  since: number;
}

/** What the list is narrowed to; null leaves nothing out. */
export interface StandingFilter {
  /** Those whose profile names the job site, by how they stand there. */
  site: string | null;
  /** `none`: those that no requirement applies to. */
  status: OnboardingStatus | 'none' | null;
  /** Those of which the requirement at this place of all is in the state; null: applies at all. */
  requirement: { place: number; state: RequirementState | null } | null;
  /** Those that any of the requirements at these places applies to. */
  places: readonly number[] | null;
  /** Words that are in the name, in any order. */
  search: string;
}

export type StandingCounts = Record<OnboardingStatus | 'none', number>;

export interface OnboardingStore {
  /** Vendors that something was committed of since they were judged. */
  due(limit: number): string[];
  countDue(): number;
  /** Has every vendor judged anew of which something is known. */
  judgeAll(): void;
  /** Has those judged anew that stand as they do until a day before `today` only. */
  judgeOutlived(today: string): void;
  /** Keeps how a vendor stands, and that it is judged; null where nothing is known of it any more. */
  put(subject: string, judged: JudgedVendor | null, at: number): void;
  page(request: { filter: StandingFilter; sort: 'urgency' | 'name'; after: string | null; limit: number }): {
    rows: StandingRow[];
    next: string | null;
    total: number;
  };
  /** How many of the filter's vendors stand how, whatever status it names. */
  counts(filter: StandingFilter): StandingCounts;
  get(subject: string): StandingRow | null;
  /** The job sites that profiles name, the most frequent first. */
  sites(): { site: string; count: number }[];
  /** How many have come to each stage and no further. */
  stages(): Record<Stage, number>;
}

const shown = z.object({
  number: z.number(),
  subject: z.string(),
  name: z.string(),
  states: z.string(),
  nextEnd: z.string().nullable(),
  rank: z.number(),
  since: z.number(),
});
const numberRow = z.object({ number: z.number() });
const siteRows = z.array(z.object({ site: z.string(), count: z.number() }));
const stageRows = z.array(z.object({ stage: z.number(), count: z.number() }));

/** What stands for no day, so that those with one come first. */
const never = '9999-12-31';

const byName: ListOrder = {
  table: 'onboarding',
  index: 'onboarding_by_name',
  only: null,
  number: 'number',
  key: 'sort_name',
  written: null,
  stretches: null,
};

const byUrgency = (site: string): ListOrder => ({
  table: 'onboarding_standing',
  index: 'onboarding_by_urgency',
  only: `site = '${site.replaceAll("'", "''")}'`,
  number: 'number',
  key: 'urgency',
  written: null,
  stretches: null,
});

function toRow(raw: unknown): { seq: number; row: StandingRow } {
  const { number, rank, ...row } = shown.parse(raw);
  return { seq: number, row: { ...row, status: fromRank(rank) } };
}

export function createOnboardingStore(db: Database): OnboardingStore {
  const due = db.prepare('SELECT subject FROM onboarding_due LIMIT ?').pluck();
  const countDue = db.prepare('SELECT COUNT(*) FROM onboarding_due').pluck();
  const judgeAll = db.prepare('INSERT OR IGNORE INTO onboarding_due SELECT subject FROM known_subject');
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
       since = CASE WHEN rank = excluded.rank THEN since ELSE excluded.since END, rank = excluded.rank`,
  );
  const leaveSites = db.prepare(
    'DELETE FROM onboarding_standing WHERE number = ? AND site NOT IN (SELECT value FROM json_each(?))',
  );
  const remove = db.prepare('DELETE FROM onboarding WHERE subject = ?');
  const rowsAt = `SELECT o.number, o.subject, o.name, o.states, o.next_end AS nextEnd, s.rank, s.since
    FROM onboarding o JOIN onboarding_standing s ON s.number = o.number`;
  const get = db.prepare(`${rowsAt} AND s.site = '' WHERE o.subject = ?`);
  const sites = db.prepare(
    `SELECT written AS site, COUNT(*) AS count FROM onboarding_standing WHERE site <> '' GROUP BY site
     ORDER BY count DESC, site LIMIT 200`,
  );
  const countStages = db.prepare('SELECT stage, COUNT(*) AS count FROM onboarding GROUP BY stage');
  const walk = createListWalk(db);
  const statement = cacheStatements(db);
  const keptStandings = cacheWhileUnchanged<IntegerSet>(db);
  const keptNumbers = cacheWhileUnchanged<IntegerSet>(db);
  const keptAmong = cacheWhileUnchanged<IntegerSet>(db);

  /** The numbers of those that stand so at a site. */
  function standing(site: string, status: OnboardingStatus | 'none' | null): IntegerSet {
    const rank = status === null ? null : toRank(status === 'none' ? null : status);
    return keptStandings(`${rank} ${site}`, () =>
      readNumbers(
        statement(
          `SELECT ${numbersInSql('number')} FROM onboarding_standing WHERE site = @site
             ${rank === null ? '' : "AND urgency >= @rank AND urgency < @rank || ':'"}`,
        )
          .pluck()
          .get({ site, ...(rank !== null && { rank: String(rank) }) }),
      ),
    );
  }

  function numbersWhere(where: string, values: Record<string, unknown>): IntegerSet {
    return keptNumbers(JSON.stringify([where, values]), () =>
      readNumbers(
        statement(`SELECT ${numbersInSql('number')} FROM onboarding WHERE ${where}`)
          .pluck()
          .get(values),
      ),
    );
  }

  function readRows(numbers: readonly number[], site: string): StandingRow[] {
    const rows = statement(
      `${rowsAt} AND s.site = @site WHERE o.number IN (SELECT value FROM json_each(@numbers))`,
    ).all({ site, numbers: JSON.stringify(numbers) });
    const byNumber = new Map(rows.map(toRow).map(({ seq, row }) => [seq, row]));
    return numbers.flatMap((number) => byNumber.get(number) ?? []);
  }

  /** What narrows the list besides the status. */
  function narrow({ requirement, places, search }: StandingFilter): IntegerSet[] {
    const sets: IntegerSet[] = [];
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
      const any = places.map((place) => `substr(states, ${place + 1}, 1) NOT IN ('', '-')`);
      sets.push(numbersWhere(any.length === 0 ? '0' : any.join(' OR '), {}));
    }
    for (const word of foldText(search).split(/\s+/)) {
      if (word !== '') sets.push(numbersWhere('instr(sort_name, @word) > 0', { word }));
    }
    return sets;
  }

  function among(filter: StandingFilter): IntegerSet {
    const site = foldText(filter.site ?? '');
    const sets = [standing(site, filter.status), ...narrow(filter)];
    const [only] = sets;
    if (only !== undefined && sets.length === 1) return only;
    return keptAmong(JSON.stringify(filter), () => intersect(sets));
  }

  return {
    due: (limit) => z.array(z.string()).parse(due.all(limit)),
    countDue: () => z.number().parse(countDue.get()),
    judgeAll: () => void judgeAll.run(),
    judgeOutlived: (today) => void judgeOutlived.run(today),
    put(subject, vendor, at) {
      judged.run(subject);
      if (vendor === null) {
        remove.run(subject);
        return;
      }
      const { name, states, nextEnd, holdsUntil, stage, status } = vendor;
      const sortName = sortKey(name);
      const { number } = numberRow.parse(
        upsert.get({ subject, name, sortName, states, nextEnd, holdsUntil, stage: stages.indexOf(stage) }),
      );
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
    page({ filter, sort, after, limit }) {
      const site = foldText(filter.site ?? '');
      const set = among(filter);
      const whole = filter.status === null && narrow(filter).length === 0;
      const inOrder = whole && (sort === 'urgency' || site === '');
      const order = sort === 'name' ? byName : byUrgency(site);
      const page = walk({ order, descending: false, among: inOrder ? null : set, fits: null, after, limit });
      return { rows: readRows(page.numbers, site), next: page.next, total: set.numbers.length };
    },
    counts(filter) {
      const others = narrow(filter);
      const site = foldText(filter.site ?? '');
      const count = (status: OnboardingStatus | 'none') =>
        intersect([standing(site, status), ...others]).numbers.length;
      return {
        blocked: count('blocked'),
        expiring: count('expiring'),
        in_progress: count('in_progress'),
        ready: count('ready'),
        none: count('none'),
      };
    },
    get(subject) {
      const raw = get.get(subject);
      return raw === undefined ? null : toRow(raw).row;
    },
    sites: () => siteRows.parse(sites.all()),
    stages() {
      const found = new Map(
        stageRows.parse(countStages.all()).map(({ stage, count }) => [stages[stage], count] as const),
      );
      const count = (stage: Stage) => found.get(stage) ?? 0;
      return {
        known: count('known'),
        invited: count('invited'),
        readable: count('readable'),
        licensed: count('licensed'),
        documented: count('documented'),
        ready: count('ready'),
      };
    },
  };
}
