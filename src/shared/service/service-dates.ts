import {
  dayText,
  isoDay,
  readDate,
  twoDigits,
  utcDay,
  type CalendarDay,
  type DateReading,
} from '../base/dates.ts';
import { meantDates, readPartialDate, type MeantDate } from '../base/meant-days.ts';
import type { DateObservation } from '../settings/observations.ts';
import type { DateForm } from '../settings/settings.ts';
import type { VendorInvitation } from './vendor-invitation.ts';
import type { VerificationRequest } from './verification.ts';

export interface DateRule {
  order: 'month_first' | 'day_first' | null;
  /** What bare digits count since 1970 in UTC; null where they are no date. */
  epoch: 'seconds' | 'milliseconds' | null;
}

export const noDateRule: DateRule = { order: null, epoch: null };

/** A workspace's date rule: its setting, else what unambiguous dates agree on. Digits need the setting or no other dates. */
export const dateRule = (form: DateForm, seen: DateObservation): DateRule => ({
  order: getOrder(form, seen),
  epoch: toEpoch(form, seen),
});

function getOrder(form: DateForm, { monthFirst, dayFirst }: DateObservation): DateRule['order'] {
  if (form === 'month_first' || form === 'day_first') return form;
  if (monthFirst > 0 && dayFirst === 0) return 'month_first';
  return dayFirst > 0 && monthFirst === 0 ? 'day_first' : null;
}

function toEpoch(form: DateForm, seen: DateObservation): DateRule['epoch'] {
  if (form === 'epoch_seconds') return 'seconds';
  if (form === 'epoch_milliseconds') return 'milliseconds';
  const { oneWay, monthFirst, dayFirst, eitherOrder, epochSeconds, epochMilliseconds } = seen;
  if (form !== 'recognise' || oneWay + monthFirst + dayFirst + eitherOrder > 0) return null;
  if (epochSeconds > 0 && epochMilliseconds === 0) return 'seconds';
  return epochMilliseconds > 0 && epochSeconds === 0 ? 'milliseconds' : null;
}

export type ServiceDate =
  | { kind: 'read'; reading: DateReading }
  | { kind: 'two_ways'; days: CalendarDay[] }
  | { kind: 'unreadable' };

const inFigures = /^\d{1,2}\s*[./-]\s*\d/;
/** A .NET date: milliseconds since 1970 in UTC, and the offset it is shown in. */
const dotNet = /^\/Date\((?<milliseconds>-?\d{1,15})(?<offset>[+-]\d{4})?\)\/$/;
/** From 1973 on, so that eight digits stay the year, the month and the day. */
const seconds = /^\d{9,10}$/;
const milliseconds = /^\d{12,13}$/;

/** Reads a service's date by the workspace's rule. A day stays the written day in any time zone; a count is its day in UTC. */
export function readServiceDate(text: string | null | undefined, rule: DateRule): ServiceDate {
  const trimmed = (text ?? '').trim();
  const counted = countedDate(trimmed, rule.epoch);
  if (counted !== null) return { kind: 'read', reading: counted };
  const plain = inFigures.test(trimmed) ? null : readDate(trimmed);
  if (plain !== null) return { kind: 'read', reading: plain };
  const meant = possibleDates(trimmed);
  const [first, second] = meant;
  if (first === undefined) return { kind: 'unreadable' };
  const chosen =
    second === undefined
      ? first
      : meant.find(({ order }) => rule.order !== null && (order === null || order === rule.order));
  return chosen === undefined
    ? { kind: 'two_ways', days: meant.map(({ day }) => day) }
    : { kind: 'read', reading: chosen };
}

export function serviceDay(text: string | null | undefined, rule: DateRule): CalendarDay | null {
  const date = readServiceDate(text, rule);
  return date.kind === 'read' ? date.reading.day : null;
}

function possibleDates(text: string): MeantDate[] {
  const known = meantDates(text).filter(({ fullYear, day }) => fullYear || day.year < 2050);
  return known.filter(
    (date, index) => known.findIndex(({ day }) => isoDay(day) === isoDay(date.day)) === index,
  );
}

function countedDate(text: string, epoch: DateRule['epoch']): DateReading | null {
  const written = dotNet.exec(text)?.groups;
  if (written !== undefined) {
    const offset = /^([+-])(\d{2})(\d{2})$/.exec(written['offset'] ?? '+0000');
    const minutes = Number(offset?.[2]) * 60 + Number(offset?.[3]);
    return momentAt(Number(written['milliseconds']), offset?.[1] === '-' ? -minutes : minutes);
  }
  if (epoch === 'seconds' && seconds.test(text)) return momentAt(Number(text) * 1000, 0);
  return epoch === 'milliseconds' && milliseconds.test(text) ? momentAt(Number(text), 0) : null;
}

function momentAt(instant: number, offsetMinutes: number): DateReading | null {
  const there = new Date(instant + offsetMinutes * 60_000);
  const year = there.getUTCFullYear();
  // The range read elsewhere; other years mean "none" or "never".
  if (!(year >= 1900 && year <= 2199)) return null;
  return {
    day: utcDay(there.getTime()),
    clock: { hour: there.getUTCHours(), minute: there.getUTCMinutes(), second: there.getUTCSeconds() },
    instant,
  };
}

/** What a date shows of the service's way to write dates; null for nothing. */
export function observeDate(text: string | null | undefined): keyof DateObservation | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  if (seconds.test(trimmed)) return 'epochSeconds';
  if (milliseconds.test(trimmed)) return 'epochMilliseconds';
  const date = readServiceDate(trimmed, noDateRule);
  if (date.kind === 'two_ways') return 'eitherOrder';
  if (date.kind === 'unreadable') return null;
  const order = inFigures.test(trimmed) ? possibleDates(trimmed)[0]?.order : null;
  if (order === 'month_first') return 'monthFirst';
  return order === 'day_first' ? 'dayFirst' : 'oneWay';
}

/** The first and last day of a date that is only a month or a year; null for other texts. */
export const daysBetween = (text: string | null, rule: DateRule) =>
  text !== null && readServiceDate(text, rule).kind === 'unreadable' ? readPartialDate(text) : null;

/** The meanings of an ambiguous date: `can be read as Apr 5, 2027 or May 4, 2027`. */
export const twoWaysMessage = (days: readonly CalendarDay[]): string =>
  `can be read as ${days.map(dayText).join(' or ')}`;

export function unclearDates(count: number): string {
  const number = count.toLocaleString('en-US');
  return `${number} expiration ${count === 1 ? 'date' : 'dates'} can’t be read clearly`;
}

/** A day in the service's form. Anything but a plain day stays as entered. */
export function toServiceDate(entered: string, form: DateForm): string {
  const reading = readDate(entered);
  if (reading?.clock !== null) return entered;
  const { year, month, day } = reading.day;
  const forms: Record<DateForm, string> = {
    recognise: entered,
    iso: entered,
    month_first: `${twoDigits(month)}/${twoDigits(day)}/${year}`,
    day_first: `${twoDigits(day)}/${twoDigits(month)}/${year}`,
    epoch_seconds: String(Date.UTC(year, month - 1, day) / 1000),
    epoch_milliseconds: String(Date.UTC(year, month - 1, day)),
  };
  return forms[form];
}

/** The day that {@link toServiceDate} wrote, as 2027-03-31; other texts unchanged. */
export function fromServiceDate(sent: string, form: DateForm): string {
  const day = sentDay(sent, form);
  if (day === null) return sent;
  const entered = isoDay(day);
  return toServiceDate(entered, form) === sent ? entered : sent;
}

function sentDay(sent: string, form: DateForm): CalendarDay | null {
  if (form === 'recognise' || form === 'iso') return null;
  if (form === 'month_first' || form === 'day_first') return serviceDay(sent, { order: form, epoch: null });
  const unitMs = form === 'epoch_seconds' ? 1000 : 1;
  return /^-?\d{1,13}$/.test(sent) ? (momentAt(Number(sent) * unitMs, 0)?.day ?? null) : null;
}

const licenseDates = ['effectiveDate', 'expiryDate'] as const;
const invitationDates = [
  'lastComplianceRefresh',
  'dateInvited',
  'dateAccepted',
  'dateRejected',
  'lastComplianceUpdate',
] as const;

function rewritten<T extends object, N extends string & keyof T>(
  details: T,
  names: readonly N[],
  rewrite: (text: string) => string,
): T {
  const dates = names.flatMap((name) => {
    const text = details[name];
    return typeof text === 'string' ? [[name, rewrite(text)] as const] : [];
  });
  return { ...details, ...Object.fromEntries(dates) };
}

type Rewrite = (text: string, form: DateForm) => string;

const withLicenseDates = (rewrite: Rewrite) => (request: VerificationRequest, form: DateForm) => {
  return { ...request, data: rewritten(request.data, licenseDates, (text) => rewrite(text, form)) };
};
export const verificationToSend = withLicenseDates(toServiceDate);
/** A sent verification with its dates as entered. */
export const enteredVerification = withLicenseDates(fromServiceDate);

const withInvitationDates = (rewrite: Rewrite) => (invitation: VendorInvitation, form: DateForm) =>
  rewritten(invitation, invitationDates, (text) => rewrite(text, form));
export const invitationToSend = withInvitationDates(toServiceDate);
/** A sent invite with its dates as entered. */
export const enteredInvitation = withInvitationDates(fromServiceDate);

export const keptDateForm = (form: DateForm): DateForm | null =>
  form === 'recognise' || form === 'iso' ? null : form;
