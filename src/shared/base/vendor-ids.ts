/** Headings that name a vendor's ID, folded; those that say it best come first. */
export const vendorIdHeadings: readonly string[] = [
  'vendorid',
  'vendoridnumber',
  'vendoridno',
  'vendornumber',
  'vendorno',
  'vendornum',
  'vendorcode',
  'supplierid',
  'suppliernumber',
  'supplierno',
  'suppliercode',
];

export const vendorIdHeads: readonly string[] = ['vendorid', 'vendorids', ...vendorIdHeadings, 'id', 'ids'];

/** First lines of a pasted text that are no id, folded. */
const heads = new Set([...vendorIdHeads, 'vendor', 'vendors', 'number']);

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll('""', '"').trim()
    : text;
}

/** The vendor ids in a pasted text, each once: separated by lines, tabs, commas or semicolons. */
export function idsInText(text: string): string[] {
  const given = text
    .split(/[\r\n\t,;]+/)
    .map(unquoted)
    .filter((id) => id !== '');
  const headed = heads.has((given[0] ?? '').toLowerCase().replaceAll(/[\s_-]/g, ''));
  return [...new Set(headed ? given.slice(1) : given)];
}
