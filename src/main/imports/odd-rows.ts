import type { OddRow } from '#shared/ipc/imports.ts';
import { foldHeading, type Headings } from './columns.ts';
import { activityHeadings, endedInName } from './heading-names.ts';
import type { FileRow } from './reading.ts';

const total =
  /^(?:(?:grand|sub|overall)[\s-]*)?totals?(?:\s+(?:vendors|licenses|rows|records|count|number))?\s*(?::\s*)?[\d,.]*$/i;
const countOfRows = /^(?:count|sum|records|rows)\s*(?::\s*)?\d[\d,.]*$/i;
const maxHeading = 40;
const figures = /^[\d,.$%\s-]+$/;

/** What leaves a row out, or makes it a problem, whatever its cells are. */
export interface Oddity {
  kind: OddRow;
  remark: string | null;
}

/** These leave a row out; the other kinds make a problem of it. */
export const leavesOut: ReadonlySet<OddRow> = new Set([
  'separator',
  'total',
  'headings',
  'hidden',
  'inactive',
]);

/** Returns what is odd about each row below these headings; expects them in order at first. */
export function createOddRowFinder(headings: readonly string[], known: Headings) {
  const width = headings.findLastIndex((heading) => heading !== '') + 1;
  const activity = headings.flatMap((heading, column) => {
    const said = activityHeadings.find((one) => one.headings.includes(foldHeading(heading)));
    return said === undefined ? [] : [{ heading, column, inactive: said.inactive }];
  });

  /** The first row with other headings; rows below it belong to those. */
  let otherHeadings = Infinity;

  function isOtherHeadings(cells: readonly string[]): boolean {
    if (cells.some((cell) => cell.length > maxHeading || /[\d@]/.test(cell))) return false;
    const named = cells.filter((cell) => cell !== '' && known.getField.has(foldHeading(cell)));
    return named.length >= 2 && named.length * 2 >= cells.filter((cell) => cell !== '').length;
  }

  function findInactive(cells: readonly string[]): string | null {
    const named = cells.find((cell) => endedInName.test(cell));
    if (named !== undefined) return `Marked inactive: “${named.slice(0, 80)}”.`;
    const ended = activity.find(({ column, inactive }) => inactive.test(cells[column] ?? ''));
    return ended === undefined ? null : `${ended.heading}: “${cells[ended.column] ?? ''}”.`;
  }

  function findIrregular(row: FileRow): Oddity | null {
    const { cells, lines } = row;
    if (lines !== undefined) {
      const remark =
        lines > 1
          ? `A quotation mark is not closed. This row spans ${lines} lines of the file.`
          : 'A quotation mark is not closed in this row.';
      return { kind: 'over_lines', remark };
    }
    const has = cells.length > width ? cells.length : (row.width ?? width);
    // A single text is a title, or says that something is missing; a license number does not.
    const isShort =
      has < width && (known.dataField === null || cells.filter((cell) => cell !== '').length > 1);
    if (width === 0 || (cells.length <= width && !isShort)) return null;
    return {
      kind: 'ragged',
      remark: `This row has ${has} cells, and there are ${width} headings. Compare it with the file.`,
    };
  }

  return (row: FileRow): Oddity | null => {
    const { cells } = row;
    if (row.hidden === true) return { kind: 'hidden', remark: null };
    const nonData = findNonDataRow(cells, headings, known);
    if (nonData !== null) return { kind: nonData, remark: null };
    if (isOtherHeadings(cells)) {
      otherHeadings = Math.min(otherHeadings, row.row);
      return { kind: 'headings', remark: null };
    }
    const inactive = known.leavesOutInactive ? findInactive(cells) : null;
    if (inactive !== null) return { kind: 'inactive', remark: inactive };
    if (row.row > otherHeadings) {
      const remark = `Row ${otherHeadings} has other headings. Compare this row with the file.`;
      return { kind: 'other_headings', remark };
    }
    return findIrregular(row);
  };
}

function findNonDataRow(cells: readonly string[], headings: readonly string[], known: Headings) {
  const first = cells.findIndex((cell) => cell !== '');
  const text = cells[first] ?? '';
  if (!/[\p{L}\p{N}]/u.test(text)) {
    return cells.every((cell) => !/[\p{L}\p{N}@]/u.test(cell)) ? 'separator' : null;
  }
  if (total.test(text) || countOfRows.test(text)) {
    const others = cells.filter((cell, column) => column !== first && cell !== '');
    return others.every((cell) => figures.test(cell) && !known.isData(cell)) ? 'total' : null;
  }
  return repeats(cells, headings) ? 'headings' : null;
}

function repeats(cells: readonly string[], headings: readonly string[]): boolean {
  let same = 0;
  for (const [column, cell] of cells.entries()) {
    if (cell === '') continue;
    // A group may have been put before the list's own heading.
    if (!` ${headings[column] ?? ''}`.toLowerCase().endsWith(` ${cell.toLowerCase()}`)) return false;
    same += 1;
  }
  return same >= Math.min(2, headings.filter((heading) => heading !== '').length);
}

/** Whether an unready row looks like a title or a note: one text in several columns, and no address. */
export function looksLikeTitle(cells: readonly string[], usedColumns: number): boolean {
  return (
    usedColumns >= 3 &&
    cells.filter((cell) => cell !== '').length === 1 &&
    !cells.some((cell) => cell.includes('@') && !/\s[\w'’]+\s/.test(cell))
  );
}
