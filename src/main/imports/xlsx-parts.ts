import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UnusableFile } from './reading.ts';

/** What an XLSX file may hold at most: beyond it, it was made to fill a computer rather than to be read. */
export const partLimits = {
  parts: 5000,
  /** Elements within each other, and of one part together: a full sheet has a tenth of them. */
  depth: 64,
  elements: 50_000_000,
  /** Of all parts together, as the archive declares them; a part that is larger than declared is refused on reading. */
  unpackedBytes: 600 * 1024 * 1024,
  /** A part may be this many times larger than it is packed, once it is larger than a small one. */
  ratio: 400,
  smallPart: 4 * 1024 * 1024,
  /** Texts that cells refer to, and that of one cell, in UTF-16 code units; spreadsheets allow 32,767 in a cell. */
  texts: 128 * 1024 * 1024,
  cell: 1024 * 1024,
} as const;

const notReadable =
  'This XLSX file cannot be read: it is damaged or not a spreadsheet. Open it in the spreadsheet, save it again as XLSX or CSV, and choose that.';
const tooLarge =
  'This XLSX file unpacks to far more than a list can be. Save the sheet as CSV and choose that.';

/** What is told of a part while it is parsed. */
export interface PartEvents {
  opened(tag: SaxesTagPlain): void;
  text?(text: string): void;
  /** The name comes without the prefix of its namespace. */
  closed?(name: string): void;
}

/** The parts of an XLSX file by their name. */
export interface XlsxParts {
  has(name: string): boolean;
  /** Streams a part through an XML parser, piece by piece. */
  parse(name: string, events: PartEvents): AsyncGenerator<void>;
}

/** Opens an XLSX file, within {@link partLimits}. */
export async function openXlsxParts(bytes: Buffer): Promise<XlsxParts> {
  const entries = new Map<string, Entry>();
  const zip = await reading(async () => {
    const opened = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (opened.entryCount > partLimits.parts) throw new UnusableFile(tooLarge);
    let unpacked = 0;
    for await (const entry of opened.eachEntry()) {
      unpacked += entry.uncompressedSize;
      const swollen = entry.uncompressedSize > partLimits.ratio * Math.max(entry.compressedSize, 1);
      if (unpacked > partLimits.unpackedBytes || (swollen && entry.uncompressedSize > partLimits.smallPart)) {
        throw new UnusableFile(tooLarge);
      }
      entries.set(entry.fileName.replace(/^\//, ''), entry);
    }
    return opened;
  });
  return {
    has: (name) => entries.has(name),
    parse: (name, events) => parsePart(zip, entries.get(name), events),
  };
}

async function* parsePart(zip: ZipFile, entry: Entry | undefined, events: PartEvents): AsyncGenerator<void> {
  if (entry === undefined) throw new UnusableFile(notReadable);
  const parser = new SaxesParser();
  let depth = 0;
  let elements = 0;
  parser.on('opentag', (tag) => {
    depth += 1;
    elements += 1;
    if (depth > partLimits.depth || elements > partLimits.elements) throw new UnusableFile(tooLarge);
    events.opened(tag);
  });
  parser.on('text', (text) => {
    events.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.closed?.(bareName(name));
  });
  parser.on('error', () => {
    throw new UnusableFile(notReadable);
  });
  const stream = await reading(() => zip.openReadStreamPromise(entry));
  const decoder = new TextDecoder();
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) throw new UnusableFile(notReadable);
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw asUnusable(error);
  } finally {
    stream.destroy();
  }
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnusable(error);
  }
}

/** Whatever the archive, its packing or its XML is wrong in: to the person it is a file that cannot be read. */
function asUnusable(error: unknown): UnusableFile {
  return error instanceof UnusableFile ? error : new UnusableFile(notReadable, { cause: error });
}

/** The name of an element without the prefix of its namespace. */
export function bareName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
