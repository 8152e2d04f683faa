import { useMemo } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import type { ListWithColumns } from '#shared/settings.ts';
import { useAction } from './action.ts';
import { useSession, useWorkspace } from './session.ts';

/** Which columns of a list are shown; kept with the workspace. */
export interface ChosenColumns<Column extends { id: string }> {
  columns: readonly Column[];
  isShown: (id: string) => boolean;
  /** The first column always stays: it names the row. */
  mayHide: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Shows the usual ones again; null where they are shown. */
  reset: (() => void) | null;
  error: CallError | null;
}

/**
 * The columns that a person chose for a list, in the list's own order.
 * @param all every column there is
 * @param usual the ids that are shown where nothing was chosen
 */
export function useColumns<Column extends { id: string }>(
  list: ListWithColumns,
  all: readonly Column[],
  usual: readonly string[],
): ChosenColumns<Column> {
  const kept = useWorkspace().settings.columns;
  const update = useAction('workspaces.updateSettings');
  const chosen = kept[list];
  // The same list as long as nothing else is chosen, so that rows need not be drawn anew.
  const columns = useMemo(
    () => all.filter(({ id }) => id === all[0]?.id || (chosen ?? usual).includes(id)),
    [all, chosen, usual],
  );
  const { run, error } = update;
  return useMemo(() => {
    const shown = new Set(chosen ?? usual);
    const first = all[0]?.id;
    const isShown = (id: string) => id === first || shown.has(id);

    async function keep(ids: string[] | undefined): Promise<void> {
      const { [list]: _before, ...others } = kept;
      const result = await run({ columns: ids === undefined ? others : { ...others, [list]: ids } });
      if (result.ok) useSession.getState().adoptWorkspace(result.value);
    }

    return {
      columns,
      isShown,
      mayHide: (id) => id !== first,
      toggle(id) {
        void keep(
          all.map((column) => column.id).filter((one) => (one === id ? !isShown(one) : isShown(one))),
        );
      },
      reset: chosen === undefined ? null : () => void keep(undefined),
      error,
    };
  }, [list, all, usual, columns, chosen, kept, run, error]);
}
