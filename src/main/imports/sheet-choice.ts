import type { FileColumns } from './file-columns.ts';
import type { ListRules } from './list-rules.ts';
import { UnusableFile, type FileRow, type OpenList } from './reading.ts';

const maxSheets = 40;
const maxRows = 60;
const minRows = 4;

/** The weight of a sheet with all columns a list needs. */
const listWeight = 1000;
/** Sheets with a list, but not the one to send. */
const setAside =
  /\b(?:inactive|in-active|old|archived?|former|do not use|dnu|deleted|template|examples?|samples?|instructions)\b/i;

/** Finds the sheet with the list, by its headings: visible, most fields, more rows than an example. `others` look like lists too. */
export async function findListSheet(
  list: OpenList,
  rules: ListRules,
  columns: FileColumns,
  stopped: () => boolean,
): Promise<{ sheet: number; others: number[] }> {
  const shown = [...list.sheets.keys()].filter((sheet) => list.sheets[sheet]?.hidden === false);
  const looked = (shown.length > 0 ? shown : [...list.sheets.keys()]).slice(0, maxSheets);
  let best = { sheet: looked[0] ?? 0, weight: 0 };
  const lists: number[] = [];
  for (const sheet of looked) {
    const weight = weigh(await firstRows(list, sheet), rules, columns);
    if (stopped()) break;
    if (weight >= listWeight) lists.push(sheet);
    const preferred = setAside.test(list.sheets[sheet]?.name ?? '') ? weight / listWeight : weight;
    if (preferred > best.weight) best = { sheet, weight: preferred };
  }
  return { sheet: best.sheet, others: lists.filter((sheet) => sheet !== best.sheet) };
}

async function firstRows(list: OpenList, sheet: number): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  try {
    for await (const some of list.rows(sheet)) {
      rows.push(...some);
      if (rows.length >= maxRows) break;
    }
  } catch (error) {
    // An unreadable sheet is not the list; choosing it says why.
    if (!(error instanceof UnusableFile)) throw error;
    return [];
  }
  return rows.slice(0, maxRows);
}

function weigh(rows: readonly FileRow[], rules: ListRules, columns: FileColumns): number {
  columns.open(rows);
  const body = columns.body();
  if (body.length === 0) return 0;
  const fields = columns.told();
  const problem = rules.mappingProblem({ fields, message: '', type: rules.defaultType() });
  const used = fields.filter((field) => field !== 'skip').length;
  return (problem === null ? listWeight : 0) + used * 2 + (body.length >= minRows ? 1 : 0);
}
