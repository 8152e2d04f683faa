import { foldText } from '#shared/base/fold-text.ts';
import { fromDayNumber, startOfDay, toDayNumber } from '#shared/base/dates.ts';
import { ownNames } from '#shared/base/own-member.ts';
import { weekMeasures, type Week, type WeekMeasure } from '#shared/ipc/week.ts';
import type { Weekly } from '../store/weeks.ts';
import type { Workspace } from './workspace.ts';

const days = 7;
const endDays = 30;
const measures = ownNames(weekMeasures);

/** The seven days through a day, and those before. @param site whose vendors are listed; null for all */
export function readWeek(
  { onboarding, standings, weeks }: Workspace,
  { through: asked, site }: { through: string | null; site: string | null },
): Week {
  const toDay = onboarding.calendar();
  const today = onboarding.today();
  const through = asked === null ? today : Math.min(toDayNumber(asked), today);
  const since = toDay(onboarding.changesSince());
  const ends = { firstEnd: fromDayNumber(today), lastEnd: fromDayNumber(today + endDays) };
  const toWeek = (last: number): Weekly => ({
    from: startOfDay(toDay, last - days + 1),
    to: startOfDay(toDay, last + 1),
    ...ends,
  });
  const [now, before] = [through, through - days];
  /** Null for a week in which nothing was noted yet; what ends is known of today alone. */
  const isKnown = (measure: WeekMeasure, last: number) =>
    measure === 'ends' ? last === today : measure === 'asked' || last >= since;
  const counts = measures.map((measure) => {
    const read = (last: number) => (isKnown(measure, last) ? weeks.count(measure, toWeek(last)) : null);
    return { measure, now: read(now), before: read(before) };
  });
  const countsAt = (key: string): Week['sites'][number]['counts'] => {
    const at = (which: WeekMeasure) => {
      const found = counts.find(({ measure }) => measure === which);
      const read = (map: Map<string, number> | null | undefined) =>
        map == null ? null : (map.get(key) ?? 0);
      return { now: read(found?.now), before: read(found?.before) };
    };
    return { stopped: at('stopped'), cleared: at('cleared'), ends: at('ends'), asked: at('asked') };
  };
  const list = (measure: WeekMeasure) =>
    isKnown(measure, now)
      ? weeks.list(measure, toWeek(now), foldText(site ?? '')).map(({ subject, name, at, ends: end }) => ({
          subject,
          name,
          day: end ?? fromDayNumber(toDay(at ?? 0)),
        }))
      : [];
  return {
    from: fromDayNumber(now - days + 1),
    through: fromDayNumber(now),
    today: fromDayNumber(today),
    countsSince: since > before - days + 1 ? fromDayNumber(since) : null,
    sites: [
      { site: null, counts: countsAt('') },
      ...standings.sites().map((one) => ({ site: one.site, counts: countsAt(foldText(one.site)) })),
    ],
    lists: {
      stopped: list('stopped'),
      cleared: list('cleared'),
      ends: list('ends'),
      asked: list('asked'),
    },
  };
}
