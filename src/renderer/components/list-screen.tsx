import type { ReactNode } from 'react';
import { clearFilters } from '../stores/list-query.ts';
import { Button } from './button.tsx';
import type { OtherFilter } from './column-filters.tsx';
import { SplitView } from './detail-panel.tsx';
import { ListNotices, type ListNoticesProps } from './list-tools.tsx';
import { EmptyState } from './message-block.tsx';
import { Page } from './page.tsx';

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
