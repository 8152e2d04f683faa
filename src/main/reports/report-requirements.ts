import { toCalendarDay, toDayNumber, dayText } from '#shared/base/dates.ts';
import { counted } from '#shared/base/counted.ts';
import { answerLine } from '#shared/onboarding/answer.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { stateChips, statusChips, worstFirst } from '#shared/onboarding/labels.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import { shortFact } from './profile-facts.ts';
import type { ReportTimes } from './report-times.ts';
import { ours, type ReportItem } from './report.ts';

/** Each requirement of a vendor with its state, reason and evidence, worst first. */
export function requirementItems(judgements: readonly Judgement[], times: ReportTimes): ReportItem[] {
  return worstFirst(judgements).map((judgement) => {
    const { requirement, setName, state, reason, asOf, stale, waiver } = judgement;
    const end = findEnd(judgement);
    const { word, tone } = stateChips[state];
    const old = stale ? ', older than the rule allows' : '';
    // The reason already says so where the waiver is needed.
    const unneeded = state === 'waived' ? null : waiver;
    return {
      title: requirement.name,
      state: word,
      tone,
      lines: [
        ours('Why', reason),
        ours('Rule', setName),
        ours('As of', asOf === null ? null : `${times.detail(asOf)}${old}`),
        ours('Until', end === null ? null : dayText(toCalendarDay(end))),
        ours('Waiver', unneeded && `Until ${endText(unneeded.until)}: ${unneeded.reason}`),
      ].flat(),
    };
  });
}

/** How many job sites the first page answers for. */
const maxSites = 12;

/** Whether the vendor may work, at each of its job sites, then its licenses; licenses alone without requirements. */
export function onboardingVerdict(
  now: JudgedNow | undefined,
  sites: readonly { site: string; now: JudgedNow }[],
  licenses: ReportItem,
): ReportItem {
  if (now === undefined || now.status === null) return licenses;
  const { word, why } = now.answer;
  const more = sites.length - maxSites;
  return {
    title: word,
    state: '',
    tone: statusChips[now.status].tone,
    lines: [
      ours('Why', why),
      ...sites.slice(0, maxSites).map((one) => ours(`At ${shortFact(one.site, 60)}`, withEnd(one.now))),
      ours('', more > 0 ? `and ${counted(more, 'more job site')}` : null),
      ours('Next expiration', now.nextEnd && endText(now.nextEnd)),
      ours('Licenses', `${licenses.title}.`),
      licenses.lines,
    ].flat(),
  };
}

const endText = (end: string) => dayText(toCalendarDay(toDayNumber(end)));

/** The answer with its latest possible end; an expiring answer has the day itself. */
function withEnd({ answer, nextEnd }: JudgedNow): string {
  const line = answerLine(answer);
  return answer.status !== 'ready' || nextEnd === null
    ? line
    : `${line}, until ${endText(nextEnd)} at the latest`;
}
