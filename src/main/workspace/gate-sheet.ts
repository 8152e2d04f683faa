import { z } from 'zod';
import { toDayNumber } from '#shared/base/dates.ts';
import type { ListPage } from '#shared/ipc/call.ts';
import type { GateRow } from '#shared/ipc/gate.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import { explainGate } from '#shared/onboarding/answer.ts';
import { storedJson } from '../store/query.ts';
import { toStandingFilter } from './onboarding-filter.ts';
import type { Workspace } from './workspace.ts';

interface GateQuestion {
  site: string;
  /** As 2027-03-31, by name; null for today, by the stored answers. */
  day: string | null;
  search: string;
}

/** As a gate asks for them; each group is by name. */
const statuses = ['blocked', 'in_progress', 'none', 'expiring', 'ready'] as const;
const start: [group: number, after: string | null] = [0, null];
/** Another text is no place in the list, and begins at the start. */
const token = storedJson(z.tuple([z.number().int().min(0), z.string().nullable()]), start);

/** A page of the vendors at a job site, each judged for the day. `next` goes back as `after`. */
export function readGatePage(
  { clock, onboarding, search: index, standings, vendors }: Workspace,
  { site, day, search }: GateQuestion,
  after: string | null,
  limit: number,
): ListPage<GateRow> {
  const filter = toStandingFilter(onboardingFilter.parse({ site, search }), [], clock.wall());
  const groups = day === null ? statuses : [null];
  let [group, inner] = token.parse(after);
  const found: string[] = [];
  while (group < groups.length && found.length < limit) {
    const page = standings.page({
      filter: { ...filter, status: groups[group] ?? null },
      sort: 'name',
      after: inner,
      limit: limit - found.length,
    });
    found.push(...page.rows.map(({ subject }) => subject));
    inner = page.next;
    if (inner === null) group += 1;
  }
  const today = day === null ? onboarding.today() : toDayNumber(day);
  const judged = onboarding.judge(found, site, today);
  const profiles = vendors.rows(found);
  return {
    rows: found.flatMap((subject) => {
      const now = judged.get(subject);
      if (now === undefined) return [];
      const contact = profiles.get(subject)?.contactName ?? null;
      return { subject, name: now.name, contact, answer: now.answer, detail: explainGate(now, today) };
    }),
    next: group < groups.length ? JSON.stringify([group, inner]) : null,
    total: Object.values(standings.counts(filter)).reduce((sum, count) => sum + count, 0),
    ...index.coming(search !== ''),
  };
}
