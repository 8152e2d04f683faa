import type { ReactNode } from 'react';
import { type ListColumn, listColumns, type ListName, type TableName } from '#shared/settings/lists.ts';
import { bindClasses } from '../class-names.ts';
import type { ChosenColumns } from '../stores/columns.ts';
import { FilterButton, FilterChips, type OtherFilter } from './column-filters.tsx';
import { FilterField } from './filter-field.tsx';
import styles from './list-tools.module.css';
import { ViewsMenu } from './views-menu.tsx';
import type { Exporting } from '../stores/export-file.ts';
import { ExportState } from './export-menu.tsx';
import { Problem } from './message-block.tsx';
import { Columns3 } from 'lucide-react';
import { ownMember } from '#shared/base/own-member.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

const cls = bindClasses(styles);

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
      trigger={
        <Button variant="quiet" size="small" icon={Columns3}>
          Columns
        </Button>
      }
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
          id: 'usual columns',
          label: 'Show default columns',
          apart: true,
          disabled: chosen.reset === null,
          onChoose: () => chosen.reset?.(),
        },
      ]}
    />
  );
}
