import type { DayNumber } from '../base/dates.ts';
import type { Judgement } from '../onboarding/judge-vendor.ts';

/** Days left at which a letter asks for a renewal; each asks once more. */
export const renewalMarks = [60, 30, 7] as const;

/** How many vendors a pile of renewals holds at most. */
export const maxRenewals = 200;

type Renewable = Pick<Judgement, 'requirement' | 'state' | 'until'>;

/** The last day of a license or document that counts; null where there is none to renew. */
export function toRenewable({ requirement, state, until }: Renewable): DayNumber | null {
  const isRenewed = requirement.kind === 'license' || requirement.kind === 'document';
  return isRenewed && (state === 'met' || state === 'expiring') ? until : null;
}

/** The mark that an end has reached: 60, 30 or 7; null before the first and after the end. */
export function findMark(until: DayNumber, today: DayNumber): number | null {
  const left = until - today;
  return left < 0 ? null : (renewalMarks.findLast((mark) => left <= mark) ?? null);
}

/** Days left of a license or document that ends within the first mark; null for any other. */
export function renewalDays(judged: Renewable, today: DayNumber): number | null {
  const until = toRenewable(judged);
  return until === null || findMark(until, today) === null ? null : until - today;
}

/**
 * The mark at which a letter is due for one of these ends, the most urgent first; null where a letter asked for
 * each since its mark. @param askedOn the day of the newest letter that asked for a requirement; null for none
 */
export function findDueMark(
  ends: readonly { id: string; until: DayNumber }[],
  askedOn: (id: string) => DayNumber | null,
  today: DayNumber,
): number | null {
  const due = ends.flatMap(({ id, until }) => {
    const mark = findMark(until, today);
    if (mark === null) return [];
    const asked = askedOn(id);
    return asked !== null && asked >= until - mark ? [] : [mark];
  });
  return due.length === 0 ? null : Math.min(...due);
}
