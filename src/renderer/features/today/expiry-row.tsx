import type { ReactNode } from 'react';
import { urgentDays } from '#shared/settings/today-days.ts';
import { ServiceDate } from '../../components/service-date.tsx';
import { bindClasses } from '../../class-names.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import styles from './expiry-row.module.css';

const cls = bindClasses(styles);

/** A line of what ends soon: the day, what it is, and in how many days. */
export function ExpiryRow({
  day,
  days,
  note = '',
  to,
  children,
}: {
  /** As 2027-03-31. */
  day: string;
  /** Whole days from today; negative once it is over. */
  days: number;
  /** Stands before the number of days. */
  note?: string;
  to: RouteTarget;
  children: ReactNode;
}) {
  const { soonDays } = useWorkspace().settings;
  return (
    <li className={cls('row')}>
      <span className={cls('date')}>
        <ServiceDate text={day} />
      </span>
      <button type="button" className={`${cls('name')} one-line`} onClick={() => navigate(to)}>
        {children}
      </button>
      <span className={cls('days', days <= urgentDays(soonDays) && 'soon')}>
        {note}
        {daysText(days)}
      </span>
    </li>
  );
}

function daysText(days: number): string {
  if (days < 0) return days === -1 ? 'expired yesterday' : `expired ${-days} days ago`;
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
