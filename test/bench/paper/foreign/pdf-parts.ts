/** A text in the letters that the encoding of Windows has. */
export const toWindows = (text: string): string =>
  text.replaceAll(/[\u00AD\u2010\u2011\u2212]/g, '-').replaceAll('\u2217', '*');

/** A text between the brackets of a PDF, in the encoding of Windows. */
export const escapeText = (text: string): string =>
  toWindows(text)
    .replaceAll('’', '\x92')
    .replaceAll(/[–—]/g, '\x96')
    .replaceAll(/[^\u0020-\u00ff]/g, '')
    .replaceAll(/[\\()]/g, (one) => `\\${one}`);

/** A stream of a PDF with its entries. */
export function stream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** A PDF of its objects, the catalog first. */
export function toPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n', 'latin1')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, body] of objects.entries()) {
    places.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`, 'latin1'));
    add(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    add(Buffer.from('\nendobj\n', 'latin1'));
  }
  const table = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`, 'latin1'));
  add(
    Buffer.from(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}
