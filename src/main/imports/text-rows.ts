import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { z } from 'zod';
import { detectDelimiter } from '#shared/base/delimiter.ts';
import type { TextForm } from '#shared/imports/import-fields.ts';
import { detectEncoding } from './encoding.ts';
import { maxColumns, maxRows, tooManyColumns, tooManyRows } from './list-limits.ts';
import { tidyCells, UnusableFile, type FileRow, type OpenList } from './reading.ts';

/** Bytes decoded and parsed at a time; even, so that UTF-16 is not cut. */
const pieceBytes = 32 * 1024;
const maxRow = 1024 * 1024;
/** Of all rows together, also without text between them. */
const maxSeparators = 20_000_000;

/** Reads a text as a list of one sheet, whatever its encoding and delimiter. */
export async function openText(bytes: Buffer): Promise<OpenList> {
  const encoding = await detectEncoding(bytes);
  const beginning = decodeBeginning(bytes, encoding);
  if (beginning.includes('\0')) {
    throw new UnusableFile(
      'This is not a list that Gangway can read. Save it as CSV or XLSX and choose it again.',
    );
  }
  const delimiter = detectDelimiter(beginning).character;
  return {
    sheets: [{ name: 'CSV', hidden: false }],
    format: { kind: 'text', encoding, delimiter },
    rows: (_sheet, form = { encoding, delimiter }) => getRows(bytes, form),
  };
}

export const decodeBeginning = (bytes: Buffer, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes.subarray(0, 64 * 1024));

const recordAt = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.number(), bytes: z.number() }),
});

async function* getRows(bytes: Buffer, { encoding, delimiter }: TextForm): AsyncGenerator<FileRow[]> {
  const beginning = decodeBeginning(bytes, encoding);
  const skipFirst = detectDelimiter(beginning).declared;
  const options: Options = {
    delimiter,
    // Database programs write \" for a quotation mark within a text.
    escape: /"[^"\n]*\\"[^\n]*"/.test(beginning) && !/""[^,;\t|\r\n]/.test(beginning) ? '\\' : '"',
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  };
  const parser = parse({ ...options, max_record_size: maxRow, info: true });
  const decoder = new TextDecoder(encoding);
  const ahead = createTextAhead();
  let failure: Error | null = null;
  parser.on('error', (error: Error) => {
    failure = error;
  });
  let row = 0;
  let separators = 0;
  let before = { lines: 0, bytes: 0 };
  let usual = 0;

  function toRow(raw: readonly string[], lines?: number): FileRow[] {
    row += 1;
    separators += raw.length;
    if (raw.length > maxColumns) throw tooManyColumns(raw.length);
    if (row > maxRows || separators > maxSeparators) throw tooManyRows();
    if (row === 1 && skipFirst) return [];
    const tidied = tidyCells(raw);
    if (usual === 0 && tidied.cells.length > 1) usual = raw.length;
    if (tidied.cells.length === 0) return [];
    return [{ row, ...tidied, width: raw.length, ...(lines !== undefined && { lines }) }];
  }

  /** Each line of a text with an unclosed quotation mark by itself; null unless that makes rows of most of them. */
  function rowsByLine(text: string): FileRow[] | null {
    const lines = text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/);
    const each = lines.map((line) => cellsOfLine(line, options));
    if (each.filter((cells) => cells.length === usual).length * 2 < lines.length) return null;
    return each.flatMap((cells, at) =>
      toRow(cells, hasOpenQuote(lines[at] ?? '') ? lines.length : undefined),
    );
  }

  function taken(): FileRow[] {
    if (failure !== null) return afterFailure(failure);
    const rows: FileRow[] = [];
    for (;;) {
      const read: unknown = parser.read();
      if (read === null) break;
      const { record, info } = recordAt.parse(read);
      const lines = info.lines - before.lines;
      const overLines = lines > 1 && record.some((cell) => /[\r\n]/.test(cell));
      const text = overLines ? ahead.from(before.bytes, info.bytes) : '';
      before = info;
      const odd = overLines && (!isRegular(text, delimiter) || swallows(text, options, usual));
      rows.push(...((odd ? rowsByLine(text) : null) ?? toRow(record, odd ? lines : undefined)));
    }
    ahead.forget(before.bytes);
    return rows;
  }

  /** A quotation mark that is never closed takes the rest of the file with it. */
  function afterFailure(error: Error): FileRow[] {
    const rest =
      error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED' ? ahead.from(before.bytes) : '';
    const rows = rest === '' ? null : rowsByLine(rest);
    if (rows === null) throw unusable(error, row);
    failure = null;
    return rows;
  }

  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const last = from + pieceBytes >= bytes.length;
    const piece = decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: !last });
    parser.write(ahead.add(piece));
    await nextTurn();
    const rows = taken();
    if (rows.length > 0) yield rows;
  }
  parser.end();
  // The last record, or an open quotation mark, is only reported after the parser has flushed.
  for (;;) {
    await nextTurn();
    const failed = failure !== null;
    const rows = taken();
    if (rows.length > 0) yield rows;
    if (parser.readableEnded || failed) break;
  }
}

/** What the parser has not read yet, by its count in bytes of UTF-8. */
function createTextAhead() {
  const held: Buffer[] = [];
  let start = 0;
  return {
    add(text: string): Buffer {
      const bytes = Buffer.from(text);
      held.push(bytes);
      return bytes;
    },
    from: (from: number, to?: number) =>
      Buffer.concat(held)
        .subarray(from - start, to === undefined ? undefined : to - start)
        .toString(),
    forget(to: number) {
      for (let [first] = held; first !== undefined && start + first.length <= to; [first] = held) {
        start += first.length;
        held.shift();
      }
    },
  };
}

/** The cells of one line; quotation marks that do not close in it are letters. */
function cellsOfLine(line: string, options: Options): string[] {
  const read = (quote: Options): string[] => parseAll(line, { ...options, ...quote })[0] ?? [];
  const asLetters = { quote: null, escape: null };
  if (hasOpenQuote(line)) return read(asLetters);
  try {
    return read({});
  } catch (error) {
    // As many marks as close, but one is within a text: ;a";"
    if (error instanceof CsvError) return read(asLetters);
    throw error;
  }
}

const hasOpenQuote = (line: string): boolean => (line.split('"').length - 1) % 2 === 1;

/** Whether each quotation mark that opens a cell is closed at the end of one. */
function isRegular(record: string, delimiter: string): boolean {
  let at = 0;
  while (at < record.length) {
    if (record[at] === '"') {
      do at = record.indexOf('"', at + 1) + 1;
      while (at > 0 && record[at] === '"');
      if (at === 0) return false;
    }
    const ends = [delimiter, '\n', '\r'].map((end) => record.indexOf(end, at)).filter((end) => end !== -1);
    const end = ends.length === 0 ? record.length : Math.min(...ends);
    if (record[at - 1] === '"' && end !== at) return false;
    at = end + 1;
  }
  return true;
}

function swallows(record: string, options: Options, usual: number): boolean {
  const [, ...inner] = record.trimEnd().split(/\r\n|\n|\r/);
  const isRow = (line: string) =>
    cellsOfLine(line, options).length === usual && (usual > 2 || line.includes('@'));
  return inner.some(isRow);
}

function unusable(failure: Error, rowsBefore: number): Error {
  if (!(failure instanceof CsvError)) return failure;
  const row = rowsBefore + 1;
  const says: Partial<Record<typeof failure.code, string>> = {
    CSV_MAX_RECORD_SIZE: `Row ${row} is too long. A quotation mark in it may not be closed. Correct it in the file`,
    CSV_QUOTE_NOT_CLOSED: `A quotation mark in row ${row} isn’t closed. Close it in the file`,
  };
  const otherwise = `Row ${row} cannot be read as CSV. Check its quotation marks and separators`;
  return new UnusableFile(`${says[failure.code] ?? otherwise}, then choose the file again.`);
}
