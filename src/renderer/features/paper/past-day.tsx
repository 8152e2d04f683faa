import { isoDay, localDay } from '#shared/dates.ts';
import { useNow } from '../../stores/now.ts';

/** Says of a day on which something ends, as 2027-03-31, that it is over; nothing of one that is still to come. */
export function PastDay({ day }: { day: string }) {
  const today = isoDay(localDay(new Date(useNow('minute'))));
  return day < today ? <span className="medium">This day is past.</span> : null;
}
