/** Heads of a column of ids, folded; a first line that is one of them is not an id. */
const heads = new Set(['id', 'vendorid', 'vendor', 'vendors', 'vendornumber', 'number']);

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll('""', '"').trim()
    : text;
}

function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line);
  if (quoted !== null) return (quoted[1] ?? '').replaceAll('""', '"').trim();
  return line.split(/[,;\t]/, 1)[0]?.trim() ?? '';
}

function distinct(ids: string[]): string[] {
  const given = ids.filter((id) => id !== '');
  const withoutHead = heads.has((given[0] ?? '').toLowerCase().replaceAll(/[\s_-]/g, ''))
    ? given.slice(1)
    : given;
  return [...new Set(withoutHead)];
}

/** The vendor ids in a pasted text, each once: separated by lines, tabs, commas or semicolons. */
export function idsInText(text: string): string[] {
  return distinct(text.split(/[\r\n\t,;]+/).map(unquoted));
}

/** The vendor ids in the first column of a CSV or text file, each once, without the column's head. */
export function idsInFirstColumn(text: string): string[] {
  return distinct(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
      .map(firstCell),
  );
}
