import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive: a text, or bytes with what the archive is to say of them. */
export type Part = string | { packed: Buffer; size: number; method: number };

/** Writes a ZIP archive, also one that lies about its parts. */
export function zip(parts: Record<string, Part>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : null;
    const { packed, size, method } =
      typeof part === 'string'
        ? { packed: deflateRawSync(Buffer.from(part)), size: Buffer.byteLength(part), method: 8 }
        : part;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(bytes === null ? 0 : crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes a workbook: `sheets` as rows of texts, or the rows of one sheet as XML. */
export function xlsx({
  sheets = [],
  sheetXml,
  shared = [],
  dateStyle = false,
}: {
  sheets?: string[][][];
  sheetXml?: string;
  shared?: string[];
  /** Makes style 1 show a date. */
  dateStyle?: boolean;
}): Buffer {
  const xmls =
    sheetXml === undefined
      ? sheets.map((rows) =>
          rows
            .map(
              (cells) =>
                `<row>${cells.map((cell) => `<c t="str"><v>${escaped(cell)}</v></c>`).join('')}</row>`,
            )
            .join(''),
        )
      : [sheetXml];
  const numbers = xmls.map((_xml, index) => index + 1);
  const parts: Record<string, Part> = {
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${numbers.map((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${numbers.map((n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
  };
  if (shared.length > 0) {
    parts['xl/sharedStrings.xml'] =
      `<sst>${shared.map((text) => `<si><t>${escaped(text)}</t><rPh><t>aloud</t></rPh></si>`).join('')}</sst>`;
  }
  if (dateStyle) {
    parts['xl/styles.xml'] =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  }
  xmls.forEach((xml, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet><sheetData>${xml}</sheetData></worksheet>`;
  });
  return zip(parts);
}
