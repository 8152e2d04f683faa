import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { listWords } from '../base/fold-text.ts';
import { dayText, expiryText, toCalendarDay, type DayNumber } from '../base/dates.ts';
import type { StatusWords } from '../settings/status.ts';

export const findingStates = ['met', 'expiring', 'waiting', 'missing', 'failed'] as const;
export type FindingState = (typeof findingStates)[number];

export const recordRef = z.object({
  kind: z.enum(['profile', 'invite', 'verification', 'document', 'filed', 'attestation']),
  id: z.string(),
});
type RecordRef = z.infer<typeof recordRef>;

export const stepLabels = {
  invite: 'Invite vendor',
  see_invite: 'Open invite',
  look_up: 'Fetch profile',
  refresh: 'Refresh profile',
  sort_word: 'Choose its meaning',
  submit: 'Submit license',
  see_verification: 'Open verification',
  check_now: 'Open verification',
  add_document: 'Add document',
  review: 'Review document',
  ask_new_copy: 'Open document',
  give_date: 'Add expiration date',
  attest: 'Confirm',
} as const;
export const nextSteps = ownNames(stepLabels);
export type NextStep = keyof typeof stepLabels;

export interface Finding {
  state: FindingState;
  /** The reason in a few words after the requirement's name: `expired Oct 11`, `: profile says No; Yes required`. */
  brief: string;
  reason: string;
  record: RecordRef | null;
  asOf: number | null;
  stale: boolean;
  until: DayNumber | null;
  /** Null where there is nothing to do but wait. */
  step: NextStep | null;
}

export interface JudgingDay {
  today: DayNumber;
  toDay: (at: number) => DayNumber;
  words: StatusWords;
  soonDays: number;
  /** Notes a day after which the judgment may change. */
  changesAfter: (day: DayNumber) => void;
}

type Details = Partial<Omit<Finding, 'state' | 'brief' | 'reason'>>;

const noDetails = { record: null, asOf: null, stale: false, until: null, step: null } as const;

export function toFinding(
  state: FindingState,
  brief: string,
  reason: string,
  details: Details = {},
): Finding {
  return { ...noDetails, ...details, state, brief, reason };
}

/** Whether something that ends after `until` is over, in its last `ownDays` days (null for the workspace's), or neither. */
export function judgeEnd(until: DayNumber, ownDays: number | null, day: JudgingDay) {
  const soonDays = ownDays ?? day.soonDays;
  day.changesAfter(until - soonDays - 1);
  day.changesAfter(until);
  if (day.today > until) return 'over';
  return day.today >= until - soonDays ? 'soon' : 'fine';
}

/** What is met until a day; `step` leads to something newer once it ends soon. */
export function toMetUntil(
  until: DayNumber,
  isSoon: boolean,
  { brief, said, step }: { brief: string; said: string; step: NextStep },
  { today }: JudgingDay,
): Finding {
  if (!isSoon) return toFinding('met', brief, `${said}. Valid through ${showDay(until)}.`, { until });
  const reason = `${said}. ${showExpiry(until, today)}.`;
  return toFinding('expiring', `expires ${showNearDay(until, today)}`, reason, { until, step });
}

/** Whether a record is older than a rule allows; on the last allowed day it is not. */
export function isStale(at: number, maxAgeDays: number | null, day: JudgingDay): boolean {
  if (maxAgeDays === null) return false;
  return judgeEnd(day.toDay(at) + maxAgeDays, 0, day) === 'over';
}

/** `Mar 31, 2027` */
export const showDay = (day: DayNumber): string => dayText(toCalendarDay(day));

/** `Nov 27`, with its year where that is not clear from today: `Mar 31, 2028` */
export function showNearDay(day: DayNumber, today: DayNumber): string {
  const text = showDay(day);
  return Math.abs(day - today) > nearDays ? text : text.replace(/, \d+$/, '');
}
const nearDays = 180;

/** `Expires in 23 days`, `Expires today` */
export const showExpiry = (until: DayNumber, today: DayNumber): string =>
  expiryText(toCalendarDay(until), toCalendarDay(today)).replace(/^e/, 'E');

const sharedAccounts = new Set(listWords('root, administrator, admin, system, guest, user'));

/** ` by maria`; empty for shared accounts. */
export const showPerson = (by: string | null): string =>
  by === null || sharedAccounts.has(by.toLowerCase()) ? '' : ` by ${by}`;

/** ` by maria on Nov 3, 2026` */
export const showDecided = (by: string | null, at: number, day: JudgingDay): string =>
  `${showPerson(by)} on ${showDay(day.toDay(at))}`;

function compareFindings(one: Finding, other: Finding): number {
  return (
    findingStates.indexOf(one.state) - findingStates.indexOf(other.state) ||
    (other.until ?? Infinity) - (one.until ?? Infinity) ||
    (other.asOf ?? 0) - (one.asOf ?? 0) ||
    ((one.record?.id ?? '') < (other.record?.id ?? '') ? -1 : 1)
  );
}

export const bestFinding = (findings: readonly Finding[]): Finding | null =>
  findings.toSorted(compareFindings)[0] ?? null;

export const worstFinding = (findings: readonly Finding[]): Finding | null =>
  findings.toSorted(compareFindings).at(-1) ?? null;
