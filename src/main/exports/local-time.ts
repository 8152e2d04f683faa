import { isoDay, localDay } from '#shared/base/dates.ts';

const two = (figure: number) => String(figure).padStart(2, '0');

/** The local day, as 2026-11-22, for a file name. */
export function localDayText(at: number): string {
  return isoDay(localDay(new Date(at)));
}

/** A local moment with its offset, by ISO 8601: 2026-11-22T14:32:07-05:00. */
export function localTimeText(at: number): string {
  const moment = new Date(at);
  const clock = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
  const ahead = -moment.getTimezoneOffset();
  const minutes = Math.abs(ahead);
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${localDayText(at)}T${clock}${offset}`;
}

/** The same for a file name, without colons: 2026-11-22T14-32-07-0500. */
export function localTimeInName(at: number): string {
  const text = localTimeText(at);
  return `${text.slice(0, 19).replaceAll(':', '-')}${text.slice(19).replace(':', '')}`;
}
