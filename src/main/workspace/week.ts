import { foldText } from '#shared/base/fold-text.ts';
import { fromDayNumber, startOfDay, toDayNumber } from '#shared/base/dates.ts';
import type { Week, WeekMeasure } from '#shared/ipc/week.ts';
import type { Workspace } from './workspace.ts';

const days = 7;
const endDays = 30;

const measureEach = <T>(read: (measure: WeekMeasure) => T): Record<WeekMeasure, T> => ({
  stopped: read('stopped'),
  cleared: read('cleared'),
  ends: read('ends'),
  asked: read('asked'),
});

/** The seven days through a day, and those before. @param site whose vendors are listed; null for all */
export function readWeek(
  { onboarding, standings, weeks }: Workspace,
  { through, site }: { through: string | null; site: string | null },
): Week {
  const toDay = onboarding.calendar();
  const today = onboarding.today();
  const last = through === null ? today : Math.min(toDayNumber(through), today);
  const since = toDay(onboarding.changesSince());
  const toWeek = (end: number) => ({
    from: startOfDay(toDay, end - days + 1),
    to: startOfDay(toDay, end + 1),
    firstEnd: fromDayNumber(today),
    lastEnd: fromDayNumber(today + endDays),
  });
  /** What ends is known of today alone, and changes since they are noted. */
  const isKnown = (measure: WeekMeasure, end: number) =>
    measure === 'ends' ? end === today : measure === 'asked' || end >= since;
  const count = (measure: WeekMeasure, end: number) =>
    isKnown(measure, end) ? weeks.count(measure, toWeek(end)) : null;
  const counts = measureEach((measure) => ({
    now: count(measure, last),
    before: count(measure, last - days),
  }));
  const at = (map: Map<string, number> | null, key: string) => (map === null ? null : (map.get(key) ?? 0));
  return {
    from: fromDayNumber(last - days + 1),
    through: fromDayNumber(last),
    today: fromDayNumber(today),
    countsSince: since > last - 2 * days + 1 ? fromDayNumber(since) : null,
    sites: [null, ...standings.sites().map((one) => one.site)].map((one) => {
      const key = foldText(one ?? '');
      return {
        site: one,
        counts: measureEach((measure) => ({
          now: at(counts[measure].now, key),
          before: at(counts[measure].before, key),
        })),
      };
    }),
    lists: measureEach((measure) =>
      isKnown(measure, last)
        ? weeks
            .list(measure, toWeek(last), foldText(site ?? ''))
            .map(({ subject, name, at: changedAt, ends }) => ({
              subject,
              name,
              day: ends ?? fromDayNumber(toDay(changedAt ?? 0)),
            }))
        : null,
    ),
  };
}
