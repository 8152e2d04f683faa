import { readDate } from '#shared/base/dates.ts';
import type { ImportField } from '#shared/imports/import-fields.ts';
import { isIsoDate, numberProblem, readExactNumber } from '#shared/outbox/invite-rules.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { isOpenObject } from '#shared/service/json.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import { emailFinding, phoneFinding, splitName, type CellFinding } from './contact-cells.ts';
import { isDateField, neverExpires } from './field-text.ts';
import { dateFinding, rewriteDate } from './list-dates.ts';
import type { CellProblem, ColumnDateOrder, RowDefaults } from './list-rules.ts';

/** In UTF-16 code units, as in spreadsheets. */
const maxCell = 32_767;

const errorCell = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;

function cellProblem(text: string, linesAllowed: boolean): string | null {
  if (text.startsWith('=')) return 'This is a formula. Enter the text itself.';
  if (errorCell.test(text)) return 'The spreadsheet shows an error here. Enter the text itself.';
  if (text.includes('\uFFFD')) return 'A character was lost in the file. Enter the text again.';
  const control = linesAllowed ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u;
  return control.test(text) ? 'There is a line break or a hidden character. Remove it.' : null;
}

const shortened = /^-?\d(?:[.,]\d+)?E\+?\d+$/i;
const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** A date as a spreadsheet shows it: `12-Mar`, `Dec-24`, `3/12/2026`, or with a time. */
const tookForDate = new RegExp(
  `^(?:\\d{1,2}-${months}(?:-\\d{2,4})?|${months}-\\d{2,4}|\\d{1,2}/\\d{1,2}/(?:\\d{2}|\\d{4})|\\d{4}-\\d{2}-\\d{2})(?:[ T]\\d.*)?$`,
  'i',
);

/** How a spreadsheet damaged the number of a license, a phone or a ZIP code; null where it seems whole. Corrects what is certain. */
function damagedNumber(text: string): CellFinding | null {
  if (!/[.,E#/]|\d{16}|[a-z]-|-[a-z]|^\d{4}-/i.test(text)) return null;
  if (shortened.test(text))
    return { problem: 'The spreadsheet shortened this number. Enter all of its digits.' };
  if (/^#+$/.test(text))
    return { problem: 'The column was too narrow to show this. Enter the number itself.' };
  if (/^\d{16,}$/.test(text) && /^0+$/.test(text.slice(15)))
    return { problem: 'The spreadsheet kept the first 15 digits of this number. Enter all of them.' };
  if (tookForDate.test(text))
    return {
      problem: 'A spreadsheet turned this number into a date or shortened it. Enter the number itself.',
    };
  const whole = /^(\d+)\.0+$/.exec(text)?.[1];
  if (whole !== undefined) return { problem: 'A program added “.0” to this number.', fix: whole };
  if (/^\d{1,3}(?:,\d{3})+$/.test(text))
    return { problem: 'A spreadsheet put commas into this number.', fix: text.replaceAll(',', '') };
  return null;
}

const maxTag = 60;
const longest: Partial<Record<ImportField, number>> = { inviteMessage: 10_000, type: 200 };
const numbers: ReadonlySet<ImportField> = new Set<ImportField>([
  'licenseNumber',
  'phoneNumber',
  'vendorId',
  'zipCode',
]);
const yes = /^(?:yes|y|true|1)$/i;
const no = /^(?:no|n|false|0)$/i;

export const readYesNo = (text: string): boolean | null =>
  yes.test(text) ? true : no.test(text) ? false : null;

export function toTags(text: string): string[] {
  const tags = text.split(/[;\r\n]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

export function cellFinding(
  field: ImportField,
  text: string,
  order: ColumnDateOrder | null = null,
  from1904 = false,
): CellFinding | null {
  if (text === '') return null;
  const tooLong = lengthProblem(text, maxCell);
  if (tooLong !== null) return { problem: tooLong };
  const damage = numbers.has(field) ? damagedNumber(text) : null;
  if (damage !== null) return damage;
  const problem = cellProblem(text, field === 'inviteMessage') ?? fieldProblem(field, text);
  if (problem !== null) return { problem };
  if (isDateField(field)) return dayFinding(field, text, order, from1904);
  if (field === 'phoneNumber') return phoneFinding(text);
  // A person has to split an unclear name.
  if (field === 'fullName' && splitName(text) === null)
    return {
      problem: 'This does not look like the name of one person. Enter the name, or clear the cell.',
      fix: '',
    };
  return field === 'email' ? emailFinding(text) : null;
}

function dayFinding(field: ImportField, text: string, order: ColumnDateOrder | null, from1904: boolean) {
  if (field === 'expiryDate' && neverExpires(text))
    return {
      problem:
        'No date. If the license does not expire, check that option under Columns. Otherwise enter a date as 2027-03-31.',
    };
  if (field === 'expiryDate' || field === 'effectiveDate')
    return dateFinding(text, order, '2027-03-31', from1904);
  // An invite's day is sent as written, so it has to be ISO 8601.
  if (isIsoDate(text)) return null;
  const plain = readDate(text);
  const found = dateFinding(text, order, '2026-06-09', from1904);
  if (found !== null || plain === null) return found;
  return plain.clock === null ? rewriteDate(plain.day) : { problem: 'Enter a date as 2026-06-09.' };
}

function fieldProblem(field: ImportField, text: string): string | null {
  switch (field) {
    case 'email':
      return text.length > 320 ? 'This is too long for an email address.' : null;
    case 'phoneNumber':
      if (text.includes('@')) return 'This is not a phone number.';
      return text.length > 60 ? 'Too long for a phone number.' : null;
    case 'vendorId':
      return vendorIdProblem(text);
    case 'id':
    case 'companyId':
      return readExactNumber(text) === undefined ? numberProblem : null;
    case 'company':
      return isOpenObject(parseExactJson(text)) ? null : 'Enter a JSON object, as in {"name": "Acme"}.';
    case 'checklistTasks':
      return isJsonObjectList(parseExactJson(text))
        ? null
        : 'Enter a JSON list of objects, as in [{"name": "W-9"}].';
    case 'firstName':
    case 'lastName':
      if (/@|\d{3}[ .-]?\d{4}|\b(?:llc|inc|corp|ltd)\b/i.test(text))
        return 'This does not look like a name. Enter the name, or clear the cell.';
      break;
    case 'tag':
      return lengthProblem(toTags(text).find((tag) => tag.length > maxTag) ?? '', maxTag);
    case 'licenseNumber':
      if ((text.match(/\d{4,}/g) ?? []).length > 1 && /[,;/]/.test(text))
        return 'There’s more than one number here. Keep one.';
      if (!/\d/.test(text)) return 'A license number has digits. Check this.';
      break;
    case 'isMatch':
      return readYesNo(text) === null ? 'Enter yes or no.' : null;
    default:
      if (isDateField(field)) return null;
  }
  return lengthProblem(text, longest[field] ?? 500);
}

export const isJsonObjectList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isOpenObject);

const lengthProblem = (text: string, most: number): string | null =>
  text.length > most ? `Shorten this to ${most} characters.` : null;

export function readRow<F extends ImportField>(
  cells: readonly string[],
  { fields, dates, from1904 }: RowDefaults,
  isField: (field: ImportField) => field is F,
  take: (field: F, text: string) => void,
): CellProblem[] {
  const problems: CellProblem[] = [];
  for (const [column, field] of fields.entries()) {
    const text = cells[column] ?? '';
    if (text === '' || !isField(field)) continue;
    const found = cellFinding(field, text, dates?.get(column) ?? null, from1904);
    if (found === null) take(field, text);
    else problems.push({ column, ...found });
  }
  return problems;
}
