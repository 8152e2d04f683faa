import { useMemo } from 'react';
import type { ListName } from '#shared/settings/lists.ts';
import { useAction } from './action.ts';
import { adoptWorkspace, useWorkspace } from './session.ts';

/** Which columns of a list are shown, and how wide; saved with the workspace. */
export type ChosenColumns<Column extends { id: string }> = ReturnType<typeof useColumns<Column>>;

const noWidths: Readonly<Record<string, number>> = {};

/**
 * The columns that a person chose for a list, in the list's own order.
 * @param all every column there is
 * @param usual the ids that are shown where nothing was chosen
 */
export function useColumns<Column extends { id: string }>(
  list: ListName,
  all: readonly Column[],
  usual: readonly string[],
) {
  const { columns: keptColumns, columnWidths: keptWidths } = useWorkspace().settings;
  const update = useAction('workspaces.updateSettings', adoptWorkspace);
  const chosen = keptColumns[list];
  const widths = keptWidths[list] ?? noWidths;
  // The same array while the choice is the same, so that rows do not render again.
  const columns = useMemo(
    () => all.filter(({ id }) => id === all[0]?.id || (chosen ?? usual).includes(id)),
    [all, chosen, usual],
  );
  const shown = new Set(chosen ?? usual);
  const first = all[0]?.id;
  const isShown = (id: string) => id === first || shown.has(id);

  function keep(change: { columns?: string[] | null; widths?: Record<string, number> }): void {
    void update.run({
      ...(change.columns === undefined ? {} : { columns: withList(keptColumns, list, change.columns) }),
      ...(change.widths === undefined ? {} : { columnWidths: withList(keptWidths, list, change.widths) }),
    });
  }

  return {
    list,
    all,
    columns,
    /** The widths that a person gave, in CSS pixels by the columns' ids. */
    widths,
    isShown,
    /** The first column always stays: it names the row. */
    mayHide: (id: string) => id !== first,
    toggle: (id: string) => {
      const ids = all.map((column) => column.id);
      keep({ columns: ids.filter((one) => (one === id ? !isShown(one) : isShown(one))) });
    },
    resize: (id: string, width: number) => keep({ widths: { ...widths, [id]: width } }),
    /** Restores the default columns and widths; null if they are shown. */
    reset:
      chosen === undefined && Object.keys(widths).length === 0
        ? null
        : () => keep({ columns: null, widths: {} }),
    error: update.error,
  };
}

/** What is kept by list, with another value for one; null takes it away. */
export function withList<T>(
  kept: Partial<Record<ListName, T>>,
  list: ListName,
  value: T | null,
): Partial<Record<ListName, T>> {
  const { [list]: _before, ...others } = kept;
  return value === null ? others : { ...others, [list]: value };
}
