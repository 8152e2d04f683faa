import {
  rowGroup,
  type ImportDuplicate,
  type ImportFilter,
  type ImportRow,
  type ImportStatus,
  type RowGroup,
} from '#shared/ipc/imports.ts';
import type { ListItem } from '../store/import-item.ts';
import { noChange, type BulkChange, type Going } from './bulk-change.ts';
import { createKeyIndex } from './key-index.ts';
import { readDateOrders } from './list-dates.ts';
import type { ListRules, RowDefaults } from './list-rules.ts';
import { createPace } from './pace.ts';
import type { FileRow } from './reading.ts';
import { neverExpires, takeCells } from './field-text.ts';
import { createOddRowFinder, leavesOut, looksLikeTitle, type Oddity } from './odd-rows.ts';

/** How rows are taken. */
export interface TakingRules extends RowDefaults {
  skipKnown: boolean;
}

export type RowCounts = ImportStatus['counts'];

const results = ['ready', 'problem', 'duplicate', 'left_out'] as const;
type Result = (typeof results)[number];
/** Rows that were queued are set aside, and no filter shows them. */
const codes: Record<Result | 'queued', number> = {
  ready: 0,
  problem: 1,
  duplicate: 2,
  left_out: 3,
  queued: 4,
};
/** What a filter shows, in the order in which it does: what needs a correction comes before what needs a decision. */
const shown: Record<ImportFilter, readonly (readonly Result[])[]> = {
  all: [results],
  ready: [['ready']],
  to_look_at: [['problem'], ['duplicate']],
  problems: [['problem']],
  duplicates: [['duplicate']],
  mended: [results],
  left_out: [['left_out']],
};
const maxShown = 2000;
const maxReturned = 200;

export type RowTable = ReturnType<typeof createRowTable>;

/**
 * The rows of a list that is imported, with what was found about each. Rows are named by their number in the file.
 * @param rows in the order of the file, without the row of headings
 * @param headings the cells of that row
 */
export function createRowTable(rows: readonly FileRow[], list: ListRules, headings: readonly string[] = []) {
  const { known } = list;
  const found = new Uint8Array(rows.length);
  /** The number of the list that a row was queued with; 0 for none. */
  const batches = new Int32Array(rows.length);
  const odd = new Map<number, Oddity>();
  const findOddity = createOddRowFinder(headings, list.headings);
  /** How many cells of a row are taken otherwise than they stand in the file. */
  const cleaned = new Map<number, number>();
  const choices = new Map<number, 'in' | 'out'>();
  const mendable = new Map<number, number>();
  /** The cells that a person changed. */
  const edited = new Map<number, Set<number>>();
  /** What stood in the cells that were mended, by row and column. */
  const mended = new Map<number, Map<number, string>>();
  const duplicates = new Map<number, ImportDuplicate>();
  const byKey = createKeyIndex();
  let rules: TakingRules = { fields: [], skipKnown: true, message: '', type: '' };
  let usedColumns = 0;
  let expiryColumn = -1;
  let endlessWords = false;
  const tally = new Uint32Array(results.length + 1);

  const cellsAt = (index: number): string[] => rows[index]?.cells ?? [];
  /** The cells as their fields are read; those of the last row are at hand. */
  let last: { index: number; cells: readonly string[] } | null = null;
  function takenAt(index: number): readonly string[] {
    if (last?.index !== index)
      last = { index, cells: takeCells(cellsAt(index), rules.fields, rules.endless === true) };
    return last.cells;
  }

  /** What stood in the cells of a row that are taken otherwise, by column. */
  function textsBefore(index: number): Map<number, string> {
    const cells = cellsAt(index);
    const before = new Map(rows[index]?.was?.filter(([column]) => !edited.get(index)?.has(column)));
    for (const [column, text] of takenAt(index).entries()) {
      const stood = cells[column] ?? '';
      if (text !== stood && !before.has(column)) before.set(column, stood);
    }
    for (const [column, text] of mended.get(index) ?? []) before.set(column, text);
    return new Map([...before].filter(([column]) => (rules.fields[column] ?? 'skip') !== 'skip'));
  }

  /** Where a row of the file stands among the rows, which are in the file's order; null where it is not among them. */
  function toPlace(row: number): number | null {
    let low = 0;
    let high = rows.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const number = rows[middle]?.row ?? 0;
      if (number === row) return middle;
      if (number < row) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }

  const getKeys = (index: number): string[] => list.getKeys(takenAt(index), rules);

  function earlierReady(keys: readonly string[], index: number): number | null {
    for (const key of keys) {
      for (const other of byKey.getRows(key)) {
        if (other >= index) break;
        if (found[other] === codes.ready || found[other] === codes.queued) return other;
      }
    }
    return null;
  }

  function evaluate(index: number, keys?: readonly string[]): Result | 'queued' {
    duplicates.delete(index);
    odd.delete(index);
    mendable.delete(index);
    cleaned.delete(index);
    if (batches[index] !== 0) return 'queued';
    const choice = choices.get(index);
    if (choice === 'out') return 'left_out';
    const row = rows[index];
    const oddity = choice === 'in' || row === undefined ? null : findOddity(row);
    if (oddity !== null) {
      odd.set(index, oddity);
      if (leavesOut.has(oddity.kind)) return 'left_out';
    }
    const cells = takenAt(index);
    if (cells !== cellsAt(index) || row?.was !== undefined || mended.has(index)) {
      const before = textsBefore(index).size;
      if (before > 0) cleaned.set(index, before);
    }
    if (oddity !== null) return 'problem';
    if (neverExpires(cellsAt(index)[expiryColumn] ?? '')) endlessWords = true;
    const checked = list.checkRow(cells, rules);
    if (!checked.ok) {
      const mends = checked.problems.filter(({ mend }) => mend !== undefined).length;
      if (looksLikeTitle(cells, usedColumns)) odd.set(index, { kind: 'title', remark: null });
      else if (mends > 0) mendable.set(index, mends);
      return 'problem';
    }
    if (!rules.skipKnown) return 'ready';
    const own = keys ?? getKeys(index);
    const earlier = earlierReady(own, index);
    const duplicate: ImportDuplicate | null =
      earlier === null
        ? known.find(own)
        : { kind: 'row', row: rows[earlier]?.row ?? 0, queued: found[earlier] === codes.queued };
    if (duplicate === null) return 'ready';
    duplicates.set(index, duplicate);
    return choice === 'in' ? 'ready' : 'duplicate';
  }

  function note(index: number, result: Result | 'queued'): void {
    const before = found[index] ?? 0;
    tally[before] = (tally[before] ?? 0) - 1;
    found[index] = codes[result];
    tally[codes[result]] = (tally[codes[result]] ?? 0) + 1;
  }

  /** Looks again at a row and at those below that share a key with it, before and after `change`; returns the latter. */
  function reconsiderAt(index: number, change: () => void): number[] {
    const before = getKeys(index);
    const touched = new Set([index, ...before.flatMap((key) => byKey.getRows(key))]);
    for (const key of before) byKey.leave(key, index);
    change();
    for (const key of getKeys(index)) {
      byKey.join(key, index);
      for (const other of byKey.getRows(key)) touched.add(other);
    }
    for (const one of [...touched].toSorted((a, b) => a - b)) note(one, evaluate(one));
    touched.delete(index);
    return [...touched];
  }

  function reconsider(row: number, change: (index: number) => void): ImportRow[] {
    const index = toPlace(row);
    if (index === null) return [];
    known.refresh();
    const touched = reconsiderAt(index, () => change(index));
    return [index, ...touched]
      .filter((one) => found[one] !== codes.queued)
      .slice(0, maxReturned)
      .map(rowAt);
  }

  /** Makes changes to many rows, in slices; ends early once stopped. */
  async function inSlices(
    changes: readonly { index: number; make: () => void }[],
    { onProgress, stopped }: Going,
  ): Promise<void> {
    known.refresh();
    const pace = createPace();
    for (const { index, make } of changes) {
      reconsiderAt(index, make);
      if (!pace.due()) continue;
      onProgress(index + 1);
      await pace.rest();
      if (stopped()) return;
    }
  }

  function write(index: number, column: number, text: string): void {
    const cells = cellsAt(index);
    while (cells.length < column) cells.push('');
    cells[column] = text;
    last = null;
  }

  function noteMended(index: number, column: number, before: string | null): void {
    const columns = mended.get(index) ?? new Map<number, string>();
    if (before === null) columns.delete(column);
    else columns.set(column, before);
    if (columns.size === 0) mended.delete(index);
    else mended.set(index, columns);
  }

  function getGroup(index: number): RowGroup | null {
    if (found[index] === codes.duplicate) return duplicates.get(index)?.kind ?? null;
    const group = rowGroup.safeParse(odd.get(index)?.kind);
    return group.success ? group.data : null;
  }

  function countGroups(): Map<RowGroup, number> {
    const counts = new Map<RowGroup, number>();
    for (const index of [...duplicates.keys(), ...odd.keys()]) {
      const group = getGroup(index);
      if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return counts;
  }

  function rowAt(index: number): ImportRow {
    const cells = takenAt(index);
    const checked = list.checkRow(cells, rules);
    const problems = new Map(checked.ok ? [] : checked.problems.map((one) => [one.column, one]));
    const before = textsBefore(index);
    const { kind = null, remark = null } = odd.get(index) ?? {};
    // What is left out has nothing to be corrected.
    const judged = kind === null || !leavesOut.has(kind);
    return {
      row: rows[index]?.row ?? 0,
      result: results[found[index] ?? 0] ?? 'ready',
      cells: [...rules.fields.entries()]
        .filter(([, field]) => field !== 'skip')
        .map(([column]) => ({
          column,
          text: (cells[column] ?? '').slice(0, maxShown),
          problem: judged ? (problems.get(column)?.problem ?? null) : null,
          mend: judged ? (problems.get(column)?.mend ?? null) : null,
          mendedFrom: before.get(column)?.slice(0, maxShown) ?? null,
        })),
      duplicate: duplicates.get(index) ?? null,
      looksLike: kind,
      remark,
      included: choices.get(index) === 'in',
    };
  }

  return {
    /** Whether an expiration is a word that may mean that there is none. */
    get hasEndlessWords() {
      return endlessWords;
    },
    get counts(): RowCounts {
      const [ready = 0, problems = 0, duplicate = 0, leftOut = 0, queued = 0] = tally;
      let passedOver = 0;
      let hidden = 0;
      for (const { kind } of odd.values()) {
        if (leavesOut.has(kind)) passedOver += 1;
        if (kind === 'hidden') hidden += 1;
      }
      return {
        all: rows.length - queued,
        queued,
        toFinish: ready + problems + duplicate + hidden,
        ready,
        problems,
        duplicates: duplicate,
        leftOut,
        passedOver,
        mendable: [...mendable.values()].reduce((sum, count) => sum + count, 0),
        mended: [...cleaned.values()].reduce((sum, count) => sum + count, 0),
      };
    },
    /** The rows that can be decided on together. */
    groups: (): ImportStatus['groups'] => [...countGroups()].map(([group, count]) => ({ group, count })),
    /** Sets all ready rows aside: they were queued as this list. */
    setQueued(batch: number): void {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.ready) continue;
        batches[index] = batch;
        note(index, evaluate(index));
      }
    },
    /** The rows that were queued as this list are to be checked again. */
    putBack(batch: number): void {
      for (const [index, queuedAs] of batches.entries()) if (queuedAs === batch) batches[index] = 0;
    },
    /** Checks every row, in slices; ends early once `stopped`. */
    async checkAll(
      next: TakingRules,
      onProgress: (row: number) => void,
      stopped: () => boolean,
    ): Promise<void> {
      rules = {
        ...next,
        dates: await readDateOrders(rows, next.fields, headings, list.dateOrder(), stopped),
      };
      if (stopped()) return;
      usedColumns = next.fields.filter((field) => field !== 'skip').length;
      expiryColumn = next.fields.indexOf('expiryDate');
      endlessWords = false;
      byKey.clear();
      duplicates.clear();
      odd.clear();
      last = null;
      mendable.clear();
      found.fill(codes.left_out);
      tally.fill(0);
      tally[codes.left_out] = rows.length;
      const pace = createPace();
      for (let index = 0; index < rows.length; index += 1) {
        const keys = getKeys(index);
        for (const key of keys) byKey.join(key, index);
        note(index, evaluate(index, keys));
        if (!pace.due()) continue;
        onProgress(index + 1);
        await pace.rest();
        if (stopped()) return;
      }
    },
    /** Changes a cell; returns the row and those whose judgement may have changed with it. */
    edit: (row: number, column: number, text: string) =>
      reconsider(row, (index) => {
        write(index, column, text.trim());
        edited.set(index, (edited.get(index) ?? new Set()).add(column));
        noteMended(index, column, null);
      }),
    choose: (row: number, choice: 'in' | 'out' | 'as_found') =>
      reconsider(row, (index) => {
        if (choice === 'as_found') choices.delete(index);
        else choices.set(index, choice);
      }),
    /** Mends every cell that can be mended without doubt. */
    async mendAll(going: Going): Promise<BulkChange> {
      const change = noChange('mended');
      await inSlices(
        [...mendable.keys()].map((index) => ({ index, make: () => mendRow(index, change) })),
        going,
      );
      return change;
    },
    /** Includes or leaves out all rows of a group. */
    async chooseAll(group: RowGroup, choice: 'in' | 'out', going: Going): Promise<BulkChange> {
      const change = noChange(choice === 'in' ? 'included' : 'skipped');
      const indexes = new Set(
        [...duplicates.keys(), ...odd.keys()].filter((index) => getGroup(index) === group),
      );
      await inSlices(
        [...indexes].map((index) => ({
          index,
          make: () => {
            change.choices.push({ index, before: choices.get(index), after: choice });
            change.count += 1;
            choices.set(index, choice);
          },
        })),
        going,
      );
      return change;
    },
    /** Takes a change back, except where a person changed the same since. */
    async undo({ cells, choices: chosen }: BulkChange, going: Going): Promise<void> {
      const back = [
        ...cells.map(({ index, column, before, after }) => ({
          index,
          make: () => {
            if (cellsAt(index)[column] !== after || mended.get(index)?.get(column) === undefined) return;
            write(index, column, before);
            noteMended(index, column, null);
          },
        })),
        ...chosen.map(({ index, before, after }) => ({
          index,
          make: () => {
            if (choices.get(index) !== after) return;
            if (before === undefined) choices.delete(index);
            else choices.set(index, before);
          },
        })),
      ];
      await inSlices(back, going);
    },
    /** A page of rows, of a group alone where one is given; the first begins with row `from` where there is one. */
    page(
      {
        filter,
        group = null,
        from = null,
      }: { filter: ImportFilter; group?: RowGroup | null; from?: number | null },
      after: string | null,
      limit: number,
    ) {
      const total = group === null ? getTotal(filter) : (countGroups().get(group) ?? 0);
      const passes = shown[filter];
      const start = `0 ${from === null ? 0 : (toPlace(from) ?? 0)}`;
      const [fromPass = 0, fromIndex = 0] = (after ?? start).split(' ').map(Number);
      const page: ImportRow[] = [];
      for (let pass = fromPass; pass < passes.length; pass += 1) {
        const wanted = new Set((passes[pass] ?? []).map((result) => codes[result]));
        for (let index = pass === fromPass ? fromIndex : 0; index < rows.length; index += 1) {
          if (!wanted.has(found[index] ?? 0)) continue;
          if (filter === 'mended' && !cleaned.has(index)) continue;
          if (group !== null && getGroup(index) !== group) continue;
          if (page.length === limit) return { rows: page, next: `${pass} ${index}`, total };
          page.push(rowAt(index));
        }
      }
      return { rows: page, next: null, total };
    },
    /** What all ready rows become, in the order of the file. */
    *items(): Generator<ListItem> {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.ready) continue;
        const checked = list.checkRow(takenAt(index), rules);
        if (!checked.ok) throw new Error('A row that was ready has a problem.');
        yield checked.item;
      }
    },
    /** The ready rows by their number in the file; what they become without the message for all. */
    *readyRows(): Generator<{ row: number; item: ListItem }> {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.ready) continue;
        const checked = list.checkRow(takenAt(index), { ...rules, message: '' });
        if (checked.ok) yield { row: rows[index]?.row ?? 0, item: checked.item };
      }
    },
    /** Every row that is not ready, with what keeps it from being; without those a person left out. */
    *unready(): Generator<{ cells: readonly string[]; row: ImportRow }> {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.problem && found[index] !== codes.duplicate) continue;
        yield { cells: cellsAt(index), row: rowAt(index) };
      }
    },
  };

  function mendRow(index: number, change: BulkChange): void {
    const checked = list.checkRow(takenAt(index), rules);
    if (checked.ok) return;
    for (const { column, mend } of checked.problems) {
      if (mend === undefined) continue;
      const before = cellsAt(index)[column] ?? '';
      write(index, column, mend);
      noteMended(index, column, before);
      change.cells.push({ index, column, before, after: mend });
      change.count += 1;
    }
  }

  function getTotal(filter: ImportFilter): number {
    if (filter === 'mended') return cleaned.size;
    return shown[filter].flat().reduce((sum, result) => sum + (tally[codes[result]] ?? 0), 0);
  }
}
