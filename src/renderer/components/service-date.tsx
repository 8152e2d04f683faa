import { readServiceDate, twoWaysMessage } from '#shared/service/service-dates.ts';
import { useNow } from '../stores/now.ts';
import { useDateRule } from '../stores/session.ts';
import { clockTime, dayText, detailTime } from '../time.ts';
import { Verbatim } from './service-word.tsx';

/**
 * A service's date as a day if readable, else verbatim with its readings in a tooltip. `withTime` adds the time, local if it has
 * an offset.
 */
export function ServiceDate({
  text,
  withTime = false,
}: {
  text: string | null | undefined;
  withTime?: boolean;
}) {
  const now = useNow('minute');
  const rule = useDateRule();
  if (text == null || text === '') return null;
  const date = readServiceDate(text, rule);
  if (date.kind === 'two_ways')
    return (
      <span title={`This date ${twoWaysMessage(date.days)}.`}>
        <Verbatim>{text}</Verbatim>
      </span>
    );
  if (date.kind === 'unreadable') return <Verbatim>{text}</Verbatim>;
  const { day, clock, instant } = date.reading;
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
