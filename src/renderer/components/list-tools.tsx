import type { ReactNode } from 'react';
import type { TableName } from '#shared/settings/lists.ts';
import { bindClasses } from '../class-names.ts';
import type { ChosenColumns } from '../stores/columns.ts';
import { FilterButton } from './column-filters.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterField } from './filter-field.tsx';
import styles from './list-tools.module.css';
import { ViewsMenu } from './views-menu.tsx';

const cls = bindClasses(styles);

/** What narrows a list, its columns and its views. */
export function ListControls<Column extends { id: string; header: ReactNode }>({
  list,
  rest,
  chosen,
}: {
  list: TableName;
  rest?: number;
  chosen: ChosenColumns<Column>;
}) {
  return (
    <>
      <FilterField list={list} rest={rest} />
      <FilterButton list={list} />
      <ColumnsMenu chosen={chosen} />
      <ViewsMenu list={list} />
    </>
  );
}

/** Stands above a list that has no tabs to stand beside. */
export function ListTools({ children }: { children: ReactNode }) {
  return (
    <div className={`${cls('tools')} wrap fixed row to-end gap-4 ruled-below`} role="group" aria-label="List">
      {children}
    </div>
  );
}
