import { localDay } from '#shared/base/dates.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { daysOfPart, everyDay, expiryParts } from '../exports/expiry-parts.ts';
import { done, type CallsOf, type Handlers } from '../ipc/handlers.ts';

export function expiryHandlers(workspace: Workspace): Handlers<CallsOf<'expiry'>> {
  const { expiry, verifications, clock } = workspace;
  const today = () => localDay(new Date(clock.wall()));

  return {
    'expiry.months': async () => {
      const byDay = await expiry.countByDay(everyDay);
      const parts = expiryParts(today()).map(({ part, days }) => {
        const counts = [...byDay].filter(([day]) => day >= days.from && day <= days.to);
        return { month: part, count: counts.reduce((sum, [, number]) => sum + number, 0) };
      });
      const [overdue, ...rest] = parts;
      const unclear = expiry.countUnclear();
      const dated = parts.reduce((sum, { count }) => sum + count, 0);
      return done({
        overdue: overdue?.count ?? 0,
        months: rest.slice(0, -1),
        later: rest.at(-1)?.count ?? 0,
        leftOut: Math.max(expiry.standing() - dated - unclear, 0),
        unclear,
      });
    },
    'expiry.page': async ({ part, after, limit }) => {
      const getRows = (entries: readonly { entryId: string }[]) =>
        entries.flatMap(({ entryId }) => verifications.get(entryId) ?? []);
      if (part === 'two_ways') {
        const page = expiry.unclear(after, limit);
        return done({ rows: getRows(page.rows), next: page.next, total: expiry.countUnclear() });
      }
      const days = daysOfPart(part, today());
      if (days === null) return done({ rows: [], next: null, total: 0 });
      const page = expiry.page(days, after, limit);
      return done({ rows: getRows(page.rows), next: page.next, total: await expiry.count(days) });
    },
  };
}
