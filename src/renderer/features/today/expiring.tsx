import type { TodaySummary } from '#shared/ipc/today.ts';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { urgentDays } from '#shared/settings/today-days.ts';
import { unclearDates } from '#shared/service/service-dates.ts';
import { LinkButton } from '../../components/button.tsx';
import { bindClasses } from '../../class-names.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';
import { useNow, dayText } from '../../time.ts';
import { CountLink, countedLists, expiringWithin } from './section.tsx';
import styles from './expiring.module.css';
import type { ReactNode } from 'react';
import { ServiceDate } from '../../components/time-text.tsx';
import { useWorkspace } from '../../stores/session.ts';

const cls = bindClasses(styles);

/** The most squares in a column; the list has the rest. */
const highest = 4;

/** One square per license per day for as long as something expires soon, and the next five by name. */
export function ExpiringLicenses({ expiring }: { expiring: TodaySummary['expiring'] }) {
  const { total, perDay, rows, unclear } = expiring;
  const soonDays = perDay.length - 1;
  const all = expiringWithin(soonDays);
  return (
    <Upcoming
      title={`Licenses expiring in ${pluralize(soonDays, 'day')}`}
      total={total}
      all={all}
      aside={total === 0 ? null : <span className={`${cls('roomy')} faint small`}>each square is one</span>}
    >
      {total === 0 ? (
        <p className="above-4 quiet">No license verified here expires in that time.</p>
      ) : (
        <>
          <Days perDay={perDay} />
          <ul>
            {rows.map((license) => (
              <ExpiryRow
                key={license.entryId}
                day={license.expiryDate}
                days={license.days}
                note={license.lacksDay ? 'no day given, ' : ''}
                to={{ screen: 'verifications', path: [license.entryId] }}
              >
                <strong>{license.name}</strong>
                {license.trade === null ? null : ` · ${license.trade}`}
              </ExpiryRow>
            ))}
          </ul>
          {total > rows.length ? <More to={all}>{`Show all ${countText(total)}`}</More> : null}
        </>
      )}
      {unclear === 0 ? null : <More to={countedLists.unclearExpiry}>{unclearDates(unclear)}</More>}
      <More to={{ screen: 'verifications', query: { tab: 'expiry' } }}>All licenses by month</More>
    </Upcoming>
  );
}

/** Vendors that may work today but will not soon, by name. Nothing is drawn where there is none. */
export function ExpiringVendors({ expiring }: { expiring: TodaySummary['expiringVendors'] }) {
  const { total, rows } = expiring;
  if (total === 0) return null;
  return (
    <Upcoming title="Expiring vendors" total={total} all={countedLists.expiringVendors}>
      <ul>
        {rows.map((vendor) => (
          <ExpiryRow
            key={vendor.subject}
            day={vendor.until}
            days={vendor.days}
            to={{ screen: 'vendors', path: [vendor.subject] }}
          >
            <strong>{vendor.name}</strong>
            {` · ${vendor.ends.join(', ')}`}
          </ExpiryRow>
        ))}
      </ul>
      {total > rows.length ? (
        <More to={countedLists.expiringVendors}>{`Show all ${countText(total)}`}</More>
      ) : null}
    </Upcoming>
  );
}

interface UpcomingProps {
  title: string;
  total: number;
  all: RouteTarget;
  aside?: ReactNode;
  children: ReactNode;
}

function Upcoming({ title, total, all, aside, children }: UpcomingProps) {
  return (
    <section className={`${cls('section')} ruled-below by-own-width`}>
      <header className="row-baseline between gap-8">
        <div>
          <h2 className={cls('title')}>{title}</h2>{' '}
          {total === 0 ? null : <CountLink count={total} of={title} to={all} />}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}

function More({ to, children }: { to: RouteTarget; children: string }) {
  return (
    <p className={cls('more')}>
      <LinkButton to={to}>{children}</LinkButton>
    </p>
  );
}

function Days({ perDay }: { perDay: readonly number[] }) {
  const now = useNow('minute');
  const soonDays = perDay.length - 1;
  const urgent = urgentDays(soonDays);
  // Five dates at most have room below.
  const step = soonDays < 7 ? soonDays : 7 * (Math.floor(soonDays / 35) + 1);
  const steps = Math.floor(soonDays / step);
  const share = (days: number) => `${(100 * days) / perDay.length}%`;
  const toDay = (offset: number) => dayText(new Date(now).setHours(12, 0, 0, 0) + offset * 86_400_000, now);
  return (
    <div aria-hidden className={`${cls('chart')} relative`}>
      <span
        className={`${cls('next')} absolute caution-soft caution size-11 medium lines-18 unbroken`}
        style={{ width: share(urgent + 0.5) }}
      >
        <span className={cls('roomy')}>Next </span>
        {pluralize(urgent, 'day')}
      </span>
      <div
        className={`${cls('days')} relative grid edge-below`}
        style={{ gridTemplateColumns: `repeat(${perDay.length}, minmax(0, 1fr))` }}
      >
        {perDay.map((count, offset) => (
          <span key={offset} className={`${cls('day', offset % 7 === 0 && 'week')} row relative gap-2`}>
            {Array.from({ length: Math.min(count, highest) }, (_square, index) => (
              <span key={index} className={`${cls('square', offset <= urgent && 'soonSquare')} fixed`} />
            ))}
          </span>
        ))}
      </div>
      <div
        className={`${cls('axis')} grid faint size-11 unbroken`}
        style={{ gridTemplateColumns: `repeat(${steps}, ${share(step)}) minmax(0, 1fr)` }}
      >
        {Array.from({ length: steps + 1 }, (_mark, index) => index * step).map((offset) => (
          <span key={offset}>{toDay(offset)}</span>
        ))}
      </div>
    </div>
  );
}

interface ExpiryRowProps {
  /** As 2027-03-31. */
  day: string;
  /** Whole days from today; negative once it is over. */
  days: number;
  note?: string;
  to: RouteTarget;
  children: ReactNode;
}

function ExpiryRow({ day, days, note = '', to, children }: ExpiryRowProps) {
  const { soonDays } = useWorkspace().settings;
  return (
    <li className={`${cls('row')} grid middle least-28`}>
      <span className="quiet unbroken">
        <ServiceDate text={day} />
      </span>
      <button
        type="button"
        className={`${cls('name')} one-line round-3 quiet left plain-strong`}
        onClick={() => navigate(to)}
      >
        {children}
      </button>
      <span className={`${cls(days <= urgentDays(soonDays) && 'soon')} small faint`}>
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
