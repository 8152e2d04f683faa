import { countText } from '#shared/base/pluralize.ts';
import { ownNames } from '#shared/base/own-member.ts';
import { toDayNumber } from '#shared/base/dates.ts';
import { showDay } from '#shared/onboarding/finding.ts';
import { weekMeasures, type Week } from '#shared/ipc/week.ts';
import { readWeek } from '../workspace/week.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { reportTimes, type TableReport } from './report.ts';

const measures = ownNames(weekMeasures);
const dayWords = (day: string) => showDay(toDayNumber(day));
const countWords = (count: number | null) => (count === null ? '–' : countText(count));

/** The week of all job sites, with the vendors behind its figures. @param through as 2027-03-31; null for today */
export function buildWeekReport(workspace: Workspace, through: string | null): TableReport {
  const week = readWeek(workspace, { through, site: null });
  const { name } = workspace.describe();
  const madeAt = reportTimes().withZone(workspace.clock.wall());
  return {
    title: 'Week',
    subtitle: `${dayWords(week.from)} to ${dayWords(week.through)}, with the week before in parentheses`,
    workspace: name,
    madeAt,
    origin: [name, madeAt],
    tables: [
      {
        title: null,
        columns: [
          { label: 'Job site', share: 0.32 },
          ...measures.map((measure) => ({ label: weekMeasures[measure], share: 0.17 })),
        ],
        toned: -1,
        rows: week.sites.map(({ site, counts }) => ({
          cells: [
            site ?? 'All vendors',
            ...measures.map((measure) => {
              const { now, before } = counts[measure];
              return `${countWords(now)} (${countWords(before)})`;
            }),
          ],
          tone: 'neu',
        })),
        empty: '',
      },
      ...measures.map((measure) => toTable(week, measure)),
    ],
    notes: week.countsSince === null ? [] : [`Changes are counted since ${dayWords(week.countsSince)}.`],
  };
}

const toTable = (week: Week, measure: keyof typeof weekMeasures): TableReport['tables'][number] => ({
  title: weekMeasures[measure],
  columns: [
    { label: 'Vendor', share: 0.7 },
    { label: measure === 'ends' ? 'Ends' : 'Since', share: 0.3 },
  ],
  toned: -1,
  rows: (week.lists[measure] ?? []).map(({ name, day }) => ({ cells: [name, dayWords(day)], tone: 'neu' })),
  empty: week.lists[measure] === null ? '–' : 'None.',
});
