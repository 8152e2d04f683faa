import { isoDay, localDay } from '#shared/base/dates.ts';

const two = (figure: number) => String(figure).padStart(2, '0');

/** The day where the person is, as 2026-11-22, for the name of a file. */
export function localDayText(at: number): string {
  return isoDay(localDay(new Date(at)));
}

/** A moment where the person is, with how far that is from UTC, as ISO 8601 has it: 2026-11-22T14:32:07-05:00. */
export function localTimeText(at: number): string {
  const moment = new Date(at);
  const clock = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
  const ahead = -moment.getTimezoneOffset();
  const minutes = Math.abs(ahead);
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${localDayText(at)}T${clock}${offset}`;
}

/** The same for the name of a file, which takes no colon: 2026-11-22T14-32-07-0500. */
export function localTimeInName(at: number): string {
  const text = localTimeText(at);
  return `${text.slice(0, 19).replaceAll(':', '-')}${text.slice(19).replace(':', '')}`;
}
