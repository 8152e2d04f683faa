import { dayText as calendarDayText, readDate } from '#shared/base/dates.ts';
import { useSyncExternalStore } from 'react';

/** How instants (milliseconds since 1970) are written. One place, so that a time reads alike on every screen. */

const language =
  typeof navigator !== 'undefined' && navigator.language.startsWith('en') ? navigator.language : 'en-US';
const cycle = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle;
const clockOptions: Intl.DateTimeFormatOptions =
  cycle === 'h11' || cycle === 'h12'
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

const clock = new Intl.DateTimeFormat(language, clockOptions);
const clockWithSeconds = new Intl.DateTimeFormat(language, { ...clockOptions, second: '2-digit' });
const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
const dayWithYear = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(language, { weekday: 'long', month: 'long', day: 'numeric' });

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Whole calendar days from the day of `from` to the day of `to`, in local time. */
export const daysBetween = (from: number, to: number): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / (24 * hour));

export const clockTime = (at: number): string => clock.format(at);

/** A calendar day: Jun 5, with the year where it is not this one. */
export const dayText = (at: number, now: number): string =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? day.format(at) : dayWithYear.format(at);

/** A day such as 2027-03-31 as `Mar 31, 2027`; another text as it is. */
export function showDay(text: string): string {
  const date = readDate(text);
  return date === null ? text : calendarDayText(date.day);
}

/** A day with its weekday, for a page's title: Tuesday, June 9. */
export const longDayText = (at: number): string => longDay.format(at);

/** An instant as lists show it: 14:32, Yesterday, Jun 5, Jun 5, 2025. */
export function listTime(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return clock.format(at);
  if (days === 1) return 'Yesterday';
  return dayText(at, now);
}

/** An instant as a detail shows it: 14:32:07, or Yesterday, 16:20, or Jun 5, 16:20. */
export function detailTime(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return clockWithSeconds.format(at);
  if (days === 1) return `Yesterday, ${clock.format(at)}`;
  return `${dayText(at, now)}, ${clock.format(at)}`;
}

/** A stretch of time in its largest fitting units: 54 s, 5 min, 5 h 47 min, 2 days. */
export function stretch(milliseconds: number): string {
  const seconds = Math.round(Math.max(0, milliseconds) / second);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) {
    const rest = minutes % 60;
    return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
  }
  const days = Math.round(minutes / (24 * 60));
  return days === 1 ? '1 day' : `${days} days`;
}

/** How far ahead an instant is: in 54 s, in 5 min, in 2 days; `now` once it has come. */
export const soon = (at: number, now: number): string => (at <= now ? 'now' : `in ${stretch(at - now)}`);

/** An instant to come: 14:32, tomorrow 14:32, Jun 5, 14:32. */
export function timeAhead(at: number, now: number): string {
  const days = daysBetween(now, at);
  if (days <= 0) return clock.format(at);
  return days === 1 ? `tomorrow ${clock.format(at)}` : `${dayText(at, now)}, ${clock.format(at)}`;
}

/** How long ago an instant was: just now, 5 min ago, 3 days ago. */
export function ago(at: number, now: number): string {
  if (now - at < minute) return 'just now';
  const days = daysBetween(at, now);
  if (days >= 1 && now - at >= 12 * hour) return days === 1 ? 'yesterday' : `${days} days ago`;
  return `${stretch(now - at)} ago`;
}

const listeners = new Set<() => void>();
let current = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  current = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const steps = { second: 1000, minute: 60_000 };

/** At most a second old, also where nothing has ticked yet. */
const getNow = () => Math.max(current, Date.now() - 1000);

/** The present instant (ms since 1970), renewed every second, or every minute with `minute`. */
export const useNow = (step: keyof typeof steps): number =>
  useSyncExternalStore(subscribe, () => {
    const size = steps[step];
    return Math.floor(getNow() / size) * size;
  });

/** Whether an instant has come, in milliseconds since 1970; null never comes. Draws again only when it does. */
export const useIsPast = (at: number | null): boolean =>
  useSyncExternalStore(subscribe, () => at !== null && at <= getNow());

/** The age of an instant in ms, in steps: 0, 5, 10 s, tens of seconds, minutes. Renders at steps only. Null without one. */
export const useAge = (at: number | null): number | null =>
  useSyncExternalStore(subscribe, () => {
    if (at === null) return null;
    const seconds = Math.max(0, Math.floor((getNow() - at) / 1000));
    const step = seconds < 10 ? 5 : seconds < 60 ? 10 : 60;
    return (seconds - (seconds % step)) * 1000;
  });
