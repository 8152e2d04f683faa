/** What is wrong with a cell, in a sentence, and what it would be once mended, where there is no doubt about that. */
export interface CellFinding {
  problem: string;
  mend?: string;
}

/** Longest text of a cell, in UTF-16 code units: as much as a spreadsheet takes. What is longer is not examined further. */
const maxCell = 32_767;

const errorCell = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;

/** What is wrong with a cell of any field, in a sentence for the person: what a spreadsheet left, what the file lost. */
export function cellProblem(text: string, linesAllowed: boolean): string | null {
  if (text.startsWith('=')) return 'This is a formula. Enter the text itself.';
  if (errorCell.test(text)) return 'The spreadsheet shows an error here. Enter the text itself.';
  if (text.includes('\uFFFD')) return 'A character was lost in the file. Enter the text again.';
  const control = linesAllowed ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u;
  return control.test(text) ? 'There is a line break or a hidden character. Remove it.' : null;
}

const shortened = /^-?\d(?:[.,]\d+)?E\+?\d+$/i;
const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** How a spreadsheet shows what it took for a date: `12-Mar`, `Dec-24`, `3/12/2026`, or with a time. */
const tookForDate = new RegExp(
  `^(?:\\d{1,2}-${months}(?:-\\d{2,4})?|${months}-\\d{2,4}|\\d{1,2}/\\d{1,2}/(?:\\d{2}|\\d{4})|\\d{4}-\\d{2}-\\d{2})(?:[ T]\\d.*)?$`,
  'i',
);

/**
 * What a spreadsheet has done to a number that is none to count with, such as that of a license, a telephone or a ZIP code;
 * null where it seems whole. Mended is only what can be told from what is left.
 */
export function damagedNumber(text: string): CellFinding | null {
  // Most numbers have nothing of it.
  if (!/[.,E#/]|\d{16}|[a-z]-|-[a-z]|^\d{4}-/i.test(text)) return null;
  if (shortened.test(text))
    return { problem: 'The spreadsheet shortened this number. Enter all of its figures.' };
  if (/^#+$/.test(text))
    return { problem: 'The column was too narrow to show this. Enter the number itself.' };
  if (/^\d{16,}$/.test(text) && /^0+$/.test(text.slice(15)))
    return { problem: 'The spreadsheet kept the first 15 figures of this number. Enter all of them.' };
  if (tookForDate.test(text))
    return { problem: 'A spreadsheet made a date of this number, or shortened it. Enter the number itself.' };
  const whole = /^(\d+)\.0+$/.exec(text)?.[1];
  if (whole !== undefined) return { problem: 'A program added “.0” to this number.', mend: whole };
  if (/^\d{1,3}(?:,\d{3})+$/.test(text))
    return { problem: 'A spreadsheet put commas into this number.', mend: text.replaceAll(',', '') };
  return null;
}

/** What is wrong with a text that no field can have; null where it may be examined. */
export function cellLengthProblem(text: string): string | null {
  return lengthProblem(text, maxCell);
}

/** What is wrong with the length of a text, in a sentence. */
export function lengthProblem(text: string, most: number): string | null {
  return text.length > most ? `Shorten this to ${most} characters.` : null;
}
