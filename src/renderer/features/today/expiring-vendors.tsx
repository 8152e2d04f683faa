import type { TodaySummary } from '#shared/ipc/today.ts';
import { countText } from '#shared/base/counted.ts';
import { Button } from '../../components/button.tsx';
import { bindClasses } from '../../class-names.ts';
import { navigate } from '../../stores/navigation.ts';
import { CountLink } from './count-link.tsx';
import { countedLists } from './counted-lists.ts';
import styles from './expiring-licenses.module.css';
import { ExpiryRow } from './expiry-row.tsx';

const cls = bindClasses(styles);

const title = 'Expiring vendors';

/** Vendors that may work today and of which something ends soon, by name. Nothing is drawn where there is none. */
export function ExpiringVendors({
  expiring: { total, rows },
}: {
  expiring: TodaySummary['expiringVendors'];
}) {
  if (total === 0) return null;
  return (
    <section className={cls('section')}>
      <header className={cls('head')}>
        <div>
          <h2 className={cls('title')}>{title}</h2>{' '}
          <CountLink count={total} of={title} to={countedLists.expiringVendors} />
        </div>
      </header>
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
        <p className={cls('more')}>
          <Button variant="link" onPress={() => navigate(countedLists.expiringVendors)}>
            Show all {countText(total)}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
