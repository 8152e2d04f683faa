import { toCalendarDay, toDayNumber } from '#shared/onboarding/calendar.ts';
import { dayText } from '#shared/dates.ts';
import { findEnd, type Judgement } from '#shared/onboarding/judge-vendor.ts';
import { stateChips, statusChips, worstFirst } from '#shared/onboarding/labels.ts';
import type { JudgedNow } from '../workspace/onboarding.ts';
import { ours } from './report-lines.ts';
import type { ReportTimes } from './report-times.ts';
import type { ReportItem } from './report.ts';

/** Each requirement of a vendor with how it stands, why, and what that rests on; the worst first. */
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

/**
 * Whether the vendor may work, and then what its licenses come to: the first thing on the first page. Where no requirement applies,
 * the licenses alone.
 */
export function onboardingVerdict(now: JudgedNow | undefined, licenses: ReportItem): ReportItem {
  if (now === undefined || now.status === null) return licenses;
  const { word, why } = now.answer;
  return {
    title: word,
    state: '',
    tone: statusChips[now.status].tone,
    lines: [
      ...(why === null ? [] : [ours('Why', why)]),
      ...(now.bySite === null ? [] : [ours('By job site', now.bySite)]),
      ...(now.nextEnd === null ? [] : [ours('First end', dayText(toCalendarDay(toDayNumber(now.nextEnd))))]),
      ours('Licenses', `${licenses.title}.`),
      ...licenses.lines,
    ],
  };
}
