import { zipSync, type Zippable } from 'fflate/browser';
import { SaxesParser } from 'saxes';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { aDocument, anArchive, locked, unpacksTooFar, UnusableFile } from './reading.ts';

/** The most an archive may hold: a larger one was made to fill a computer. */
const packageLimits = {
  parts: 5000,
  /** Of all parts, as declared; larger ones are refused on reading. */
  unpackedBytes: 600 * 1024 * 1024,
  /** How many times larger than packed a part may be, if it is not small. */
  ratio: 400,
  smallPart: 4 * 1024 * 1024,
  /** What is read at once: the list of sheets, the texts of all cells, a sheet. */
  book: 8 * 1024 * 1024,
  texts: 128 * 1024 * 1024,
  sheet: 400 * 1024 * 1024,
} as const;

export const notReadable = (form: string, cause?: unknown): UnusableFile =>
  new UnusableFile(
    `This ${form} cannot be read: it is damaged or incomplete. Open it in the program that made it, save it as XLSX or CSV, and choose that.`,
    { cause },
  );

/** Packages the library reads unchanged, recognized by a part. */
const ownForms = [
  { part: 'META-INF/manifest.xml', form: 'OpenDocument spreadsheet' },
  { part: 'Index/Document.iwa', form: 'Numbers file' },
  { part: 'Index.zip', form: 'Numbers file' },
] as const;

const typesPart = '[Content_Types].xml';
const relationsType = 'application/vnd.openxmlformats-package.relationships+xml';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const binaryType = 'application/vnd.ms-excel';

/** Repacks a ZIP file for the spreadsheet library, by the relations of its parts (ECMA-376, part 2), within {@link packageLimits}. */
export async function openPackage(bytes: Buffer): Promise<{ bytes: Buffer; form: string }> {
  const parts = await openParts(bytes);
  const whole = ownForms.find(({ part }) => parts.has(part));
  if (whole !== undefined) {
    if ((await parts.read(whole.part)).includes('encryption-data')) throw new UnusableFile(locked);
    await parts.checkAll();
    return { bytes, form: whole.form };
  }
  if (parts.has('word/document.xml') || parts.has('ppt/presentation.xml')) throw new UnusableFile(aDocument);
  const form = parts.has('xl/workbook.bin') ? 'XLSB workbook' : 'XLSX workbook';
  if (!parts.has('_rels/.rels') && !parts.has('xl/_rels/workbook.xml.rels')) {
    throw parts.has('xl/workbook.bin') ? notReadable(form) : new UnusableFile(anArchive);
  }
  const start = parts.has('_rels/.rels') ? await parts.relations('') : [];
  const book = start.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  return { bytes: await repacked(parts, book), form };
}

async function repacked(parts: Parts, book: string): Promise<Buffer> {
  const isBinary = book.endsWith('.bin');
  const ending = isBinary ? 'bin' : 'xml';
  const bookPart = await parts.read(book, packageLimits.book);
  const files: Zippable = { [`xl/workbook.${ending}`]: [bookPart, { level: 0 }] };
  const types: string[] = [
    override(`xl/workbook.${ending}`, isBinary ? 'sheet.binary.macroEnabled.main' : 'sheet.main'),
  ];
  const relations: string[] = [];

  function override(name: string, kind: string): string {
    const type = isBinary ? `${binaryType}.${kind}` : `${workbookType}.${kind}+xml`;
    return `<Override PartName="/${name}" ContentType="${type}"/>`;
  }

  const related = await parts.relations(book);
  // Some programs do not say where these two are.
  for (const type of ['styles', 'sharedStrings']) {
    const target = `${book.slice(0, book.lastIndexOf('/') + 1)}${type}.${ending}`;
    if (!related.some((one) => one.type === type) && parts.has(target))
      related.push({ id: type, type, target });
  }
  let sheets = 0;
  for (const { id, type, target } of related) {
    const isSheet = type === 'worksheet';
    sheets += isSheet ? 1 : 0;
    const name = isSheet ? `worksheets/sheet${sheets}.${ending}` : `${type}.${ending}`;
    // Chart sheets are only named: without a relation, the library goes by the order of sheets.
    const full = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}`;
    relations.push(`<Relationship Id="${escaped(id)}" Type="${escaped(full)}" Target="${escaped(name)}"/>`);
    if (!isSheet && type !== 'sharedStrings' && type !== 'styles') continue;
    const part = await parts.read(target, isSheet ? packageLimits.sheet : packageLimits.texts);
    files[`xl/${name}`] = [isSheet && !isBinary ? checkedSheet(part) : part, { level: 0 }];
    types.push(override(`xl/${name}`, type));
  }
  const ids = new Set(related.map(({ id }) => id));
  for (const [, id = ''] of bookPart
    .toString('latin1')
    .matchAll(/<(?:\w+:)?sheet\s[^>]{1,1000}?\br?:?id="([^"]*)"/g))
    if (!isBinary && !ids.has(id)) throw notReadable('XLSX workbook');
  const text = new TextEncoder();
  files[`xl/_rels/workbook.${ending}.rels`] = text.encode(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
  );
  files[typesPart] = text.encode(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${relationsType}"/>${types.join('')}</Types>`,
  );
  return Buffer.from(zipSync(files));
}

/** Refuses two cells in one place, of which the library would keep the last; keeps written dates as text. */
function checkedSheet(part: Buffer): Buffer {
  const text = part.toString('latin1');
  let before = 0;
  for (const [, letters = '', row] of text.matchAll(/<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"/g)) {
    let column = 0;
    for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
    const place = Number(row) * 20_000 + column;
    if (place <= before) throw notReadable('XLSX workbook');
    before = place;
  }
  return part.includes(' t="d"') ? Buffer.from(text.replaceAll(' t="d"', ' t="str"'), 'latin1') : part;
}

interface Relation {
  id: string;
  /** The last word of its type, the same in both forms of the standard. */
  type: string;
  target: string;
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(bytes: Buffer) {
  // Part names ignore case (ECMA-376, part 2, 6.2.2).
  const entries = new Map<string, Entry>();
  const zip = await reading(async () => {
    const opened = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (opened.entryCount > packageLimits.parts) throw new UnusableFile(unpacksTooFar);
    let unpacked = 0;
    for await (const entry of opened.eachEntry()) {
      unpacked += entry.uncompressedSize;
      const swollen = entry.uncompressedSize > packageLimits.ratio * Math.max(entry.compressedSize, 1);
      if (unpacked > packageLimits.unpackedBytes) throw new UnusableFile(unpacksTooFar);
      if (swollen && entry.uncompressedSize > packageLimits.smallPart) throw new UnusableFile(unpacksTooFar);
      entries.set(toKey(entry.fileName), entry);
    }
    return opened;
  });

  const read = async (name: string, most: number = packageLimits.book) => {
    const entry = entries.get(toKey(name));
    if (entry === undefined) throw notReadable('XLSX workbook');
    if (entry.uncompressedSize > most) throw new UnusableFile(unpacksTooFar);
    return reading(() => unpacked(zip, entry));
  };
  return {
    has: (name: string) => entries.has(toKey(name)),
    read,
    /** What a part leads to; '' for the package itself. */
    async relations(of: string): Promise<Relation[]> {
      const at = of.lastIndexOf('/') + 1;
      const folder = of.slice(0, at);
      return readRelations(await read(`${folder}_rels/${of.slice(at)}.rels`), folder);
    },
    /** Unpacks everything once, to refuse wrong sizes. */
    async checkAll(): Promise<void> {
      for (const entry of entries.values()) await reading(() => unpacked(zip, entry));
    },
  };
}

const toKey = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.fileName.endsWith('/')) return Buffer.alloc(0);
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) throw notReadable('XLSX workbook');
      pieces.push(Buffer.from(piece));
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(pieces);
}

function readRelations(part: Buffer, folder: string): Relation[] {
  const relations: Relation[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const { Id: id, Type: type, Target: target } = attributes;
    if (!/(^|:)Relationship$/.test(name) || id === undefined || target === undefined) return;
    if (attributes['TargetMode'] === 'External') return;
    const path = new URL(target, `package:///${folder}`).pathname;
    relations.push({ id, type: lastWord(type ?? target), target: decodeURI(path) });
  });
  parser.on('error', () => {
    throw notReadable('XLSX workbook');
  });
  parser.write(new TextDecoder().decode(part)).close();
  return relations;
}

/** The last word of a relation's type, or of its part's name: `worksheet`, `styles`. */
function lastWord(text: string): string {
  const word = text.slice(text.lastIndexOf('/') + 1);
  return /^sheet\d*\.xml$/.test(word) ? 'worksheet' : word.replace(/\.xml$/, '');
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Whatever is wrong with the archive, the person sees an unreadable file.
    throw error instanceof UnusableFile ? error : notReadable('XLSX workbook', error);
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
