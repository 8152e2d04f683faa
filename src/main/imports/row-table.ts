import {
  rowGroup,
  type ImportDuplicate,
  type ImportFilter,
  type ImportRow,
  type ImportStatus,
  type RowGroup,
} from '#shared/ipc/imports.ts';
import type { ListItem } from '../store/import-rows.ts';
import { neverExpires, takeCells } from './field-text.ts';
import { readDateOrders } from './list-dates.ts';
import type { ListRules, RowDefaults } from './list-rules.ts';
import { createOddRowFinder, leavesOut, looksLikeTitle, type Oddity } from './odd-rows.ts';
import { createPace } from './pace.ts';
import type { FileRow } from './reading.ts';

/** `skipKnown` leaves out what this computer already knows. */
export type TakingRules = RowDefaults & { skipKnown: boolean };
/** The rows of a page: of a filter or one group, from this row number on. */
type PageOf = { filter: ImportFilter; group?: RowGroup | null; from?: number | null };

export interface Going {
  onProgress: (row: number) => void;
  stopped: () => boolean;
}

interface Step {
  row: Row;
  make: () => void;
}

/** A change to `count` cells or rows, with the steps that undo it where nobody changed them since. */
export interface BulkChange {
  kind: NonNullable<ImportStatus['lastBulk']>['kind'];
  count: number;
  back: Step[];
}

/** No filter shows queued rows. */
type Result = ImportRow['result'] | 'queued';

class Row {
  readonly file: FileRow;
  result: Result = 'left_out';
  /** The number of the list it was queued with; 0 for none. */
  batch = 0;
  choice: 'in' | 'out' | null = null;
  odd: Oddity | null = null;
  duplicate: ImportDuplicate | null = null;
  /** Cells that can be corrected, and those read differently from the file. */
  fixes = 0;
  cleaned = 0;
  /** The original text of changed cells, by column. */
  before: Map<number, string> | null;
  constructor(file: FileRow) {
    this.file = file;
    this.before = file.was === undefined ? null : new Map(file.was);
  }
}

/** The passes of each filter: corrections come before decisions. */
const shown: Record<ImportFilter, readonly (readonly Result[])[]> = {
  all: [['ready', 'problem', 'duplicate', 'left_out']],
  ready: [['ready']],
  to_look_at: [['problem'], ['duplicate']],
  problems: [['problem']],
  duplicates: [['duplicate']],
  fixed: [['ready', 'problem', 'duplicate', 'left_out']],
  left_out: [['left_out']],
};
const maxShown = 2000;
const maxReturned = 200;

export type RowTable = ReturnType<typeof createRowTable>;

/** The rows of a list below its headings, with what was found about each. Rows are named by their number in the file. */
export function createRowTable(files: readonly FileRow[], list: ListRules, headings: readonly string[] = []) {
  const { known } = list;
  /** Filled when the rows are checked, in slices. */
  const rows: Row[] = [];
  const by = { ready: 0, problem: 0, duplicate: 0, left_out: 0, queued: 0 };
  const of = { hidden: 0, passedOver: 0, fixable: 0, fixed: 0 };
  const findOddity = createOddRowFinder(headings, list.headings);
  /** The rows with a key, in order; nearly every key has one row. */
  const byKey = new Map<string, Row | Row[]>();
  function sharing(key: string): Row[] {
    const held = byKey.get(key) ?? [];
    return Array.isArray(held) ? held : [held];
  }
  let rules: TakingRules = { fields: [], skipKnown: true, message: '', type: '' };
  let usedColumns = 0;
  let expiryColumn = -1;
  let endlessWords = false;

  /** The cells as their fields are read; those of the last row are cached. */
  let last: { row: Row; cells: readonly string[] } | null = null;
  function takenCells(row: Row): readonly string[] {
    if (last?.row !== row)
      last = { row, cells: takeCells(row.file.cells, rules.fields, rules.endless === true) };
    return last.cells;
  }

  /** The original text of cells that are read differently, by column. */
  function textsBefore(row: Row): Map<number, string> {
    const before = new Map(row.before);
    for (const [column, text] of takenCells(row).entries()) {
      const stood = row.file.cells[column] ?? '';
      if (text !== stood && !before.has(column)) before.set(column, stood);
    }
    return new Map([...before].filter(([column]) => (rules.fields[column] ?? 'skip') !== 'skip'));
  }

  const getKeys = (row: Row): string[] => list.getKeys(takenCells(row), rules);

  function join(key: string, row: Row): void {
    const same = sharing(key);
    const at = same.findLastIndex((other) => other.file.row <= row.file.row);
    if (same[at] !== row) same.splice(at + 1, 0, row);
    byKey.set(key, same.length === 1 ? row : same);
  }

  /** Keeps the counts up to date: status is requested many times a second. */
  function count({ result, odd, fixes, cleaned }: Row, times: 1 | -1): void {
    by[result] += times;
    of.fixable += fixes * times;
    of.fixed += cleaned * times;
    if (odd !== null && leavesOut.has(odd.kind)) of.passedOver += times;
    if (odd?.kind === 'hidden') of.hidden += times;
  }

  function rejudge(row: Row, keys?: readonly string[], isNew = false): void {
    if (!isNew) count(row, -1);
    row.result = judge(row, keys);
    count(row, 1);
  }

  function findDuplicate(row: Row, keys: readonly string[]): ImportDuplicate | null {
    for (const key of keys) {
      for (const { file, result } of sharing(key)) {
        if (file.row >= row.file.row) break;
        if (result === 'ready' || result === 'queued')
          return { kind: 'row', row: file.row, queued: result === 'queued' };
      }
    }
    return known.find(keys);
  }

  function judge(row: Row, keys?: readonly string[]): Result {
    row.duplicate = null;
    row.odd = null;
    row.fixes = 0;
    row.cleaned = 0;
    if (row.batch !== 0) return 'queued';
    if (row.choice === 'out') return 'left_out';
    row.odd = row.choice === 'in' ? null : findOddity(row.file);
    if (row.odd !== null && leavesOut.has(row.odd.kind)) return 'left_out';
    const cells = takenCells(row);
    if (cells !== row.file.cells || row.before !== null) row.cleaned = textsBefore(row).size;
    if (row.odd !== null) return 'problem';
    if (neverExpires(row.file.cells[expiryColumn] ?? '')) endlessWords = true;
    const checked = list.checkRow(cells, rules);
    if (!checked.ok) {
      if (looksLikeTitle(cells, usedColumns)) row.odd = { kind: 'title', remark: null };
      else row.fixes = checked.problems.filter(({ fix }) => fix !== undefined).length;
      return 'problem';
    }
    if (rules.skipKnown) row.duplicate = findDuplicate(row, keys ?? getKeys(row));
    return row.duplicate === null || row.choice === 'in' ? 'ready' : 'duplicate';
  }

  /** Judges a row again with those that share a key before or after `change`; returns them, it first. */
  function reconsider(row: Row, change: () => void): Row[] {
    const touched = new Set([row]);
    for (const key of getKeys(row)) {
      const same = sharing(key);
      for (const other of same) touched.add(other);
      byKey.set(
        key,
        same.filter((other) => other !== row),
      );
    }
    change();
    last = null;
    for (const key of getKeys(row)) {
      join(key, row);
      for (const other of sharing(key)) touched.add(other);
    }
    for (const one of [...touched].toSorted((a, b) => a.file.row - b.file.row)) rejudge(one);
    return [...touched];
  }

  function reconsiderOne(number: number, change: (row: Row) => void): ImportRow[] {
    const row = rows.find(({ file }) => file.row === number);
    if (row === undefined) return [];
    return reconsider(row, () => change(row))
      .filter(({ result }) => result !== 'queued')
      .slice(0, maxReturned)
      .map(toShown);
  }

  async function takeSteps(steps: readonly Step[], { onProgress, stopped }: Going): Promise<void> {
    const pace = createPace();
    for (const { row, make } of steps) {
      reconsider(row, make);
      if (!pace.due()) continue;
      onProgress(row.file.row);
      await pace.rest();
      if (stopped()) return;
    }
  }

  function write(row: Row, column: number, text: string, before: string | undefined): void {
    const { cells } = row.file;
    while (cells.length < column) cells.push('');
    cells[column] = text;
    row.before ??= new Map();
    if (before === undefined) row.before.delete(column);
    else row.before.set(column, before);
  }

  function fixRow(row: Row, change: BulkChange): void {
    const checked = list.checkRow(takenCells(row), rules);
    if (checked.ok) return;
    for (const { column, fix } of checked.problems) {
      if (fix === undefined) continue;
      const text = row.file.cells[column] ?? '';
      const earlier = row.before?.get(column);
      write(row, column, fix, text);
      change.count += 1;
      change.back.push({
        row,
        make: () => {
          if (row.file.cells[column] === fix && row.before?.get(column) === text)
            write(row, column, text, earlier);
        },
      });
    }
  }

  function getGroup({ result, duplicate, odd }: Row): RowGroup | null {
    if (result === 'duplicate' && duplicate !== null) return duplicate.kind;
    return result === 'queued' || odd === null ? null : (rowGroup.safeParse(odd.kind).data ?? null);
  }

  function toShown(row: Row): ImportRow {
    const cells = takenCells(row);
    const checked = list.checkRow(cells, rules);
    const { kind = null, remark = null } = row.odd ?? {};
    // Nothing to correct in what is left out.
    const found = checked.ok || (kind !== null && leavesOut.has(kind)) ? [] : checked.problems;
    const problems = new Map(found.map((one) => [one.column, one]));
    const before = textsBefore(row);
    return {
      row: row.file.row,
      result: row.result === 'queued' ? 'ready' : row.result,
      cells: [...rules.fields.entries()]
        .filter(([, field]) => field !== 'skip')
        .map(([column]) => ({
          column,
          text: (cells[column] ?? '').slice(0, maxShown),
          problem: problems.get(column)?.problem ?? null,
          fix: problems.get(column)?.fix ?? null,
          fixedFrom: before.get(column)?.slice(0, maxShown) ?? null,
        })),
      duplicate: row.duplicate,
      looksLike: kind,
      remark,
      included: row.choice === 'in',
    };
  }

  return {
    get hasEndlessWords() {
      return endlessWords;
    },
    get counts(): ImportStatus['counts'] {
      const { problem: problems, duplicate: duplicates, left_out: leftOut, ...others } = by;
      const { hidden, ...cells } = of;
      const toFinish = by.ready + problems + duplicates + hidden;
      return { all: files.length - by.queued, toFinish, problems, duplicates, leftOut, ...others, ...cells };
    },
    groups(): ImportStatus['groups'] {
      const counts = new Map<RowGroup, number>();
      for (const row of rows) {
        const group = getGroup(row);
        if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
      }
      return [...counts].map(([group, count]) => ({ group, count }));
    },
    setQueued(batch: number): void {
      for (const row of rows) {
        if (row.result !== 'ready') continue;
        row.batch = batch;
        rejudge(row);
      }
    },
    /** Rows queued with this list have to be checked again. */
    putBack(batch: number): void {
      for (const row of rows) if (row.batch === batch) row.batch = 0;
    },
    async checkAll(next: TakingRules, { onProgress, stopped }: Going): Promise<void> {
      const dates = await readDateOrders(files, next.fields, headings, list.dateOrder(), stopped);
      if (stopped()) return;
      rules = { ...next, dates };
      usedColumns = next.fields.filter((field) => field !== 'skip').length;
      expiryColumn = next.fields.indexOf('expiryDate');
      endlessWords = false;
      byKey.clear();
      last = null;
      const pace = createPace();
      for (const [index, file] of files.entries()) {
        const isNew = index === rows.length;
        const row = (rows[index] ??= new Row(file));
        const keys = getKeys(row);
        for (const key of keys) join(key, row);
        rejudge(row, keys, isNew);
        if (!pace.due()) continue;
        onProgress(file.row);
        await pace.rest();
        if (stopped()) return;
      }
    },
    edit: (number: number, column: number, text: string) =>
      reconsiderOne(number, (row) => write(row, column, text.trim(), undefined)),
    choose: (number: number, choice: 'in' | 'out' | 'as_found') =>
      reconsiderOne(number, (row) => {
        row.choice = choice === 'as_found' ? null : choice;
      }),
    async fixAll(going: Going): Promise<BulkChange> {
      const change: BulkChange = { kind: 'fixed', count: 0, back: [] };
      const found = rows.filter(({ fixes }) => fixes > 0);
      const steps = found.map((row) => ({ row, make: () => fixRow(row, change) }));
      await takeSteps(steps, going);
      return change;
    },
    async chooseAll(group: RowGroup, choice: 'in' | 'out', going: Going): Promise<BulkChange> {
      const change: BulkChange = { kind: choice === 'in' ? 'included' : 'skipped', count: 0, back: [] };
      function choose(row: Row): void {
        const before = row.choice;
        row.choice = choice;
        change.count += 1;
        change.back.push({ row, make: () => void (row.choice === choice && (row.choice = before)) });
      }
      const steps = rows
        .filter((row) => getGroup(row) === group)
        .map((row) => ({ row, make: () => choose(row) }));
      await takeSteps(steps, going);
      return change;
    },
    /** Undoes a change, except where a person changed the same since. */
    undo: ({ back }: BulkChange, going: Going) => takeSteps(back, going),
    page({ filter, group = null, from = null }: PageOf, after: string | null, limit: number) {
      const getPass = ({ result }: Row) => shown[filter].findIndex((results) => results.includes(result));
      const isShown = (row: Row) =>
        (filter !== 'fixed' || row.cleaned > 0) && (group === null || getGroup(row) === group);
      const ordered = shown[filter].flatMap((_results, pass) =>
        rows.filter((row) => getPass(row) === pass && isShown(row)),
      );
      const first = rows.some(({ file }) => file.row === from) ? from : 0;
      const [pass = 0, number = 0] = (after ?? `0 ${first ?? 0}`).split(' ').map(Number);
      const isBefore = (row: Row) => getPass(row) < pass || (getPass(row) === pass && row.file.row < number);
      const start = ordered.findLastIndex(isBefore) + 1;
      const next = ordered[start + limit];
      return {
        rows: ordered.slice(start, start + limit).map(toShown),
        next: next === undefined ? null : `${getPass(next)} ${next.file.row}`,
        total: ordered.length,
      };
    },
    /** The items of all ready rows, in order; `message` replaces the one for all. */
    *items(message = rules.message): Generator<{ row: number; item: ListItem }> {
      for (const row of rows) {
        if (row.result !== 'ready') continue;
        const checked = list.checkRow(takenCells(row), { ...rules, message });
        if (!checked.ok) throw new Error('A row that was ready has a problem.');
        yield { row: row.file.row, item: checked.item };
      }
    },
    *unready(): Generator<{ cells: readonly string[]; row: ImportRow }> {
      for (const row of rows)
        if (row.result === 'problem' || row.result === 'duplicate')
          yield { cells: row.file.cells, row: toShown(row) };
    },
  };
}
