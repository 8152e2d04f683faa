import { guardedText } from '../formula-guard.ts';
import type { CellValue } from './sheet.ts';

/** A table as CSV (RFC 4180) with a byte order mark. No text can be a formula (see {@link guardedText}). */
export function csvText(rows: readonly (readonly CellValue[])[]): string {
  return `\uFEFF${csvRows(rows)}`;
}

/** Further lines of a table that {@link csvText} began. */
export function csvRows(rows: readonly (readonly CellValue[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = guardedText(value);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
