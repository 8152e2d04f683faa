import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { listColumns, type ListColumn, type ListName } from '#shared/settings/lists.ts';
import { ownMember } from '#shared/base/own-member.ts';
import type { ChosenColumns } from '../stores/columns.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

function columnLabel(list: ListName, { id, header }: { id: string; header: ReactNode }): string {
  const described: Readonly<Record<string, ListColumn>> = list === 'documents' ? {} : listColumns[list];
  return ownMember(described, id)?.label ?? (typeof header === 'string' ? header : id);
}

/** Chooses the columns of a list; those that are shown have a tick. */
export function ColumnsMenu<Column extends { id: string; header: ReactNode }>({
  chosen,
}: {
  chosen: ChosenColumns<Column>;
}) {
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
