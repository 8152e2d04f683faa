import { useState } from 'react';
import { maxDecided } from '#shared/ipc/outbox.ts';
import { takeAnswer } from '../bridge.ts';
import type { PagedListHandle } from './paged-list.ts';

/** The ticked rows of a list. Ticks belong to the list as it is narrowed: what is not in it any more is not acted on. */
export type Ticks<Row> = ReturnType<typeof useTicks<Row>>;

interface Held<Row> {
  key: string;
  ticked: ReadonlySet<string>;
  /** Rows that were read to be ticked and may not be loaded. */
  read: ReadonlyMap<string, Row>;
}

/**
 * @param key names the list as it is narrowed
 * @param list the list whose rows are all ticked by `tickAll`
 * @param shown the rows that can be ticked one by one, where these are more than those of the list
 */
export function useTicks<Row>(key: string, list: PagedListHandle<Row>, shown: readonly Row[] = list.rows) {
  const empty: Held<Row> = { key, ticked: new Set(), read: new Map() };
  const [kept, setHeld] = useState<Held<Row>>(empty);
  const held = kept.key === key ? kept : empty;
  const { ticked, read } = held;
  const loaded = new Map(shown.map((row) => [list.rowId(row), row]));
  const tickable = Math.min(list.total, maxDecided);

  const tickAll = () =>
    takeAnswer(list.readAll(maxDecided), (rows) => {
      const byId = new Map(rows.map((row) => [list.rowId(row), row]));
      setHeld({ key, ticked: new Set(byId.keys()), read: byId });
    });

  return {
    ticked,
    rows: [...ticked].flatMap((id) => loaded.get(id) ?? read.get(id) ?? []),
    setTicked: (next: ReadonlySet<string>) => setHeld({ key, ticked: next, read }),
    clear: () => setHeld(empty),
    /** Ticks every row, loaded or not, up to the limit; null if all are ticked. Returns a problem or null. */
    tickAll: ticked.size >= tickable ? null : tickAll,
    /** Whether every row that is loaded is ticked: nobody is to take those for all. */
    allLoaded: list.rows.every((row) => ticked.has(list.rowId(row))),
    /** How many rows `tickAll` would tick. */
    tickable,
  };
}
