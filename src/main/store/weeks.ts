import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { maxListed, type WeekMeasure } from '#shared/ipc/week.ts';
import { toRank } from '#shared/onboarding/judge-vendor.ts';
import { createQueries } from './query.ts';

/** From an instant (ms since 1970) on, and before another; the days are those in which something ends. */
export interface Weekly {
  from: number;
  to: number;
  firstEnd: string;
  lastEnd: string;
}

const [stopped, notYet, soon, able] = [
  toRank('blocked'),
  toRank('in_progress'),
  toRank('expiring'),
  toRank('ready'),
];
const changes = (those: string) =>
  `SELECT site, subject, MAX(at) AS at, NULL AS ends FROM standing_change
   WHERE at >= @from AND at < @to AND ${those} GROUP BY site, subject`;

/** A row for each vendor and site. */
const measures: Readonly<Record<WeekMeasure, string>> = {
  stopped: changes(`to_rank = ${stopped}`),
  cleared: changes(`from_rank IN (${stopped}, ${notYet}) AND to_rank IN (${soon}, ${able})`),
  ends: `SELECT s.site, o.subject, NULL AS at, o.next_end AS ends
    FROM onboarding o JOIN onboarding_standing s ON s.number = o.number
    WHERE s.rank IN (${soon}, ${able}) AND o.next_end BETWEEN @firstEnd AND @lastEnd`,
  asked: `SELECT s.site, n.subject, MAX(n.at) AS at, NULL AS ends
    FROM vendor_note n INDEXED BY vendor_note_awaiting CROSS JOIN onboarding o ON o.subject = n.subject
    CROSS JOIN onboarding_standing s ON s.number = o.number
    WHERE n.awaits <> '[]' AND n.follow_up IS NOT NULL AND n.at < @to AND (n.ended_at IS NULL OR n.ended_at >= @to)
    GROUP BY s.site, n.subject`,
};

/** Vendors whose standing changed in a week, that end soon, or that were asked, by job site. */
export function createWeekStore(db: Database) {
  const { prepareQuery } = createQueries(db);
  return {
    /** How many vendors, by the key of the site; '' for all sites. */
    count(measure: WeekMeasure, week: Weekly): Map<string, number> {
      const sql = `SELECT site, COUNT(*) AS count FROM (${measures[measure]}) GROUP BY site`;
      const rows = prepareQuery(sql, z.object({ site: z.string(), count: z.number() })).all(week);
      return new Map(rows.map(({ site, count }) => [site, count]));
    },
    /** The vendors at a site, the latest change or the first end first. */
    list(measure: WeekMeasure, week: Weekly, site: string) {
      const sql = `SELECT m.subject, COALESCE(o.name, m.subject) AS name, m.at, m.ends
        FROM (${measures[measure]}) m LEFT JOIN onboarding o ON o.subject = m.subject
        WHERE m.site = @site ORDER BY m.ends, m.at DESC, name LIMIT ${maxListed}`;
      return prepareQuery(
        sql,
        z.object({
          subject: z.string(),
          name: z.string(),
          at: z.number().nullable(),
          ends: z.string().nullable(),
        }),
      ).all({ ...week, site });
    },
  };
}
