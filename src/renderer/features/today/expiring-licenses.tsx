import type { TodaySummary } from '#shared/ipc/today.ts';
import { expiryHorizonDays } from '#shared/today-days.ts';
import { unclearDates } from '#shared/service-dates.ts';
import { Button } from '../../components/button.tsx';
import { bindClasses } from '../../class-names.ts';
import { navigate } from '../../stores/navigation.ts';
import { useNow } from '../../stores/now.ts';
import { dayText } from '../../time.ts';
import { CountLink } from './count-link.tsx';
import { countedLists } from './counted-lists.ts';
import { ExpiryRow, soonDays } from './expiry-row.tsx';
import styles from './expiring-licenses.module.css';

const cls = bindClasses(styles);

type Expiring = TodaySummary['expiring'];

/** A column of squares is at most this high; what is above is in the list. */
const highest = 4;

/** One square per license per day for the next 30 days, and the next five by name. */
export function ExpiringLicenses({ expiring }: { expiring: Expiring }) {
  const { total, perDay, rows, unclear } = expiring;
  const title = `Licenses expiring in ${expiryHorizonDays} days`;
  return (
    <section className={cls('section')}>
      <header className={cls('head')}>
        <div>
          <h2 className={cls('title')}>{title}</h2>{' '}
          {total === 0 ? null : <CountLink count={total} of={title} to={countedLists.expiring} />}
        </div>
        {total === 0 ? null : <span className={cls('note', 'roomy')}>each square is one</span>}
      </header>
      {total === 0 ? (
        <p className={cls('none')}>No license verified here expires in that time.</p>
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
          {total > rows.length ? (
            <p className={cls('more')}>
              <Button variant="link" onPress={() => navigate(countedLists.expiring)}>
                Show all {total.toLocaleString('en-US')}
              </Button>
            </p>
          ) : null}
        </>
      )}
      {unclear === 0 ? null : (
        <p className={cls('more')}>
          <Button variant="link" onPress={() => navigate(countedLists.unclearExpiry)}>
            {unclearDates(unclear)}
          </Button>
        </p>
      )}
      <p className={cls('more')}>
        <Button
          variant="link"
          onPress={() => navigate({ screen: 'verifications', query: { tab: 'expiry' } })}
        >
          All licenses by month
        </Button>
      </p>
    </section>
  );
}

function Days({ perDay }: { perDay: readonly number[] }) {
  const now = useNow('minute');
  const toDay = (offset: number) => dayText(new Date(now).setHours(12, 0, 0, 0) + offset * 86_400_000, now);
  return (
    <div aria-hidden className={cls('chart')}>
      <span className={cls('next')}>
        <span className={cls('roomy')}>Next </span>7 days
      </span>
      <div className={cls('days30')}>
        {perDay.map((count, offset) => {
          return (
            <span key={offset} className={cls('day', offset % 7 === 0 && 'week')}>
              {Array.from({ length: Math.min(count, highest) }, (_square, index) => (
                <span key={index} className={cls('square', offset <= soonDays && 'soonSquare')} />
              ))}
            </span>
          );
        })}
      </div>
      <div className={cls('axis')}>
        {[0, 7, 14, 21, 28].map((offset) => (
          <span key={offset}>{toDay(offset)}</span>
        ))}
      </div>
    </div>
  );
}
