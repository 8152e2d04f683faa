import type { ImportDuplicate, ImportFilter, ImportRow } from '#shared/ipc/imports.ts';
import type { ListItem, ListRules, RowDefaults } from './list-rules.ts';
import { createPace } from './pace.ts';
import type { FileRow } from './reading.ts';

/** How rows are taken. */
export interface TakingRules extends RowDefaults {
  skipKnown: boolean;
}

export interface RowCounts {
  all: number;
  ready: number;
  problems: number;
  duplicates: number;
  leftOut: number;
}

const results = ['ready', 'problem', 'duplicate', 'left_out'] as const;
type Result = (typeof results)[number];
const codes: Record<Result, number> = { ready: 0, problem: 1, duplicate: 2, left_out: 3 };
/** What a filter shows, in the order in which it does: what needs a correction comes before what needs a decision. */
const shown: Record<ImportFilter, readonly (readonly Result[])[]> = {
  all: [results],
  ready: [['ready']],
  to_look_at: [['problem'], ['duplicate']],
  duplicates: [['duplicate']],
  left_out: [['left_out']],
};
const longestShown = 2000;
const mostReturned = 200;

/** The rows of a list that is imported, with what was found about each. Rows are named by their number in the file. */
export interface RowTable {
  readonly counts: RowCounts;
  /** Checks every row, in slices; ends early once `stopped`. */
  checkAll(rules: TakingRules, onProgress: (row: number) => void, stopped: () => boolean): Promise<void>;
  /** Changes a cell; returns the row and those whose judgement may have changed with it. */
  edit(row: number, column: number, text: string): ImportRow[];
  choose(row: number, choice: 'in' | 'out' | 'as_found'): ImportRow[];
  page(
    filter: ImportFilter,
    after: string | null,
    limit: number,
    /** The row that the first page begins with. */
    from?: number | null,
  ): { rows: ImportRow[]; next: string | null; total: number };
  /** The ready rows by their number in the file; what they become without the message for all. */
  readyRows(): Generator<{ row: number; item: ListItem }>;
  /** What all ready rows become, in the order of the file. */
  items(): Generator<ListItem>;
  /** Every row that is not ready, with what keeps it from being; without those a person left out. */
  unready(): Generator<{ cells: readonly string[]; row: ImportRow }>;
}

/** @param rows in the order of the file, without the row of headings */
export function createRowTable(rows: readonly FileRow[], list: ListRules): RowTable {
  const { known } = list;
  const found = new Uint8Array(rows.length);
  const choices = new Map<number, 'in' | 'out'>();
  const duplicates = new Map<number, ImportDuplicate>();
  let byKey = new Map<string, number | number[]>();
  let rules: TakingRules = { fields: [], skipKnown: true, message: '', type: '' };
  const tally = new Uint32Array(results.length);

  const cellsAt = (index: number): string[] => rows[index]?.cells ?? [];

  /** Where a row of the file stands among the rows, which are in the file's order; null where it is not among them. */
  function placeOf(row: number): number | null {
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

  const keysOf = (index: number): string[] => list.keysOf(cellsAt(index), rules);

  function withKey(key: string): readonly number[] {
    const held = byKey.get(key);
    return held === undefined ? [] : typeof held === 'number' ? [held] : held;
  }

  function join(key: string, index: number): void {
    const held = byKey.get(key);
    if (held === undefined) byKey.set(key, index);
    else if (typeof held === 'number') byKey.set(key, held < index ? [held, index] : [index, held]);
    else if ((held.at(-1) ?? -1) < index) held.push(index);
    else
      byKey.set(
        key,
        [...held, index].toSorted((one, other) => one - other),
      );
  }

  function leave(key: string, index: number): void {
    const others = withKey(key).filter((one) => one !== index);
    if (others.length === 0) byKey.delete(key);
    else byKey.set(key, others);
  }

  function earlierReady(keys: readonly string[], index: number): number | null {
    for (const key of keys) {
      for (const other of withKey(key)) {
        if (other >= index) break;
        if (found[other] === codes.ready) return other;
      }
    }
    return null;
  }

  function evaluate(index: number): Result {
    duplicates.delete(index);
    const choice = choices.get(index);
    if (choice === 'out') return 'left_out';
    const checked = list.checkRow(cellsAt(index), rules);
    if (!checked.ok) return 'problem';
    if (!rules.skipKnown) return 'ready';
    const keys = keysOf(index);
    const earlier = earlierReady(keys, index);
    const duplicate: ImportDuplicate | null =
      earlier === null ? known.find(keys) : { kind: 'row', row: rows[earlier]?.row ?? 0 };
    if (duplicate === null) return 'ready';
    duplicates.set(index, duplicate);
    return choice === 'in' ? 'ready' : 'duplicate';
  }

  function note(index: number, result: Result): void {
    const before = found[index] ?? 0;
    tally[before] = (tally[before] ?? 0) - 1;
    found[index] = codes[result];
    tally[codes[result]] = (tally[codes[result]] ?? 0) + 1;
  }

  /** Looks again at a row and at those below that share a key with it, before and after `change`. */
  function reconsider(row: number, change: (index: number) => void): ImportRow[] {
    const index = placeOf(row);
    if (index === null) return [];
    known.refresh();
    const before = keysOf(index);
    const touched = new Set([index, ...before.flatMap(withKey)]);
    for (const key of before) leave(key, index);
    change(index);
    for (const key of keysOf(index)) {
      join(key, index);
      for (const other of withKey(key)) touched.add(other);
    }
    for (const one of [...touched].toSorted((a, b) => a - b)) note(one, evaluate(one));
    touched.delete(index);
    return [index, ...touched].slice(0, mostReturned).map(rowAt);
  }

  function rowAt(index: number): ImportRow {
    const cells = cellsAt(index);
    const checked = list.checkRow(cells, rules);
    const problems = new Map(checked.ok ? [] : checked.problems.map((one) => [one.column, one.problem]));
    return {
      row: rows[index]?.row ?? 0,
      result: results[found[index] ?? 0] ?? 'ready',
      cells: [...rules.fields.entries()]
        .filter(([, field]) => field !== 'skip')
        .map(([column]) => ({
          column,
          text: (cells[column] ?? '').slice(0, longestShown),
          problem: problems.get(column) ?? null,
        })),
      duplicate: duplicates.get(index) ?? null,
      included: choices.get(index) === 'in',
    };
  }

  return {
    get counts() {
      const [ready = 0, problems = 0, duplicate = 0, leftOut = 0] = tally;
      return { all: rows.length, ready, problems, duplicates: duplicate, leftOut };
    },
    async checkAll(next, onProgress, stopped) {
      rules = next;
      byKey = new Map();
      duplicates.clear();
      found.fill(codes.left_out);
      tally.fill(0);
      tally[codes.left_out] = rows.length;
      const pace = createPace();
      for (let index = 0; index < rows.length; index += 1) {
        note(index, evaluate(index));
        for (const key of keysOf(index)) join(key, index);
        if (!pace.due()) continue;
        onProgress(index + 1);
        await pace.rest();
        if (stopped()) return;
      }
    },
    edit: (row, column, text) =>
      reconsider(row, (index) => {
        const cells = cellsAt(index);
        while (cells.length < column) cells.push('');
        cells[column] = text.trim();
      }),
    choose: (row, choice) =>
      reconsider(row, (index) => {
        if (choice === 'as_found') choices.delete(index);
        else choices.set(index, choice);
      }),
    page(filter, after, limit, from = null) {
      const passes = shown[filter];
      const start = `0 ${from === null ? 0 : (placeOf(from) ?? 0)}`;
      const [fromPass = 0, fromIndex = 0] = (after ?? start).split(' ').map(Number);
      const page: ImportRow[] = [];
      for (let pass = fromPass; pass < passes.length; pass += 1) {
        const wanted = new Set((passes[pass] ?? []).map((result) => codes[result]));
        for (let index = pass === fromPass ? fromIndex : 0; index < rows.length; index += 1) {
          if (!wanted.has(found[index] ?? 0)) continue;
          if (page.length === limit) return { rows: page, next: `${pass} ${index}`, total: totalOf(filter) };
          page.push(rowAt(index));
        }
      }
      return { rows: page, next: null, total: totalOf(filter) };
    },
    *items() {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.ready) continue;
        const checked = list.checkRow(cellsAt(index), rules);
        if (!checked.ok) throw new Error('A row that was ready has a problem.');
        yield checked.item;
      }
    },
    *readyRows() {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.ready) continue;
        const checked = list.checkRow(cellsAt(index), { ...rules, message: '' });
        if (checked.ok) yield { row: rows[index]?.row ?? 0, item: checked.item };
      }
    },
    *unready() {
      for (let index = 0; index < rows.length; index += 1) {
        if (found[index] !== codes.problem && found[index] !== codes.duplicate) continue;
        yield { cells: cellsAt(index), row: rowAt(index) };
      }
    },
  };

  function totalOf(filter: ImportFilter): number {
    return shown[filter].flat().reduce((sum, result) => sum + (tally[codes[result]] ?? 0), 0);
  }
}
