import { pluralize } from '#shared/base/pluralize.ts';
import { getName } from '#shared/base/foreign-text.ts';
import { verificationTab, type VerificationRow, type VerificationTab } from '#shared/ipc/verifications.ts';
import { verificationColumn, type VerificationColumn } from '#shared/settings/lists.ts';
import { call } from '../../bridge.ts';
import { CheckMany, CheckRunStrip } from '../../components/check-run-strip.tsx';
import { EmptyState } from '../../components/message-block.tsx';
import { ExportMenu, useExport } from '../../components/export-menu.tsx';
import { ListControls, ListNotices, ListTools, NoMatches, TickedBar } from '../../components/list-screen.tsx';
import { ChosenTable } from '../../components/list-table.tsx';
import { Page } from '../../components/page.tsx';
import { CategoryKey } from '../../components/service-word.tsx';
import { listSearch } from '../../filter-label.ts';
import { useColumns } from '../../stores/columns.ts';
import { useListQuery, type ListRules } from '../../stores/list-query.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks, type Ticks } from '../../stores/ticks.ts';
import { ImportButton } from '../imports/list-labels.tsx';
import { ImportedLists, OpenListLine } from '../imports/imported-lists.tsx';
import { verificationColumns } from './verification-columns.tsx';
import { VerificationTabs, VerifyButton } from './verification-tabs.tsx';

const defaultColumns = ['state', 'number', 'trade', 'licensee', 'status', 'expires', 'checked'];

const rules: ListRules<VerificationColumn> = {
  columns: verificationColumn.options,
  defaultOrder: { column: 'queued', descending: true },
  showsDefault: false,
  downFirst: ['queued', 'checked'],
};

export function VerificationList() {
  const { query } = useRoute();
  const tab = verificationTab.safeParse(query['tab']).data ?? 'all';
  const within = Number(query['expires']);
  const expiresWithinDays = Number.isInteger(within) && within >= 1 && within <= 3650 ? within : null;
  const { search, where, sort, sortBy, ...shown } = useListQuery(rules);
  const listed = {
    tab,
    search,
    expiresWithinDays,
    where,
    sort: sort?.column ?? null,
    descending: sort?.descending ?? false,
  };
  const list = usePagedList<VerificationRow>(`verifications ${JSON.stringify(listed)}`, {
    fetchPage: (after, limit) => call('verifications.page', { after, limit, ...listed }),
    rowId: (row) => row.entryId,
    events: ['entries.changed'],
    newRows: 'wait',
  });

  const exporting = useExport();
  const chosenColumns = useColumns('verifications', verificationColumns, defaultColumns);
  const ticks = useTicks(JSON.stringify({ tab, expiresWithinDays, search, where }), list);

  const others =
    expiresWithinDays === null
      ? []
      : [{ id: 'expires', label: `Expires in the next ${pluralize(expiresWithinDays, 'day')}` }];
  const isNarrowed = shown.isNarrowed || others.length > 0;

  return (
    <Page>
      <VerificationTabs
        value={tab}
        actions={
          <>
            <ExportMenu exporting={exporting} source={{ list: 'verifications', ...listed }} />
            <ImportButton list="verifications" />
          </>
        }
        trailing={
          tab === 'waiting' || list.total === 0 ? null : (
            <CheckMany of={{ what: 'verification_tab', tab }}>Check all now</CheckMany>
          )
        }
      />
      {tab === 'all' && list.kind === 'ready' && list.total === 0 && !isNarrowed ? null : (
        <ListTools>
          <ListControls list="verifications" chosen={chosenColumns} />
        </ListTools>
      )}
      <ListNotices list="verifications" others={others} chosen={chosenColumns} exporting={exporting}>
        <CheckRunStrip list="verifications" />
        <OpenListLine list="verifications" />
        {tab === 'waiting' ? <ImportedLists kind="verification" /> : null}
      </ListNotices>
      <ChosenTable
        list={list}
        label="Verifications"
        rowName={(row) => getName(row.licenseeName, row.licenseNumber, row.type)}
        chosen={chosenColumns}
        ticks={ticks}
        selection={<TickedChecks ticks={ticks} />}
        sort={sort}
        onSort={sortBy}
        onOpen={(row) => navigate({ screen: 'verifications', path: [row.entryId] })}
        narrowed={isNarrowed}
        empty={
          isNarrowed ? (
            <NoMatches what="verification" search={search} others={others}>
              {listSearch.verifications.fields}
            </NoMatches>
          ) : (
            <NothingHere tab={tab} />
          )
        }
        foot={<CategoryKey />}
      />
    </Page>
  );
}

const emptyTabs: Record<Exclude<VerificationTab, 'all'>, [title: string, line: string]> = {
  waiting: ['Nothing is waiting.', 'Everything submitted has been sent.'],
  being_checked: ['Nothing is being checked.', 'All results are in.'],
  differ: ['Nothing differs.', 'Results with differences wait here for you.'],
  to_decide: ['Nothing to decide.', 'Results that need you wait here.'],
  needs_you: ['Nothing to decide.', 'Results that need you, and refused or unclear ones, wait here.'],
  replaced: [
    'Nothing was replaced.',
    'What you correct or verify again is kept here and not counted elsewhere.',
  ],
  done: ['Nothing is done yet.', 'Finished verifications are kept here.'],
};

function NothingHere({ tab }: { tab: VerificationTab }) {
  if (tab === 'all') {
    return (
      <EmptyState title="No verifications yet." action={<VerifyButton />}>
        Submit a license for verification, or import a list.
      </EmptyState>
    );
  }
  const [title, line] = emptyTabs[tab];
  return <EmptyState title={title}>{line}</EmptyState>;
}

function TickedChecks({ ticks }: { ticks: Ticks<VerificationRow> }) {
  const { rows } = ticks;
  const entryIds = rows.filter((row) => row.watch !== null).map((row) => row.entryId);
  return (
    <TickedBar
      label="Selected verifications"
      count={rows.length}
      ticks={ticks}
      outcome={entryIds.length === 0 ? 'The service has given no request number for these yet.' : null}
    >
      {entryIds.length === 0 ? null : (
        <CheckMany of={{ what: 'verifications', entryIds }} onStarted={ticks.clear}>
          {`Check ${entryIds.length} now`}
        </CheckMany>
      )}
    </TickedBar>
  );
}
