import { dayText, readDate } from '#shared/base/dates.ts';

/** The value of a field as it is shown: a day as it is shown elsewhere, anything else as it is. */
export function fieldText(value: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? readDate(value)?.day : undefined;
  return day === undefined ? value : dayText(day);
}
