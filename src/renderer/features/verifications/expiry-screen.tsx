import { CalendarPlus } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import { daysUntil, localDay, readDate } from '#shared/base/dates.ts';
import { ownMember } from '#shared/base/own-member.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { expiryPart, type ExpiryPart, type VerificationRow } from '#shared/ipc/verifications.ts';
import { unclearDates } from '#shared/service/service-dates.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, LinkButton, SmallButton } from '../../components/button.tsx';
import { EmptyState, MessageBlock, LoadError } from '../../components/message-block.tsx';
import { ExportMenu, ExportState, useExport } from '../../components/export-menu.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Page } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { type Column, tableColumns } from '../../components/table-column.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useNow } from '../../time.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useWorkspace } from '../../stores/session.ts';
import { settingsPlace } from '../settings/settings-places.ts';
import chartStyles from './expiry-chart.module.css';
import styles from './expiry-screen.module.css';
import { ResultState } from './result-state.tsx';
import { ExpiryDay, licenseNumberCell } from './verification-columns.tsx';
import { VerificationTabs, VerifyButton } from './verification-tabs.tsx';

const cls = bindClasses(styles);
const chart = bindClasses(chartStyles);

const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

function describePart(part: ExpiryPart) {
  switch (part) {
    case 'overdue':
      return { title: 'Expired licenses', name: 'Expired', bar: 'Expired', year: null };
    case 'later':
      return { title: 'Licenses that expire later', name: 'Later', bar: 'Later', year: null };
    case 'two_ways': {
      const title = 'Licenses with an unclear expiration date';
      return { title, name: 'Unclear date', bar: 'Unclear', year: null };
    }
    default: {
      const first = new Date(`${part}-01T00:00:00Z`);
      const name = longMonth.format(first);
      const title = `Licenses that expire in ${name}`;
      return { title, name, bar: shortMonth.format(first), year: part.slice(0, 4) };
    }
  }
}

function DaysLeft({ date }: { date: string | null }) {
  const { soonDays } = useWorkspace().settings;
  const today = localDay(new Date(useNow('minute')));
  const day = readDate(date)?.day;
  if (day === undefined) return null;
  const days = daysUntil(day, today);
  const distance = pluralize(Math.abs(days), 'day');
  const tone = days < 0 ? 'gone' : days <= soonDays ? 'soon' : null;
  return (
    <span className={cls(tone)}>
      {days === 0 ? 'today' : days > 0 ? `in ${distance}` : `${distance} ago`}
    </span>
  );
}

const toRow = (row: VerificationRow) => row;
const columns: readonly Column<VerificationRow>[] = [
  ...tableColumns('verifications', toRow, {
    expires: { width: '104px', cell: (row) => <ExpiryDay row={row} /> },
  }),
  { id: 'left', header: 'Days left', width: '104px', cell: (row) => <DaysLeft date={row.expiresOn} /> },
  ...tableColumns('verifications', toRow, {
    number: { width: 'minmax(96px, 0.8fr)', cell: licenseNumberCell },
    trade: { width: 'minmax(90px, 1fr)' },
    licensee: { width: 'minmax(130px, 1.6fr)' },
    state: { width: '148px', cell: (row) => <ResultState row={row} /> },
    status: { width: 'minmax(112px, 1fr)' },
  }),
];

function show(part: ExpiryPart | null): void {
  const query = { tab: 'expiry', ...(part === null ? {} : { month: part }) };
  navigate({ screen: 'verifications', query }, true);
}

export function ExpiryScreen() {
  const { query } = useRoute();
  const part = expiryPart.safeParse(query['month']).data ?? null;
  const live = useLive('expiry.months', null, ['entries.changed']);
  const months = live.value;
  const list = usePagedList<VerificationRow>(`expiry ${part ?? ''}`, {
    fetchPage: (after, limit) => call('expiry.page', { after, limit, part }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'wait',
  });
  const calendar = useExport();
  const exporting = useExport();
  const title = part === null ? 'All with an expiration date, soonest first' : describePart(part).title;
  const nothing = list.kind === 'ready' && list.total === 0;

  return (
    <Page>
      <VerificationTabs
        value="expiry"
        actions={
          <>
            <ExportMenu exporting={exporting} source={{ list: 'license-expiry', part }} disabled={nothing} />
            <Button
              icon={CalendarPlus}
              pending={calendar.progress !== null}
              disabled={nothing || part === 'two_ways'}
              onPress={() => void calendar.run('exports.beginCalendar', { part })}
            >
              Save for calendar
            </Button>
          </>
        }
      />
      <ExportState exporting={calendar} what="calendar" />
      <ExportState exporting={exporting} />
      <LoadError title="The months could not be counted." of={live} within={cls('aside')} />
      {months === null ? null : <ExpiryChart months={months} chosen={part} />}
      <div className={`${cls('head')} row gap-12 fixed`}>
        <h2 className="bold subheading">{title}</h2>
        {part === null ? null : (
          <LinkButton size="small" onPress={() => show(null)}>
            Show all
          </LinkButton>
        )}
        {months !== null && months.unclear > 0 && part !== 'two_ways' ? (
          <LinkButton size="small" onPress={() => show('two_ways')}>
            {unclearDates(months.unclear)}
          </LinkButton>
        ) : null}
        {months !== null && months.leftOut > 0 ? (
          <span className="at-end faint small">
            {`${pluralize(months.leftOut, 'license')} left out: no expiration date that Gangway can read`}
          </span>
        ) : null}
      </div>
      {part === 'two_ways' ? (
        <div className={cls('aside')}>
          <MessageBlock
            tone="cau"
            title="It is not clear which number is the month."
            actions={
              <SmallButton to={settingsPlace('Dates of the service')}>
                Choose the date order in Settings
              </SmallButton>
            }
          >
            Each of these dates can be read as two days. None of them counts as an expiration until you choose
            a date order, or other dates from the service show it.
          </MessageBlock>
        </div>
      ) : null}
      <ListTable
        list={list}
        label={title}
        columns={columns}
        onOpen={(row) => navigate({ screen: 'verifications', path: [row.entryId] })}
        empty={
          part === null ? (
            <EmptyState title="No license with an expiration date yet." action={<VerifyButton />}>
              Verify a license. It appears here in the month in which it expires.
            </EmptyState>
          ) : (
            <EmptyState
              title="No license expires then."
              action={<Button onPress={() => show(null)}>Show all</Button>}
            >
              Choose another month, or show all.
            </EmptyState>
          )
        }
        foot={<CategoryKey />}
      />
    </Page>
  );
}

type Months = CallOutput<'expiry.months'>;

/** Expirations by month: overdue, twelve months, later. A bar filters the list; again clears it. Arrows move. */
function ExpiryChart({ months, chosen }: { months: Months; chosen: ExpiryPart | null }) {
  const group = useRef<HTMLDivElement>(null);
  const bars: { part: ExpiryPart; count: number }[] = [
    { part: 'overdue', count: months.overdue },
    ...months.months.map(({ month, count }) => ({ part: month, count })),
    { part: 'later', count: months.later },
  ];
  const highest = Math.max(...bars.map(({ count }) => count), 1);
  const chosenAt = bars.findIndex(({ part }) => part === chosen);

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const last = buttons.length - 1;
    const to = ownMember({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }, event.key);
    if (at === -1 || to === undefined) return;
    event.preventDefault();
    buttons[Math.min(Math.max(to, 0), last)]?.focus();
  }

  return (
    <section className={`${chart('chart')} fixed ruled-below`}>
      <table className="visually-hidden">
        <caption>Licenses by expiration month</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Licenses</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ part, count }) => (
            <tr key={part}>
              <th scope="row">{describePart(part).name}</th>
              <td>{countText(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div
        ref={group}
        role="toolbar"
        aria-label="List the licenses of a month"
        className={`${chart('bars')} gap-2 grid`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {bars.map(({ part, count }, index) => {
          const { bar, year } = describePart(part);
          const yearShown = index === 1 || part.endsWith('-01');
          const pressed = part === chosen;
          const tone = count === 0 ? null : index === 0 ? 'gone' : index === 1 ? 'soon' : null;
          return (
            <button
              key={part}
              type="button"
              aria-pressed={pressed}
              tabIndex={index === Math.max(chosenAt, 0) ? 0 : -1}
              className={`${chart('column', pressed && 'chosen', (index === 0 || part === 'later') && 'apart')} quiet grid round-6 text-center hovers forced-ring`}
              onClick={() => show(pressed ? null : part)}
            >
              <span className="row to-end gap-2 column edge-below">
                <span
                  className={`${chart('count', count === 0 && 'nothing', tone)} note figures text medium`}
                >
                  {countText(count)}
                  <span className="visually-hidden">{count === 1 ? ' license, ' : ' licenses, '}</span>
                </span>
                <span
                  className={chart('bar', count === 0 && 'none', tone)}
                  style={{ height: count === 0 ? undefined : `${Math.max((count / highest) * 72, 3)}px` }}
                />
              </span>
              <span className="clipped small unbroken lines-18">{bar}</span>
              <span className={yearShown ? chart('year') : 'visually-hidden'}>{year}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
