import { dayWords, readDate } from '#shared/dates.ts';
import { Verbatim } from './server-word.tsx';
import { TimeText } from './time-text.tsx';

/**
 * A date as the service wrote it: read where it can be read, with the service's own text in a tooltip, else shown as
 * received. A moment with its offset is told in local time; a day stays the day it is.
 */
export function ServerDate({ text }: { text: string }) {
  const reading = readDate(text);
  if (reading === null) return <Verbatim>{text}</Verbatim>;
  if (reading.instant !== null) return <TimeText at={reading.instant} form="detail" />;
  const { day, clock } = reading;
  const two = (figure: number) => String(figure).padStart(2, '0');
  return (
    <span title={text}>
      {dayWords(day)}
      {clock === null ? null : `, ${two(clock.hour)}:${two(clock.minute)}`}
    </span>
  );
}
