import { isoDay, localDay } from '#shared/dates.ts';
import { bindClasses } from '../../class-names.ts';
import { useNow } from '../../stores/now.ts';
import styles from './past-day.module.css';

const cls = bindClasses(styles);

/** Says of a day on which something ends, as 2027-03-31, that it is over; nothing of one that is still to come. */
export function PastDay({ day }: { day: string }) {
  const today = isoDay(localDay(new Date(useNow('minute'))));
  return day < today ? <span className={cls('past')}>This day is past.</span> : null;
}
