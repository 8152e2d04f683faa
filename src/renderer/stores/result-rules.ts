import { useMemo } from 'react';
import { scoreScales, type ScoreScales } from '#shared/service/score.ts';
import { dateRule, type DateRule } from '#shared/service/service-dates.ts';
import { useWorkspace } from './session.ts';

/** The scales that the open workspace's scores are read on. */
export function useScoreScales(): ScoreScales {
  const { settings, observed } = useWorkspace();
  return useMemo(() => scoreScales(settings, observed), [settings, observed]);
}

/** How dates of the open workspace's service are read. */
export function useDateRule(): DateRule {
  const { settings, observed } = useWorkspace();
  return useMemo(() => dateRule(settings.dateForm, observed.dates), [settings.dateForm, observed.dates]);
}
