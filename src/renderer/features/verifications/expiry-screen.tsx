import { CalendarPlus } from 'lucide-react';
import { unclearDates } from '#shared/service/service-dates.ts';
import { expiryPart, type ExpiryPart } from '#shared/ipc/expiry.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExportMenu, ExportState, useExport } from '../../components/export-menu.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { NotRead } from '../../components/problem.tsx';
import { Page } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { useLive } from '../../stores/live.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { settingsPlace } from '../settings/settings-places.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { ExpiryChart } from './expiry-chart.tsx';
import { expiryColumns } from './expiry-columns.tsx';
import styles from './expiry-screen.module.css';
import { licenses, listTitle } from './expiry-text.ts';
import { VerificationTabs, VerifyButton } from './verification-tabs.tsx';

const cls = bindClasses(styles);

function show(part: ExpiryPart | null): void {
  const query = { tab: 'expiry', ...(part === null ? {} : { month: part }) };
  navigate({ screen: 'verifications', query }, true);
}

/** When the licenses that were checked here run out: a bar for each month, and the licenses of the one that is chosen. */
export function ExpiryScreen() {
  const { query } = useRoute();
  const part = expiryPart.safeParse(query['month']).data ?? null;
  const { state, reload } = useLive('expiry.months', null, [{ event: 'entries.changed', id: null }]);
  const list = usePagedList<VerificationRow>(`expiry ${part ?? ''}`, {
    fetchPage: (after, limit) => call('expiry.page', { after, limit, part }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'wait',
  });
  const calendar = useExport();
  const exporting = useExport();
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
              onPress={() => void calendar.run(() => call('exports.beginCalendar', { part }))}
            >
              Save for calendar
            </Button>
          </>
        }
      />
      <ExportState exporting={calendar} what="calendar" />
      <ExportState exporting={exporting} />
      {state.kind === 'failed' ? (
        <div className={cls('aside')}>
          <NotRead title="The months could not be counted." error={state.error} onRetry={reload} />
        </div>
      ) : state.kind === 'ready' ? (
        <ExpiryChart months={state.value} chosen={part} onChoose={show} />
      ) : null}
      <div className={`${cls('head')} row gap-12 fixed`}>
        <h2 className={`${cls('title')} bold`}>{listTitle(part)}</h2>
        {part === null ? null : (
          <Button variant="link" size="small" onPress={() => show(null)}>
            Show all
          </Button>
        )}
        {state.kind === 'ready' && state.value.unclear > 0 && part !== 'two_ways' ? (
          <Button variant="link" size="small" onPress={() => show('two_ways')}>
            {unclearDates(state.value.unclear)}
          </Button>
        ) : null}
        {state.kind === 'ready' && state.value.leftOut > 0 ? (
          <span className="at-end faint small">
            {`${licenses(state.value.leftOut)} left out: no expiration date that Gangway can read`}
          </span>
        ) : null}
      </div>
      {part === 'two_ways' ? (
        <div className={cls('aside')}>
          <MessageBlock
            tone="cau"
            title="It is not clear which number is the month."
            actions={
              <Button size="small" onPress={() => navigate(settingsPlace('Dates of the service'))}>
                Choose the date order in Settings
              </Button>
            }
          >
            Each of these dates can be read as two days. None of them counts as an expiration until you choose
            a date order, or other dates from the service show it.
          </MessageBlock>
        </div>
      ) : null}
      <ListTable
        list={list}
        label={listTitle(part)}
        columns={expiryColumns}
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
