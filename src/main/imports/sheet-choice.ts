import { guessFields, type Remembered } from './columns.ts';
import { findHeadings, headingsSought } from './heading-row.ts';
import type { ListRules } from './list-rules.ts';
import { UnusableFile, type FileRow, type OpenList } from './reading.ts';

const maxSheets = 40;
const maxRows = 40;
/** A list of examples has fewer rows than this. */
const minRows = 4;

/**
 * Finds the sheet that holds the list, by its headings: workbooks often begin with a sheet that explains the others. Of several
 * the first is taken that names the most fields and has more rows than an example would. Zero where none looks like a list.
 */
export async function findListSheet(
  list: OpenList,
  rules: ListRules,
  remembered: Remembered,
  stopped: () => boolean,
): Promise<number> {
  let best = { sheet: 0, weight: 0 };
  for (let sheet = 0; sheet < Math.min(list.sheets.length, maxSheets); sheet += 1) {
    const weight = weigh(await firstRows(list, sheet), rules, remembered);
    if (stopped()) break;
    if (weight > best.weight) best = { sheet, weight };
  }
  return best.sheet;
}

async function firstRows(list: OpenList, sheet: number): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  try {
    for await (const some of list.rows(sheet)) {
      rows.push(...some);
      if (rows.length >= maxRows) break;
    }
  } catch (error) {
    // A sheet that cannot be read is not the list; where it is chosen all the same, reading it says why.
    if (!(error instanceof UnusableFile)) throw error;
    return [];
  }
  return rows.slice(0, maxRows);
}

function weigh(rows: readonly FileRow[], rules: ListRules, remembered: Remembered): number {
  const cells = rows.map((row) => row.cells);
  const headings = findHeadings(rules.headings, cells.slice(0, headingsSought + 1), remembered);
  const body = cells.slice(headings === null ? 0 : headings + 1);
  if (body.length === 0) return 0;
  const width = Math.max(...cells.map((row) => row.length));
  const names = headings === null ? [] : (cells[headings] ?? []);
  const fields = guessFields(
    rules.headings,
    Array.from({ length: width }, (_none, column) => names[column] ?? ''),
    body,
    remembered,
  );
  const problem = rules.mappingProblem({ fields, message: '', type: rules.defaultType() });
  const used = fields.filter((field) => field !== 'skip').length;
  return (problem === null ? 1000 : 0) + used * 2 + (body.length >= minRows ? 1 : 0);
}
