import { fileNamePart } from '#shared/base/foreign-text.ts';
import { labelImportField, type ListKind } from '#shared/imports/import-fields.ts';
import { duplicateMessage, problemHeading } from '#shared/words/import-messages.ts';
import type { ImportRow } from '#shared/ipc/imports.ts';
import type { ImportSession } from '../imports/import-session.ts';
import { createPace } from '../imports/pace.ts';
import { csvText } from '../exports/csv-text.ts';

/** The rows that are not ready, with the file's own columns and their problems, as CSV. */
export async function problemsFile(session: ImportSession, now: number) {
  const columns = session
    .headings()
    .map(({ heading, field }, column) => {
      const label = field === 'skip' ? `Column ${column + 1}` : labelImportField(field);
      return { column, heading: heading === '' ? label : heading };
    })
    .filter(({ heading }) => heading !== problemHeading);
  const pace = createPace();
  const parts = [csvText([[...columns.map(({ heading }) => heading), problemHeading]])];
  for (const { cells, row } of session.table.unready()) {
    const line = columns.map(({ column }) => cells[column] ?? '');
    parts.push(csvText([[...line, whatIsWrong(row, columns, session.rules.list, now)]]).slice(1));
    if (pace.due()) await pace.rest();
  }
  const name = fileNamePart(session.fileName.replace(/\.[a-z]{1,5}$/i, ''));
  return { fileName: `${name}-needs-fixing.csv`, contentType: 'text/csv', text: parts.join('') };
}

function whatIsWrong(
  row: ImportRow,
  columns: readonly { column: number; heading: string }[],
  list: ListKind,
  now: number,
): string {
  if (row.duplicate !== null && row.result === 'duplicate') return duplicateMessage(row.duplicate, list, now);
  const problems = row.cells.flatMap((cell) => {
    const heading = columns.find(({ column }) => column === cell.column)?.heading ?? '';
    return cell.problem === null ? [] : `${heading}: ${cell.problem}`;
  });
  return problems.join(' ');
}
