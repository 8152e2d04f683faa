import { readDate } from '#shared/dates.ts';
import { useNow } from '../stores/now.ts';
import { clockTime, dayText, detailTime } from '../time.ts';
import { Verbatim } from './server-word.tsx';

/**
 * A date of the service: as a day where it can be read, else verbatim. The text as received stands in a tooltip. The day
 * is the one that was written; `withTime` adds the time of day, told in local time where the text gives its offset.
 */
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
  const { day, clock, instant } = reading;
  const asWritten = new Date(
    day.year,
    day.month - 1,
    day.day,
    clock?.hour ?? 0,
    clock?.minute ?? 0,
  ).getTime();
  return (
    <time dateTime={text} title={text}>
      {withTime && instant !== null ? detailTime(instant, now) : dayText(asWritten, now)}
      {withTime && instant === null && clock !== null ? `, ${clockTime(asWritten)}` : null}
    </time>
  );
}
