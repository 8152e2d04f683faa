import { z } from 'zod';
import { fromDayNumber, toDayNumber, type DayNumber } from '../base/dates.ts';
import { showNearDay } from './finding.ts';
import { findEnd, onboardingStatuses, type Judgement, type VendorJudgement } from './judge-vendor.ts';
import { noStatusChip, statusChips, worstFirst } from './labels.ts';

export const vendorAnswer = z.object({
  /** Null where no requirement applies, which is not a yes. */
  status: z.enum(onboardingStatuses).nullable(),
  /** `May work`, `May work until Nov 27`, `Not yet`, `Stop` or `No requirements` */
  word: z.string(),
  /** Short reasons, worst first: `State license expired Oct 11. W-9 missing.` Null where there is nothing to say. */
  why: z.string().nullable(),
});
export type VendorAnswer = z.infer<typeof vendorAnswer>;

type Answered = Pick<VendorJudgement, 'status' | 'judgements' | 'nextEnd'>;

const maxReasons = 3;

export function toAnswer({ status, judgements, nextEnd }: Answered, today: DayNumber): VendorAnswer {
  const reasons = explain(deciding({ status, judgements, nextEnd }));
  const rest = reasons.length - maxReasons;
  const shown = [...reasons.slice(0, maxReasons), ...(rest > 0 ? [`And ${rest} more`] : [])];
  const until =
    status === 'expiring' && nextEnd !== null ? ` until ${showNearDay(toDayNumber(nextEnd), today)}` : '';
  const { word } = status === null ? noStatusChip : statusChips[status];
  return {
    status,
    word: `${word}${until}`,
    why: shown.length === 0 ? null : shown.map((reason) => `${reason}.`).join(' '),
  };
}

/** The answer in one line: `Stop: State license expired Oct 11. W-9 missing.` */
export function answerLine({ status, word, why }: VendorAnswer): string {
  if (why === null) return word;
  return status === 'ready' || status === 'expiring' ? `${word}. ${why}` : `${word}: ${why}`;
}

/** What a gate sheet shows beside the answer: the last day the vendor may work, or why not. */
export function explainGate(
  { answer, nextEnd }: { answer: VendorAnswer; nextEnd: string | null },
  today: DayNumber,
): string {
  const { status, why } = answer;
  if (status === null) return noStatusChip.sentence;
  if (why !== null && status !== 'ready') return why;
  const until = nextEnd === null ? 'No end date.' : `Until ${showNearDay(toDayNumber(nextEnd), today)}.`;
  return why === null ? until : `${until} ${why}`;
}

/** What ends on a day: `State license expires Nov 27.` Where no requirement does, a license does. */
export function explainEnd(judgements: readonly Judgement[], end: DayNumber, today: DayNumber): string {
  const day = showNearDay(end, today);
  const parts = judgements
    .filter((judgement) => findEnd(judgement) === end)
    .map(({ requirement, state, brief }) =>
      state === 'waived' ? `${requirement.name} ${brief}` : `${requirement.name} expires ${day}`,
    );
  return parts.length === 0 ? `License expires ${day}` : parts.join(', ');
}

function deciding({ status, judgements, nextEnd }: Answered): Judgement[] {
  const first = (judgement: Judgement) => {
    const end = findEnd(judgement);
    return end !== null && fromDayNumber(end) === nextEnd;
  };
  switch (status) {
    case 'blocked':
    case 'in_progress':
      return unmet(judgements);
    case 'expiring':
      return worstFirst(judgements).filter(first);
    case 'ready':
      return judgements.filter(({ state }) => state === 'waived');
    case null:
      return [];
  }
}

const unmet = (judgements: readonly Judgement[]): Judgement[] =>
  worstFirst(judgements).filter(
    ({ state }) => state === 'failed' || state === 'missing' || state === 'waiting',
  );

/** Beginnings that go with one name alone: `W-9 needs review`. */
const ofOne = /^(?:needs|doesn’t|expires|has|answer is|date|verification) ?/;

/** One reason per requirement, joined where they are the same: `W-9 and Insurance missing`. */
function explain(judgements: readonly Judgement[]): string[] {
  const groups = Map.groupBy(judgements, ({ requirement, brief }) =>
    ofOne.test(brief) ? `${requirement.id} ${brief}` : brief,
  );
  return [...groups.values()].map((same) => {
    const brief = same[0]?.brief ?? '';
    const names = same.map(({ requirement }) => requirement.name);
    const last = names.at(-1) ?? '';
    const all = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
    return brief.startsWith(':') ? `${all}${brief}` : `${all} ${brief}`;
  });
}

/** How the answer differs between job sites: `Not at Pier 40 (Emergency hours). Other sites: W-9 missing.` Null if it doesn't. */
export function explainSites(sites: readonly (Answered & { site: string })[], today: DayNumber) {
  const same = (one: Judgement, other: Judgement) =>
    one.requirement.id === other.requirement.id && one.brief === other.brief;
  const open = sites.map((one) => ({ ...one, open: unmet(one.judgements) }));
  const [first] = open;
  if (first === undefined) return null;
  const everywhere = first.open.filter((one) =>
    open.every((site) => site.open.some((other) => same(one, other))),
  );
  const only = open.map((site) => ({
    ...site,
    names: site.open
      .filter((one) => !everywhere.some((other) => same(one, other)))
      .map(({ requirement }) => requirement.name),
  }));
  const worse = only.filter(({ names }) => names.length > 0);
  if (worse.length === 0) return null;
  const stopped = worse.map(({ site, names }) => `Not at ${site} (${names.join(', ')}).`);
  const rest = only.find(({ names }) => names.length === 0);
  if (rest === undefined) return stopped.join(' ');
  const { word, why } = toAnswer(rest, today);
  const others = everywhere.length === 0 ? `${word.toLowerCase()}.` : (why ?? '');
  return `${stopped.join(' ')} Other sites: ${others}`;
}
