import { foldText } from '#shared/base/fold-text.ts';
import { toDayNumber } from '#shared/base/dates.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { readGatePage } from '../workspace/gate-sheet.ts';
import { readWeek } from '../workspace/week.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Who may work at a job site, on a day, and what changed at each in a week. */
export function gateHandlers(workspace: Workspace): Handlers<CallsOf<'gate' | 'week'>> {
  const { clock, onboarding, standings } = workspace;
  return {
    'gate.get': ({ site: named }) => {
      onboarding.catchUp();
      const sites = standings.sites();
      const [first] = sites;
      const known = sites.find(({ site }) => named !== null && foldText(site) === foldText(named));
      const only = sites.length === 1 ? (first?.site ?? null) : null;
      const site = known?.site ?? named ?? only;
      return done({
        sites,
        site,
        asOf: clock.wall(),
        oldestProfileAt: site === null ? null : standings.oldestProfile(site),
        withoutSite: standings.countSiteless(),
        judging: onboarding.coming(),
      });
    },
    'gate.page': ({ after, limit, ...question }) => {
      if (question.day !== null && toDayNumber(question.day) < onboarding.today()) return pastDay;
      return done(readGatePage(workspace, question, after, limit));
    },
    'week.get': (question) => {
      onboarding.catchUp();
      return done(readWeek(workspace, question));
    },
  };
}

export const pastDay = refuse(
  'bad_input',
  'Gangway keeps no gate sheets of past days. Choose today or a later date.',
);
