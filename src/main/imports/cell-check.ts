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

/** What is wrong with a text that no field can have; null where it may be examined. */
export function cellLengthProblem(text: string): string | null {
  return lengthProblem(text, maxCell);
}

/** What is wrong with the length of a text, in a sentence. */
export function lengthProblem(text: string, most: number): string | null {
  return text.length > most ? `Shorten this to ${most} characters.` : null;
}
