import { toCalendarDay, toDayNumber, dayText } from '#shared/base/dates.ts';
import { counted } from '#shared/base/counted.ts';
import { answerLine } from '#shared/onboarding/answer.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { stateChips, statusChips, worstFirst } from '#shared/onboarding/labels.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import { shortFact } from './profile-facts.ts';
import { ours } from './report-lines.ts';
import type { ReportTimes } from './report-times.ts';
import type { ReportItem } from './report.ts';

/** Each requirement of a vendor with its state, reason and evidence, worst first. */
export function requirementItems(judgements: readonly Judgement[], times: ReportTimes): ReportItem[] {
  return worstFirst(judgements).map((judgement) => {
    const { requirement, setName, state, reason, asOf, stale, waiver } = judgement;
    const end = findEnd(judgement);
    const { word, tone } = stateChips[state];
    return {
      title: requirement.name,
      state: word,
      tone,
      lines: [
        ours('Why', reason),
        ours('Rule', setName),
        ...(asOf === null
          ? []
          : [ours('As of', `${times.detail(asOf)}${stale ? ', older than the rule allows' : ''}`)]),
        ...(end === null ? [] : [ours('Until', dayText(toCalendarDay(end)))]),
        // One that is not needed today is not what it stands by.
        ...(waiver === null || state === 'waived'
          ? []
          : [ours('Waiver', `Until ${dayText(toCalendarDay(toDayNumber(waiver.until)))}: ${waiver.reason}`)]),
      ],
    };
  });
}

/** So many job sites are answered for on the first page. */
const maxSites = 12;

/** Whether the vendor may work, at each of its job sites, then its licenses; licenses alone without requirements. */
export function onboardingVerdict(
  now: JudgedNow | undefined,
  sites: readonly { site: string; now: JudgedNow }[],
  licenses: ReportItem,
): ReportItem {
  if (now === undefined || now.status === null) return licenses;
  const { word, why } = now.answer;
  return {
    title: word,
    state: '',
    tone: statusChips[now.status].tone,
    lines: [
      ...(why === null ? [] : [ours('Why', why)]),
      ...sites.slice(0, maxSites).map((one) => ours(`At ${shortFact(one.site, 60)}`, withEnd(one.now))),
      ...(sites.length > maxSites
        ? [ours('', `and ${counted(sites.length - maxSites, 'more job site')}`)]
        : []),
      ...(now.nextEnd === null ? [] : [ours('Next expiration', endText(now.nextEnd))]),
      ours('Licenses', `${licenses.title}.`),
      ...licenses.lines,
    ],
  };
}

const endText = (end: string) => dayText(toCalendarDay(toDayNumber(end)));

/** The answer with the day until which it is the same at the longest; where it is expiring, the answer itself has the day. */
function withEnd({ answer, nextEnd }: JudgedNow): string {
  const line = answerLine(answer);
  return answer.status !== 'ready' || nextEnd === null
    ? line
    : `${line}, until ${endText(nextEnd)} at the latest`;
}
