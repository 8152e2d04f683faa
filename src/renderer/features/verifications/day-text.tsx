import { dayWords, readDate } from '#shared/dates.ts';
import { Verbatim } from '../../components/server-word.tsx';

/** A date of the service as a day; one that cannot be read stands as received. Null where there is none. */
export function DayText({ date }: { date: string | null }) {
  if (date === null || date.trim() === '') return null;
  const read = readDate(date);
  if (read === null) return <Verbatim>{date}</Verbatim>;
  return <span title={date}>{dayWords(read.day)}</span>;
}
