import { CalendarPlus, ChartColumn, Settings2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { counted } from '#shared/counted.ts';
import { onboardingFilter, type OnboardingRow } from '#shared/ipc/onboarding.ts';
import { stateChips, statusChips, noStatusChip } from '#shared/onboarding/labels.ts';
import { onboardingStatuses } from '#shared/onboarding/judge-vendor.ts';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { requirementStates } from '#shared/onboarding/standing.ts';
import { ownMember } from '#shared/own-member.ts';
import { call } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { exportChoices, ExportState, useExport } from '../../components/export-menu.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import type { Column } from '../../components/table-column.ts';
import { useLive } from '../../stores/live.ts';
import { changeQuery, navigate, useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { settingsPlace } from '../settings/settings-section.tsx';
import styles from './onboarding-screen.module.css';
import { AnswerChip, RequirementChip } from './standing-chip.tsx';
import { TickedOnboarding } from './ticked-onboarding.tsx';
import { toVendorPlace } from './vendor-place.ts';

const cls = bindClasses(styles);

/** What stands for no narrowing in a choice. */
const all = '';

const tabs = ['all', ...onboardingStatuses, 'none'] as const;
type Tab = (typeof tabs)[number];

function tabLabel(tab: Tab): string {
  if (tab === 'all') return 'All';
  if (tab === 'none') return noStatusChip.word;
  return tab === 'expiring' ? 'Expiring' : statusChips[tab].word;
}

/** What the list is narrowed to, by the address of the window; what it names and cannot be is left out. */
function readFilter(query: Readonly<Record<string, string>>) {
  const { shape } = onboardingFilter;
  const id = shape.requirement.unwrap().unwrap().shape.id.safeParse(query['requirement']).data;
  const state = shape.requirement.unwrap().unwrap().shape.state.safeParse(query['state']).data;
  return {
    search: query['search'] ?? '',
    status: shape.status.safeParse(query['status']).data ?? null,
    site: query['site'] ?? null,
    set: shape.set.safeParse(query['set']).data ?? null,
    requirement: id === undefined ? null : { id, state: state ?? null },
    newlyBlocked: query['news'] === 'blocked',
  };
}

/** Every vendor that is known here, by how it stands: who may work, and what is missing. */
export function OnboardingScreen() {
  const { query } = useRoute();
  const filter = readFilter(query);
  const asked = JSON.stringify(filter);
  const sets = useLive('onboarding.sets', null, [{ event: 'onboarding.changed', id: null }], 1000);
  const counts = useLive('onboarding.counts', filter, [{ event: 'onboarding.changed', id: null }], 500);
  const known = sets.state.kind === 'ready' ? sets.state.value : null;
  const shown = useMemo(
    () =>
      [...(known?.shared ?? []), ...(known?.own ?? [])].filter(
        ({ id }) => filter.set === null || id === filter.set,
      ),
    [known, filter.set],
  );
  const columns = useMemo(() => toColumns(shown), [shown]);
  const list = usePagedList<OnboardingRow>(asked, {
    fetchPage: (after, limit) => call('onboarding.page', { ...filter, after, limit }),
    rowId: (row) => row.subject,
    events: ['onboarding.changed'],
    newRows: 'join',
    windowed: true,
    pageSize: 50,
  });
  const ticks = useTicks(asked, list);
  const exporting = useExport();
  const numbers = counts.state.kind === 'ready' ? counts.state.value : null;
  useReloadOnceJudged(numbers?.judging ?? 0, list.reload);
  const total = numbers === null ? null : Object.values(numbers.statuses).reduce((sum, one) => sum + one, 0);
  const isNarrowed = Object.values({ ...filter, search: filter.search || null }).some(
    (part) => part !== null && part !== false,
  );
  return (
    <Page>
      <PageHeader
        title="Onboarding"
        subtitle="Who may work, and what is missing"
        actions={
          <>
            <Button icon={ChartColumn} onPress={() => navigate({ screen: 'onboarding', path: ['figures'] })}>
              Figures
            </Button>
            <Button icon={Settings2} onPress={() => navigate(settingsPlace('Requirements'))}>
              Edit requirements
            </Button>
            <Menu
              label="More about this list"
              choices={[
                ...exportChoices(exporting, { list: 'onboarding', filter }),
                {
                  id: 'calendar',
                  label: 'Save for calendar',
                  detail: 'Expiration dates',
                  icon: CalendarPlus,
                  apart: true,
                  onChoose: () =>
                    void exporting.run(() => call('exports.beginCalendar', { vendors: filter })),
                },
              ]}
            />
          </>
        }
      />
      <ExportState exporting={exporting} />
      <TabBar
        label="Vendors by answer"
        value={filter.status ?? 'all'}
        onChange={(tab) => changeQuery({ status: tab === 'all' ? null : tab })}
        tabs={tabs.map((tab) => ({
          id: tab,
          label: tabLabel(tab),
          count: tab === 'all' ? total : (numbers?.statuses[tab] ?? null),
        }))}
      />
      <div className={cls('narrow')} role="group" aria-label="Narrow the list">
        <FilterField list="onboarding" />
        <Select
          label="Job site"
          labelHidden
          value={filter.site ?? all}
          onChange={(site) => changeQuery({ site: site === all ? null : site })}
          choices={[
            { value: all, label: 'All job sites' },
            ...(known?.sites ?? []).map(({ site }) => ({ value: site, label: site })),
          ]}
        />
        <Select
          label="Requirement set"
          labelHidden
          value={filter.set ?? all}
          onChange={(set) => changeQuery({ set: set === all ? null : set })}
          choices={[
            { value: all, label: 'All sets' },
            ...[...(known?.shared ?? []), ...(known?.own ?? [])].map(({ id, name }) => ({
              value: id,
              label: name,
            })),
          ]}
        />
        <Select
          label="Requirement"
          labelHidden
          value={filter.requirement?.id ?? all}
          onChange={(id) => changeQuery({ requirement: id === all ? null : id, state: null })}
          choices={[
            { value: all, label: 'Any requirement' },
            ...shown.flatMap(({ requirements }) =>
              requirements.map(({ id, name }) => ({ value: id, label: name })),
            ),
          ]}
        />
        <Select
          label="When the status changed"
          labelHidden
          value={filter.newlyBlocked ? 'blocked' : all}
          onChange={(news) => changeQuery({ news: news === all ? null : news })}
          choices={[
            { value: all, label: 'Any change' },
            { value: 'blocked', label: 'Became stopped this week' },
          ]}
        />
        {filter.requirement === null ? null : (
          <Select
            label="State of the requirement"
            labelHidden
            value={filter.requirement.state ?? all}
            onChange={(state) => changeQuery({ state: state === all ? null : state })}
            choices={[
              { value: all, label: 'In any state' },
              ...requirementStates.map((state) => ({ value: state, label: stateChips[state].word })),
            ]}
          />
        )}
      </div>
      {numbers === null || numbers.judging === 0 ? null : (
        <MessageBlock tone="neu" slim>
          {`Rechecking ${counted(numbers.judging, 'vendor')}. The list updates automatically.`}
        </MessageBlock>
      )}
      {ticks.ticked.size === 0 ? null : (
        <TickedOnboarding ticks={ticks} sets={shown} isNews={filter.newlyBlocked} />
      )}
      <ListTable
        label="Onboarding"
        rowName={(row) => row.name}
        ticked={ticks.ticked}
        onTick={ticks.setTicked}
        list={list}
        columns={columns}
        rowHeight={38}
        onOpen={(row) => navigate(toVendorPlace(row))}
        narrowed={isNarrowed}
        empty={
          isNarrowed ? (
            <EmptyState
              title="No vendor matches this filter."
              action={<Button onPress={() => navigate({ screen: 'onboarding' })}>Clear filter</Button>}
            />
          ) : (
            <EmptyState title="No vendors on this computer yet.">
              Invite a vendor or look one up. The list shows who may work, and what is missing.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** Vendors that were judged anew stand elsewhere in the order than where they were read. */
function useReloadOnceJudged(judging: number, reload: () => void): void {
  const before = useRef(judging);
  useEffect(() => {
    if (before.current > 0 && judging === 0) reload();
    before.current = judging;
  }, [judging, reload]);
}

/** The vendor, how it stands and why, and a column for each requirement. */
function toColumns(sets: readonly RequirementSet[]): Column<OnboardingRow>[] {
  return [
    {
      id: 'name',
      header: 'Vendor',
      width: 'minmax(160px, 1.4fr)',
      sortable: false,
      cell: ({ name }) => (
        <span className="medium" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: 'status',
      header: 'May work?',
      width: '176px',
      sortable: false,
      cell: ({ answer }) => <AnswerChip answer={answer} />,
    },
    {
      id: 'reason',
      header: 'Why',
      width: 'minmax(200px, 2fr)',
      sortable: false,
      cell: ({ answer: { why } }) => (why === null ? null : <span title={why}>{why}</span>),
    },
    ...sets.flatMap(({ requirements }) =>
      requirements.map(({ id, name }): Column<OnboardingRow> => ({
        id,
        header: name,
        width: '116px',
        sortable: false,
        cell: ({ cells }) => {
          const cell = ownMember(cells, id);
          return cell === undefined ? null : (
            <span title={cell.reason}>
              <RequirementChip state={cell.state} />
            </span>
          );
        },
      })),
    ),
  ];
}
