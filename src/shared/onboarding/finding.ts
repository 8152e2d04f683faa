import { dayText, expiryText, toCalendarDay, type DayNumber } from '../base/dates.ts';
import type { StatusWords } from '../settings/status.ts';

/** States a requirement can be found in, best first. */
export const findingStates = ['met', 'expiring', 'waiting', 'missing', 'failed'] as const;
export type FindingState = (typeof findingStates)[number];

export interface RecordRef {
  kind: 'profile' | 'invite' | 'verification' | 'document' | 'attestation';
  id: string;
}

/** The next step a person takes for a requirement. */
export const nextSteps = [
  'invite',
  'see_invite',
  'look_up',
  'refresh',
  'sort_word',
  'submit',
  'see_verification',
  'check_now',
  'add_document',
  'review',
  'ask_new_copy',
  'give_date',
  'attest',
] as const;
export type NextStep = (typeof nextSteps)[number];

export interface Finding {
  state: FindingState;
  /** The same in a few words that follow the requirement's name: `expired Oct 11`, `: profile says No; Yes required`. */
  brief: string;
  /** Why, in a sentence. */
  reason: string;
  record: RecordRef | null;
  /** When the record was fetched or made, in milliseconds since 1970. */
  asOf: number | null;
  stale: boolean;
  /** The last day on which it is met; null without an end. */
  until: DayNumber | null;
  /** Null where there is nothing to do but wait, or nothing at all. */
  step: NextStep | null;
}

export interface JudgingDay {
  today: DayNumber;
  toDay: (at: number) => DayNumber;
  words: StatusWords;
  /** For requirements without their own number, see the setting of this name. */
  soonDays: number;
  /** Notes a day after which a judgement may be another one. */
  changesAfter: (day: DayNumber) => void;
}

type Details = Partial<Omit<Finding, 'state' | 'brief' | 'reason'>>;

export function toFinding(
  state: FindingState,
  brief: string,
  reason: string,
  details: Details = {},
): Finding {
  return {
    record: null,
    asOf: null,
    stale: false,
    until: null,
    step: null,
    ...details,
    state,
    brief,
    reason,
  };
}

/**
 * The state of something that ends after the day `until`: over, in its last `ownDays` days or its last day, or neither.
 * @param ownDays null for as many as the workspace's settings say
 */
export function judgeEnd(
  until: DayNumber,
  ownDays: number | null,
  day: JudgingDay,
): 'over' | 'soon' | 'fine' {
  const soonDays = ownDays ?? day.soonDays;
  day.changesAfter(until - soonDays - 1);
  day.changesAfter(until);
  if (day.today > until) return 'over';
  return day.today >= until - soonDays ? 'soon' : 'fine';
}

/** Whether a record of this moment is older than a rule allows; the day on which it is so many days old still counts. */
export function isStale(at: number, maxAgeDays: number | null, day: JudgingDay): boolean {
  if (maxAgeDays === null) return false;
  return judgeEnd(day.toDay(at) + maxAgeDays, 0, day) === 'over';
}

/** `Mar 31, 2027` */
export function showDay(day: DayNumber): string {
  return dayText(toCalendarDay(day));
}

/** `Nov 27`, with its year where that is not clear from today: `Mar 31, 2028` */
export function showNearDay(day: DayNumber, today: DayNumber): string {
  const text = showDay(day);
  return Math.abs(day - today) > nearDays ? text : text.replace(/, \d+$/, '');
}
const nearDays = 180;

/** `Expires in 23 days`, `Expires today` */
export function showExpiry(until: DayNumber, today: DayNumber): string {
  return expiryText(toCalendarDay(until), toCalendarDay(today)).replace(/^e/, 'E');
}

/** Names of accounts on a computer that are nobody's name. */
const sharedAccounts: ReadonlySet<string> = new Set([
  'root',
  'administrator',
  'admin',
  'system',
  'guest',
  'user',
]);

/** By whom something was done: ` by maria`; nothing where only a shared account is known. */
export function showPerson(by: string | null): string {
  return by === null || sharedAccounts.has(by.toLowerCase()) ? '' : ` by ${by}`;
}

/** By whom and when something was done: ` by maria on Nov 3, 2026`. */
export function showDecided(by: string | null, at: number, day: JudgingDay): string {
  return `${showPerson(by)} on ${showDay(day.toDay(at))}`;
}

function compareFindings(one: Finding, other: Finding): number {
  return (
    findingStates.indexOf(one.state) - findingStates.indexOf(other.state) ||
    (other.until ?? Infinity) - (one.until ?? Infinity) ||
    (other.asOf ?? 0) - (one.asOf ?? 0) ||
    ((one.record?.id ?? '') < (other.record?.id ?? '') ? -1 : 1)
  );
}

/** The best of what was found, in whatever order it came; null of nothing. */
export function bestFinding(findings: readonly Finding[]): Finding | null {
  return findings.toSorted(compareFindings)[0] ?? null;
}

/** The worst of it. */
export function worstFinding(findings: readonly Finding[]): Finding | null {
  return findings.toSorted(compareFindings).at(-1) ?? null;
}
