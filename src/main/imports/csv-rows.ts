import { CsvError, parse } from 'csv-parse';
import { detectDelimiter } from '#shared/delimiter.ts';
import { detectEncoding } from './encoding.ts';
import { maxColumns, maxRows, tooManyColumns, tooManyRows } from './list-limits.ts';
import { tidyCells, UnusableFile, type FileRow, type OpenList } from './reading.ts';

/** How much is decoded and parsed before others get their turn, in bytes; even, so that UTF-16 is not cut. */
const pieceBytes = 32 * 1024;
const maxRow = 1024 * 1024;
/** Of all rows together, also where nothing stands between them: several times the cells that are taken. */
const maxSeparators = 20_000_000;

/** Reads a text as a list of one sheet, whatever its encoding and delimiter. */
export function openCsv(bytes: Buffer): OpenList {
  const encoding = detectEncoding(bytes);
  const beginning = new TextDecoder(encoding).decode(bytes.subarray(0, 64 * 1024));
  if (beginning.includes('\0')) {
    throw new UnusableFile(
      'This is not a list that Gangway can read. Save it as CSV or XLSX and choose it again.',
    );
  }
  const { character, declared } = detectDelimiter(beginning);
  return { sheets: ['CSV'], rows: () => getRows(bytes, encoding, character, declared) };
}

async function* getRows(
  bytes: Buffer,
  encoding: string,
  delimiter: string,
  skipFirst: boolean,
): AsyncGenerator<FileRow[]> {
  const decoder = new TextDecoder(encoding);
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRow,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  let failure: Error | null = null;
  parser.on('error', (error: Error) => {
    failure = error;
  });
  let row = 0;
  let separators = 0;

  function taken(): FileRow[] {
    if (failure !== null) throw unusable(failure, row);
    const rows: FileRow[] = [];
    for (;;) {
      const record: unknown = parser.read();
      if (!Array.isArray(record)) return rows;
      row += 1;
      separators += record.length;
      if (record.length > maxColumns) throw tooManyColumns(record.length);
      if (row > maxRows || separators > maxSeparators) throw tooManyRows();
      if (row === 1 && skipFirst) continue;
      const cells = tidyCells(record.map(String));
      if (cells.length > 0) rows.push({ row, cells });
    }
  }

  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const last = from + pieceBytes >= bytes.length;
    parser.write(decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: !last }));
    await nextTurn();
    const rows = taken();
    if (rows.length > 0) yield rows;
  }
  parser.end();
  // The last record comes once the parser has flushed, or it tells then that a quotation mark is still open.
  for (;;) {
    await nextTurn();
    const rows = taken();
    if (rows.length > 0) yield rows;
    if (parser.readableEnded || failure !== null) break;
  }
  if (failure !== null) throw unusable(failure, row);
}

function unusable(failure: Error, rowsBefore: number): Error {
  if (!(failure instanceof CsvError)) return failure;
  switch (failure.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new UnusableFile(
        `Row ${rowsBefore + 1} is longer than a row of a list can be. A quotation mark that opens in it may never be closed. Correct it in the file, then choose the file again.`,
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnusableFile(
        `A quotation mark that opens in row ${rowsBefore + 1} is never closed. Close it in the file, then choose the file again.`,
      );
    default:
      return new UnusableFile(
        `Row ${rowsBefore + 1} cannot be read as CSV. Look at its quotation marks and separators, then choose the file again.`,
      );
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
