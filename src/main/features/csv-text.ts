/** Characters with which a spreadsheet begins a formula (OWASP, "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. A text that a spreadsheet
 * would take for a formula gets an apostrophe in front.
 */
export function csvText(rows: (string | number | null)[][]): string {
  return `\uFEFF${csvRows(rows)}`;
}

/** Further lines of a table that {@link csvText} began. */
export function csvRows(rows: (string | number | null)[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
