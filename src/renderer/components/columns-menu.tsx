import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChosenColumns } from '../stores/columns.ts';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';
import { MessageBlock } from './message-block.tsx';

/** Chooses the columns of a list; those that are shown have a tick. */
export function ColumnsMenu<Column extends { id: string; header: ReactNode }>({
  all,
  chosen,
}: {
  all: readonly Column[];
  chosen: ChosenColumns<Column>;
}) {
  return (
    <Menu
      label="Columns"
      width={220}
      trigger={<IconButton icon={Columns3} label="Columns" />}
      choices={[
        ...all
          .filter((column) => chosen.mayHide(column.id))
          .map((column) => ({
            id: column.id,
            label: typeof column.header === 'string' ? column.header : column.id,
            current: chosen.isShown(column.id),
            onChoose: () => chosen.toggle(column.id),
          })),
        {
          id: 'usual columns',
          label: 'Show the usual columns',
          apart: true,
          disabled: chosen.reset === null,
          onChoose: () => chosen.reset?.(),
        },
      ]}
    />
  );
}

/** Why the choice of columns could not be kept. */
export function ColumnsProblem({ chosen }: { chosen: Pick<ChosenColumns<{ id: string }>, 'error'> }) {
  if (chosen.error === null) return null;
  return (
    <MessageBlock tone="neg" live title="The columns could not be kept.">
      {chosen.error.message}
    </MessageBlock>
  );
}
