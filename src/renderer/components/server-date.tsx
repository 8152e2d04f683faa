import { readDate } from '#shared/dates.ts';
import { clockTime, dayText } from '../time.ts';
import { useNow } from '../stores/now.ts';
import { Verbatim } from './server-word.tsx';

/** A date of the service: as a day where it can be read, else verbatim. The text as received stands in a tooltip. */
export function ServerDate({
  text,
  withTime = false,
}: {
  text: string | null | undefined;
  withTime?: boolean;
}) {
  const now = useNow('minute');
  if (text == null || text === '') return null;
  const reading = readDate(text);
  if (reading === null) return <Verbatim>{text}</Verbatim>;
  const { day, instant } = reading;
  const at = instant ?? new Date(day.year, day.month - 1, day.day).getTime();
  const words = dayText(at, now);
  return (
    <time dateTime={text} title={text}>
      {withTime && instant !== null ? `${words}, ${clockTime(instant)}` : words}
    </time>
  );
}
