import type { ReactNode } from 'react';
import { useWork } from '../stores/action.ts';
import { clearFilters } from '../stores/list-query.ts';
import { Button, LinkButton, SmallButton } from './button.tsx';
import { type OtherFilter, FilterButton, FilterChips } from './column-filters.tsx';
import { SplitView } from './detail-panel.tsx';
import { EmptyState, Problem } from './message-block.tsx';
import { Page } from './page.tsx';
import { type ListColumn, listColumns, type ListName, type TableName } from '#shared/settings/lists.ts';
import { bindClasses } from '../class-names.ts';
import type { ChosenColumns } from '../stores/columns.ts';
import { FilterField } from './filter-field.tsx';
import styles from './list-screen.module.css';
import { ViewsMenu } from './views-menu.tsx';
import type { Exporting } from '../stores/export-file.ts';
import { ExportState } from './export-menu.tsx';
import { Columns3 } from 'lucide-react';
import { ownMember } from '#shared/base/own-member.ts';
import { Menu } from './menu.tsx';
import { countText } from '#shared/base/pluralize.ts';
import type { Ticks } from '../stores/ticks.ts';

const cls = bindClasses(styles);

interface ListScreenProps extends Omit<ListNoticesProps, 'children'> {
  head: ReactNode;
  /** Messages between the filters in use and the table. */
  notices?: ReactNode;
  /** The open row, beside the table; null if none is open. Left out on screens that open rows elsewhere. */
  panel?: ReactNode;
  children: ReactNode;
}

/** A screen that lists rows: heading, filters in use and messages, then the table with the open row beside it. */
export function ListScreen({ head, notices, panel, children, ...filters }: ListScreenProps) {
  return (
    <Page>
      {head}
      <ListNotices {...filters}>{notices}</ListNotices>
      {panel === undefined ? children : <SplitView panel={panel}>{children}</SplitView>}
    </Page>
  );
}

interface NoMatchesProps {
  /** What a row is, such as "invite". */
  what: string;
  search: string;
  others?: readonly Pick<OtherFilter, 'id'>[];
  children?: ReactNode;
}

/** Says that no row of a list matches its search and filters. */
export function NoMatches({ what, search, others = [], children }: NoMatchesProps) {
  return (
    <EmptyState
      title={search === '' ? `No ${what} matches this filter.` : `No ${what} matches “${search}”.`}
      action={<Button onPress={() => clearFilters(others.map(({ id }) => id))}>Clear filter</Button>}
    >
      {children}
    </EmptyState>
  );
}

type Chosen = ChosenColumns<{ id: string; header: ReactNode }>;

export function ListControls({ list, rest, chosen }: { list: TableName; rest?: number; chosen: Chosen }) {
  return (
    <>
      <FilterField list={list} rest={rest} />
      <FilterButton list={list} />
      <ColumnsMenu chosen={chosen} />
      <ViewsMenu list={list} />
    </>
  );
}

export function ListTools({ children }: { children: ReactNode }) {
  return (
    <div className={`${cls('tools')} wrap fixed row to-end gap-4 ruled-below`} role="group" aria-label="List">
      {children}
    </div>
  );
}

export function Notices({ children }: { children: ReactNode }) {
  return <div className={`${cls('notices')} stack fixed gap-8`}>{children}</div>;
}

export interface ListNoticesProps {
  list: TableName;
  others?: readonly OtherFilter[];
  chosen: Pick<ChosenColumns<{ id: string }>, 'error'>;
  exporting?: Exporting;
  children?: ReactNode;
}

export function ListNotices({ list, others, chosen, exporting, children }: ListNoticesProps) {
  return (
    <Notices>
      <FilterChips list={list} others={others} />
      {children}
      {exporting === undefined ? null : <ExportState exporting={exporting} />}
      <Problem title="The columns could not be saved." error={chosen.error} />
    </Notices>
  );
}

function columnLabel(list: ListName, { id, header }: { id: string; header: ReactNode }): string {
  const described: Readonly<Record<string, ListColumn>> = list === 'documents' ? {} : listColumns[list];
  return ownMember(described, id)?.label ?? (typeof header === 'string' ? header : id);
}

function ColumnsMenu({ chosen }: { chosen: Chosen }) {
  return (
    <Menu
      label="Columns"
      width={220}
      button={{ size: 'small', variant: 'quiet', icon: Columns3 }}
      choices={[
        ...chosen.all
          .filter((column) => chosen.mayHide(column.id))
          .map((column) => ({
            id: column.id,
            label: columnLabel(chosen.list, column),
            current: chosen.isShown(column.id),
            onChoose: () => chosen.toggle(column.id),
          })),
        {
          label: 'Show default columns',
          apart: true,
          disabled: chosen.reset === null,
          onChoose: () => chosen.reset?.(),
        },
      ]}
    />
  );
}

interface TickedBarProps {
  label: string;
  count: number;
  ticks: Pick<Ticks<unknown>, 'tickAll' | 'tickable' | 'allLoaded' | 'clear'>;
  /** The outcome of the last action, or why none is possible; spoken. */
  outcome?: ReactNode;
  children: ReactNode;
}

/** Above a list while rows are ticked: the count, bulk actions and Clear. */
export function TickedBar({ label, count, ticks, outcome = null, children }: TickedBarProps) {
  const { run, pending, problem } = useWork();
  const { tickAll } = ticks;
  return (
    <div className={`${cls('bar')} wrap fixed row ruled-below gap-4-8`} role="region" aria-label={label}>
      <span className="medium">{`${countText(count)}${ticks.allLoaded && count < ticks.tickable ? ` of ${countText(ticks.tickable)}` : ''} selected`}</span>
      {tickAll === null ? null : (
        <LinkButton size="small" pending={pending} onPress={() => void run(tickAll())}>
          {`Select all ${countText(ticks.tickable)}`}
        </LinkButton>
      )}
      {children}
      <SmallButton variant="quiet" onPress={ticks.clear}>
        Clear
      </SmallButton>
      <span className={`${cls('outcome')} quiet`} role="status">
        {problem ?? outcome}
      </span>
    </div>
  );
}
