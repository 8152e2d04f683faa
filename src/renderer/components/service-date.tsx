import { readServiceDate, twoWaysMessage } from '#shared/service-dates.ts';
import { useNow } from '../stores/now.ts';
import { useDateRule } from '../stores/result-rules.ts';
import { clockTime, dayText, detailTime } from '../time.ts';
import { Verbatim } from './service-word.tsx';

/**
 * A date of the service: as a day where it can be read, else verbatim, in how many ways it can be read in a tooltip. Otherwise the
 * text as received stands there. The day is the one that was written; `withTime` adds the time of day, told in local time where the text gives its offset.
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
