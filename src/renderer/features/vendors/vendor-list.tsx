import {
  CalendarPlus,
  ChartColumn,
  ClipboardCheck,
  ListChecks,
  ListPlus,
  Plus,
  RefreshCw,
  Search,
  Upload,
} from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { countText, pluralize } from '#shared/base/pluralize.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { onboardingFilter, type OnboardingFilter, type OnboardingRow } from '#shared/ipc/onboarding.ts';
import { vendorColumn } from '#shared/settings/lists.ts';
import { noStatusChip, stateChips, statusChips } from '#shared/onboarding/labels.ts';
import { requirementStates } from '#shared/onboarding/judge-vendor.ts';
import { call } from '../../bridge.ts';
import { Button, SmallButton } from '../../components/button.tsx';
import { EmptyState, Note } from '../../components/message-block.tsx';
import { useExport, exportChoices } from '../../components/export-menu.tsx';
import { ListScreen, NoMatches, ListControls } from '../../components/list-screen.tsx';
import { ChosenTable } from '../../components/list-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { listSearch } from '../../filter-label.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useColumns } from '../../stores/columns.ts';
import { getFilters } from '../../stores/list-query.ts';
import { useLive } from '../../stores/live.ts';
import {
  changeQuery,
  navigate,
  requirementsPlace,
  useRoute,
  type RouteTarget,
} from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useTicks } from '../../stores/ticks.ts';
import { LookUpDialog, LookUpStrip, RefreshDialog } from './look-up-strip.tsx';
import { MarkKey, defaultVendorColumns, vendorColumns } from './vendor-columns.tsx';
import { listAssignees, readAssignee } from '../onboarding/assignee-select.tsx';
import { TickedVendors } from './ticked-vendors.tsx';

const tabs = [
  { id: 'all', label: 'All' },
  { id: 'blocked', label: statusChips.blocked.word },
  { id: 'in_progress', label: statusChips.in_progress.word },
  { id: 'expiring', label: 'Expiring' },
  { id: 'ready', label: statusChips.ready.word },
  { id: 'news', label: 'Became stopped this week' },
  { id: 'none', label: noStatusChip.word },
] as const;
type Tab = (typeof tabs)[number]['id'];

/** The query parameters that narrow the list, besides its search and the filters by column. */
const vendorFilters = ['status', 'site', 'set', 'requirement', 'state', 'news', 'assigned'].map((id) => ({
  id,
}));

function openTab(tab: Tab): void {
  const status = tab === 'all' ? null : tab === 'news' ? 'blocked' : tab;
  changeQuery({ status, news: tab === 'news' ? 'blocked' : null });
}

const toGate = (site: string | null): RouteTarget => ({
  screen: 'vendors',
  path: ['gate'],
  query: site === null ? {} : { site },
});

const changes = ['onboarding.changed'] as const;
const invite = () => navigate({ screen: 'invites', path: ['new'] });
const toMany: RouteTarget = { screen: 'vendors', path: ['look-up'] };

/** Every vendor that this computer knows, invited or looked up: whether it may work, and why. */
export function VendorList() {
  const { query } = useRoute();
  const filter = readVendorFilter(query);
  const asked = JSON.stringify(filter);
  const sort = query['sort'] === 'name' ? 'name' : 'urgency';
  const [dialog, setDialog] = useState<'one' | 'refresh' | null>(null);
  const exporting = useExport();
  const { value: known } = useLive('onboarding.sets', null, changes, 1000);
  const { value: numbers } = useLive('onboarding.counts', { ...filter, newlyBlocked: false }, changes, 500);
  const { value: news } = useLive('onboarding.counts', { ...filter, newlyBlocked: true }, changes, 500);
  const sets = useMemo(() => [...(known?.shared ?? []), ...(known?.own ?? [])], [known]);
  const requirements = useMemo(
    () =>
      sets.filter(({ id }) => filter.set === null || id === filter.set).flatMap((set) => set.requirements),
    [sets, filter.set],
  );
  const columns = useMemo(() => vendorColumns(requirements), [requirements]);
  const chosen = useColumns('vendors', columns, defaultVendorColumns);
  const list = usePagedList<OnboardingRow>(`${asked} ${sort}`, {
    fetchPage: (after, limit) => call('onboarding.page', { ...filter, sort, after, limit }),
    rowId: (row) => row.subject,
    events: ['onboarding.changed', 'vendors.changed'],
    newRows: 'join',
    windowed: true,
    // A few screens full, so searching stays fast.
    pageSize: 50,
  });
  const ticks = useTicks(asked, list);
  useShortcut(shortcutKeys.invite, invite);
  const judging = numbers?.judging ?? 0;
  useReloadOnceJudged(judging, list.reload);
  const total = numbers === null ? null : Object.values(numbers.statuses).reduce((sum, one) => sum + one, 0);
  const isSearched =
    filter.search !== '' ||
    Object.keys(filter.where).length > 0 ||
    filter.site !== null ||
    filter.assignedTo !== null ||
    filter.set !== null ||
    filter.requirement !== null;
  const isNarrowed = isSearched || vendorFilters.some(({ id }) => ownMember(query, id) !== undefined);
  const linkedId = query['look-up'] ?? null;
  const tab: Tab = filter.newlyBlocked ? 'news' : (filter.status ?? 'all');
  const inviteVendor = (
    <Button variant="primary" icon={Plus} onPress={invite}>
      Invite vendor
    </Button>
  );
  const tabCounts: Partial<Record<Tab, number | null>> = {
    ...numbers?.statuses,
    all: total,
    news: news?.statuses.blocked ?? null,
  };
  const head = (
    <>
      <PageHeader
        title="Vendors"
        subtitle={total === null ? undefined : getSubtitle(total, isSearched)}
        actions={
          <>
            <Button icon={Search} onPress={() => setDialog('one')}>
              Look up a vendor
            </Button>
            <Button icon={ListChecks} to={requirementsPlace}>
              Requirements
            </Button>
            {inviteVendor}
            <Menu
              label="More for vendors"
              choices={[
                { label: 'Import list', icon: Upload, to: { screen: 'invites', path: ['import'] } },
                { label: 'Look up many', icon: ListPlus, to: toMany },
                { label: 'Refresh outdated vendors', icon: RefreshCw, onChoose: () => setDialog('refresh') },
                { label: 'Gate sheet', icon: ClipboardCheck, to: toGate(filter.site) },
                { label: 'Figures', icon: ChartColumn, to: { screen: 'vendors', path: ['figures'] } },
                ...exportChoices(exporting, { list: 'vendors', filter, sort }, true),
                {
                  label: 'Save for calendar',
                  detail: 'Expiration dates',
                  icon: CalendarPlus,
                  apart: true,
                  onChoose: () => void exporting.run('exports.beginCalendar', { vendors: filter }),
                },
              ]}
            />
          </>
        }
      />
      {total === 0 && !isNarrowed ? null : (
        <>
          <TabBar
            label="Vendors by answer"
            value={tab}
            onChange={openTab}
            tabs={tabs
              .map(({ id, label }) => ({ id, label, count: tabCounts[id] ?? null }))
              .filter(({ id, count }) => (id !== 'none' && id !== 'news') || id === tab || (count ?? 0) > 0)}
          />
          <div className="row wrap gap-8 ruled-below pad-gutter-8" role="group" aria-label="Narrow the list">
            <ListControls list="vendors" rest={0} chosen={chosen} />
            <Narrowing
              label="Job site"
              all="All job sites"
              value={filter.site}
              onChange={(site) => changeQuery({ site })}
              choices={(known?.sites ?? []).map(({ site }) => ({ value: site, label: site }))}
            />
            {filter.site === null ? null : (
              <SmallButton icon={ClipboardCheck} to={toGate(filter.site)}>
                Gate sheet
              </SmallButton>
            )}
            <Narrowing
              label="Requirement set"
              all="All sets"
              value={filter.set}
              onChange={(set) => changeQuery({ set })}
              choices={sets.map(toChoice)}
            />
            <Narrowing
              label="Requirement"
              all="Any requirement"
              value={filter.requirement?.id ?? null}
              onChange={(requirement) => changeQuery({ requirement, state: null })}
              choices={requirements.map(toChoice)}
            />
            {known === null || (known.people.others.length === 0 && filter.assignedTo === null) ? null : (
              <Narrowing
                label="Assigned to"
                all="Assigned to anyone"
                value={query['assigned'] ?? null}
                onChange={(assigned) => changeQuery({ assigned })}
                choices={listAssignees(known.people, 'Mine')}
              />
            )}
            {filter.requirement === null ? null : (
              <Narrowing
                label="State of the requirement"
                all="In any state"
                value={filter.requirement.state}
                onChange={(state) => changeQuery({ state })}
                choices={requirementStates.map((state) => ({ value: state, label: stateChips[state].word }))}
              />
            )}
          </div>
        </>
      )}
    </>
  );
  return (
    <ListScreen
      list="vendors"
      chosen={chosen}
      exporting={exporting}
      head={head}
      notices={
        <>
          <LookUpStrip />
          {judging === 0 ? null : (
            <Note>{`Rechecking ${pluralize(judging, 'vendor')}. The list updates automatically.`}</Note>
          )}
        </>
      }
    >
      <ChosenTable
        label="Vendors"
        rowName={(row) => row.name}
        list={list}
        chosen={chosen}
        ticks={ticks}
        selection={
          <TickedVendors
            ticks={ticks}
            requirements={requirements}
            isNews={filter.newlyBlocked}
            people={known === null || known.people.others.length === 0 ? null : known.people}
          />
        }
        rowHeight={38}
        reusesRows
        onOpen={(row) => navigate({ screen: 'vendors', path: [row.subject] })}
        sort={{ column: sort, descending: false }}
        onSort={(column) => changeQuery({ sort: column === 'name' ? 'name' : null })}
        narrowed={isNarrowed}
        empty={
          isNarrowed ? (
            <NoMatches what="vendor" search={filter.search} others={vendorFilters}>
              {filter.search === '' ? undefined : listSearch.vendors.fields}
            </NoMatches>
          ) : (
            <EmptyState title="No vendors on this computer yet." action={inviteVendor}>
              Invite a vendor, import a list, or look one up by its ID. The service can’t list vendors, so
              only the ones you invite or look up here appear.
            </EmptyState>
          )
        }
        foot={requirements.length === 0 ? undefined : <MarkKey />}
      />
      {dialog === 'one' || linkedId !== null ? (
        <LookUpDialog
          key={linkedId}
          linkedId={linkedId}
          onClose={() => (linkedId === null ? setDialog(null) : changeQuery({ 'look-up': null }))}
          onMany={() => navigate(toMany)}
        />
      ) : null}
      {dialog === 'refresh' ? <RefreshDialog onClose={() => setDialog(null)} /> : null}
    </ListScreen>
  );
}

const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

interface NarrowingProps extends Pick<ComponentProps<typeof Select>, 'label' | 'value' | 'choices'> {
  all: string;
  onChange: (value: string | null) => void;
}

/** A choice that narrows the list; `all` does not, and is null. */
function Narrowing({ all, onChange, ...select }: NarrowingProps) {
  return (
    <div className="width-148">
      <Select
        {...select}
        labelHidden
        value={select.value ?? ''}
        onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
        choices={[{ value: '', label: all }, ...select.choices]}
      />
    </div>
  );
}

function getSubtitle(total: number, isSearched: boolean): string {
  if (!isSearched) return total === 0 ? 'None yet' : `${countText(total)} known here`;
  return total === 0 ? 'No vendor matches' : `${countText(total)} ${total === 1 ? 'matches' : 'match'}`;
}

/** Reloads after a recheck, as vendors may have moved in the order. */
function useReloadOnceJudged(judging: number, reload: () => void): void {
  const before = useRef(judging);
  useEffect(() => {
    if (before.current > 0 && judging === 0) reload();
    before.current = judging;
  }, [judging, reload]);
}

/** Reads the list's filter from the query; invalid values are dropped. */
function readVendorFilter(query: Readonly<Record<string, string>>): OnboardingFilter {
  const { shape } = onboardingFilter;
  const { id, state } = shape.requirement.unwrap().unwrap().shape;
  const requirement = id.safeParse(query['requirement']).data;
  return {
    search: (query['search'] ?? '').trim(),
    where: getFilters(query, vendorColumn.options),
    status: shape.status.safeParse(query['status']).data ?? null,
    site: query['site'] ?? null,
    set: shape.set.safeParse(query['set']).data ?? null,
    requirement:
      requirement === undefined
        ? null
        : { id: requirement, state: state.safeParse(query['state']).data ?? null },
    newlyBlocked: query['news'] === 'blocked',
    assignedTo: readAssignee(query['assigned'] ?? ''),
  };
}
