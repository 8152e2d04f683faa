import { foldLetters, listWords } from '../base/fold-text.ts';
import { detectDelimiter } from '../base/delimiter.ts';
import { vendorIdProblem } from '../service/operations.ts';

export type IdTable = ReturnType<typeof readIdTable>;

const headingsSought = 10;
const sampleCells = 500;
const maxLookSo = 0.8;

const otherNumber =
  /zip|post|phone|\btel|fax|mobile|\bcell|date|expir|\bexp\b|amount|price|balance|licen[cs]e|\blic\b|cert|permit|\btax|\bein\b|\bssn\b|street|address|suite|unit|count|year|score|invoice|account/i;

type By = 'heading' | 'cells' | 'only';

/** Reads a CSV or text file as columns and finds that of vendor IDs: by its heading, by its cells, or as the only one. */
export function readIdTable(text: string) {
  const rows = getRows(text.replace(/^\uFEFF/, ''));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const cells = Array.from({ length: width }, (_none, column) => rows.map((row) => row[column] ?? ''));
  const toTable = (heading: number, found: { column: number; by: By } | null) => ({
    columns: cells.map((column) => columnBelow(column, heading)),
    found: found !== null && width === 1 ? { ...found, by: 'only' as const } : found,
  });
  const named = namedHeading(rows);
  if (named !== null) return toTable(named.row, { column: named.column, by: 'heading' });
  const shares = cells.map(idShare);
  const most = Math.max(0, ...shares);
  if (most < maxLookSo) return toTable(-1, null);
  const column = shares.indexOf(most);
  return toTable(firstId(cells[column] ?? []) - 1, { column, by: 'cells' });
}

function columnBelow(cells: readonly string[], heading: number) {
  const ids = [...new Set(cells.slice(heading + 1).filter((cell) => cell !== ''))];
  return { heading: heading < 0 ? '' : (cells[heading] ?? ''), sample: ids[0] ?? '', ids };
}

function namedHeading(rows: readonly (readonly string[])[]): { row: number; column: number } | null {
  const top = rows
    .slice(0, headingsSought)
    .map((row) => row.map((cell) => foldLetters(cell.replaceAll('#', 'number'))));
  for (const head of vendorIdHeads) {
    for (const [row, heads] of top.entries()) {
      const column = heads.indexOf(head);
      if (column !== -1) return { row, column };
    }
  }
  return null;
}

/** The share of a column's cells that look like IDs; 0 where its heading is of something else. */
function idShare(cells: readonly string[]): number {
  const first = firstId(cells);
  if (first === -1 || first > headingsSought) return 0;
  if (cells.slice(0, first).some((cell) => otherNumber.test(cell))) return 0;
  const filled = cells.slice(first, first + sampleCells).filter((cell) => cell !== '');
  const countsRows = filled.length > 1 && filled.every((cell, index) => Number(cell) === index + 1);
  if (countsRows) return 0;
  return filled.filter(looksLikeId).length / filled.length;
}

const firstId = (cells: readonly string[]): number => cells.findIndex(looksLikeId);

const date = /^\d{1,4}[-.]\d{1,2}[-.]\d{1,4}/;
const phone = /^[+(]|^\d{3}[-.]\d{3}[-.]\d{4}$/;
const amount = /^\d+[.,]\d+$/;
const taxNumber = /^\d{2}-\d{7}$/;

/** Whether a text looks like a vendor ID: one word with a figure in it that is nothing else. */
function looksLikeId(cell: string): boolean {
  return (
    /\d/.test(cell) &&
    !/[\s@$€£%]/.test(cell) &&
    ![date, phone, amount, taxNumber].some((other) => other.test(cell)) &&
    vendorIdProblem(cell) === null
  );
}

/** The rows that are not empty. A text of one row is a list of IDs in that row. */
function getRows(text: string): string[][] {
  const { character, declared } = detectDelimiter(text.slice(0, 64 * 1024));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  for (let at = declared ? text.indexOf('\n') + 1 : 0; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (quoted) {
      if (one !== '"') cell += one;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (one === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (one === character) endCell();
    else if (one === '\n' || one === '\r') endRow();
    else cell += one;
  }
  endRow();
  const [only] = rows;
  return rows.length === 1 && only !== undefined
    ? only.filter((one) => one !== '').map((one) => [one])
    : rows;
}

/** Headings that name a vendor's ID, folded; those that say it best come first. */
export const vendorIdHeadings: readonly string[] = listWords(`
  vendorid, vendoridnumber, vendoridno, vendornumber, vendorno, vendornum, vendorcode, supplierid, suppliernumber, supplierno,
  suppliercode
`);

export const vendorIdHeads: readonly string[] = ['vendorid', 'vendorids', ...vendorIdHeadings, 'id', 'ids'];

const heads = new Set([...vendorIdHeads, 'vendor', 'vendors', 'number']);

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll('""', '"').trim()
    : text;
}

export function idsInText(text: string): string[] {
  const given = text
    .split(/[\r\n\t,;]+/)
    .map(unquoted)
    .filter((id) => id !== '');
  const headed = heads.has((given[0] ?? '').toLowerCase().replaceAll(/[\s_-]/g, ''));
  return [...new Set(headed ? given.slice(1) : given)];
}
