import { openCsv } from './csv-rows.ts';
import { UnusableFile, type OpenList } from './reading.ts';
import { openXlsx } from './xlsx-rows.ts';

const zipStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** How old spreadsheets begin, and XLSX files that are locked with a password. */
const compoundStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const pdfStart = Buffer.from('%PDF');

/** Opens a list by what is in the file; its name does not matter. Throws {@link UnusableFile}. */
export async function openList(bytes: Buffer): Promise<OpenList> {
  const start = bytes.subarray(0, 4);
  if (bytes.length === 0) throw new UnusableFile('This file is empty. Choose one with a list in it.');
  if (start.equals(zipStart)) return openXlsx(bytes);
  if (start.equals(compoundStart)) {
    throw new UnusableFile(
      'This is an old XLS file, or one locked with a password. Save it as XLSX without a password, or as CSV, and choose that.',
    );
  }
  if (start.equals(pdfStart)) {
    throw new UnusableFile('This is a PDF. Save the list as CSV or XLSX and choose that.');
  }
  return openCsv(bytes);
}
