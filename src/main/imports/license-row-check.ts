import { daysUntil, isoDay, readDate } from '#shared/dates.ts';
import { isLicenseField, type LicenseField } from '#shared/import-fields.ts';
import type { SubmittedLicenseDetails } from '#shared/service/license-details.ts';
import { vendorIdProblem } from '#shared/service/operations.ts';
import type { VerificationRequest } from '#shared/service/verification.ts';
import {
  cellLengthProblem,
  cellProblem,
  damagedNumber,
  lengthProblem,
  type CellFinding,
} from './cell-check.ts';
import { neverExpires } from './field-text.ts';
import { dateFinding, isDateField, type ColumnDateOrder } from './list-dates.ts';
import type { CellProblem, RowDefaults } from './list-rules.ts';

/** A row as a verification, or what keeps it from being one. */
export type CheckedLicense =
  | { ok: true; request: VerificationRequest; vendorId: string | null }
  | { ok: false; problems: CellProblem[] };

const longest = { type: 200, other: 500 } as const;
/** States whose ZIP codes begin with 0. */
const zerosLead: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT']);
const saysYes = /^(yes|y|true|1)$/i;
const saysNo = /^(no|n|false|0)$/i;

/** What is wrong with a text for a field of a license; null where nothing is. `order` is that of the dates in its column. */
export function licenseFinding(
  field: LicenseField,
  text: string,
  order: ColumnDateOrder | null = null,
  from1904 = false,
): CellFinding | null {
  if (text === '') return null;
  const tooLong = cellLengthProblem(text);
  if (tooLong !== null) return { problem: tooLong };
  const isNumber = field === 'licenseNumber' || field === 'vendorId' || field === 'zipCode';
  const damage = isNumber ? damagedNumber(text) : null;
  if (damage !== null) return damage;
  const problem = textProblem(field, text);
  if (problem !== null) return { problem };
  if (!isDateField(field)) return null;
  if (field === 'expiryDate' && neverExpires(text))
    return {
      problem:
        'No date. If the license does not expire, check that option under Columns. Otherwise enter a date as 2027-03-31.',
    };
  return dateFinding(text, order, '2027-03-31', from1904);
}

function textProblem(field: LicenseField, text: string): string | null {
  const found = cellProblem(text, false);
  if (found !== null) return found;
  switch (field) {
    case 'licenseNumber':
      if ((text.match(/\d{4,}/g) ?? []).length > 1 && /[,;/]/.test(text))
        return 'There’s more than one number here. Keep one.';
      if (!/\d/.test(text)) return 'A license number has figures. Check this.';
      return lengthProblem(text, longest.other);
    case 'type':
      return lengthProblem(text, longest.type);
    case 'effectiveDate':
    case 'expiryDate':
      return null;
    case 'isMatch':
      return saysYes.test(text) || saysNo.test(text) ? null : 'Enter yes or no.';
    case 'vendorId':
      return vendorIdProblem(text);
    case 'licenseTradeType':
    case 'serviceType':
    case 'qualifiedParty':
    case 'licenseeName':
    case 'licenseeAddress':
    case 'state':
    case 'county':
    case 'city':
    case 'zipCode':
    case 'verifyingWebsite':
      return lengthProblem(text, longest.other);
  }
}

/**
 * Checks a row and makes the verification of it: only what was filled in, no empty texts. Days are sent as 2027-03-31,
 * however the list writes them. `type` goes to rows that have none of their own.
 */
export function checkLicenseRow(
  cells: readonly string[],
  { fields, type, dates, from1904 }: RowDefaults,
): CheckedLicense {
  const problems: CellProblem[] = [];
  const texts: Partial<Record<LicenseField, string>> = {};
  for (const [column, field] of fields.entries()) {
    const text = cells[column] ?? '';
    if (text === '' || !isLicenseField(field)) continue;
    const found = licenseFinding(field, text, dates?.get(column) ?? null, from1904);
    if (found === null) texts[field] = text;
    else problems.push({ column, ...found });
  }
  problems.push(...rowProblems(cells, fields, type, texts));
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    request: { type: texts.type ?? type, data: getDetails(texts) },
    vendorId: texts.vendorId ?? null,
  };
}

/** What is wrong with a row as a whole, said at the cell where it can be put right. */
function rowProblems(
  cells: readonly string[],
  fields: RowDefaults['fields'],
  type: string,
  good: Partial<Record<LicenseField, string>>,
): CellProblem[] {
  const problems: CellProblem[] = [];
  const at = (field: LicenseField) => {
    const column = fields.indexOf(field);
    return { column, text: column === -1 ? '' : (cells[column] ?? '') };
  };
  const number = at('licenseNumber');
  // The service interface leaves open which details it needs; docs/decisions/importing-a-list.md has why a list needs this one.
  if (number.text === '') problems.push({ column: number.column, problem: 'A license number is required.' });
  const own = at('type');
  if (own.text === '' && type === '' && own.column !== -1) {
    problems.push({ column: own.column, problem: 'Enter a type, such as license.' });
  }
  const zip = at('zipCode');
  if (/^\d{4}$/.test(zip.text) && zerosLead.has((good.state ?? '').toUpperCase()))
    problems.push({
      column: zip.column,
      problem: 'The spreadsheet dropped the 0 in front.',
      mend: `0${zip.text}`,
    });
  const from = readDate(good.effectiveDate)?.day;
  const to = readDate(good.expiryDate)?.day;
  if (from !== undefined && to !== undefined && daysUntil(to, from) < 0) {
    problems.push({
      column: at('expiryDate').column,
      problem: 'This is before the effective date. Check both.',
    });
  }
  return problems;
}

function getDetails(texts: Partial<Record<LicenseField, string>>): SubmittedLicenseDetails {
  const { type: _type, vendorId: _vendorId, isMatch, state, county, city, zipCode, ...others } = texts;
  const { effectiveDate, expiryDate, ...plain } = others;
  const place = given({ state, county, city, zipCode });
  return {
    ...given(plain),
    ...given({ effectiveDate: dayText(effectiveDate), expiryDate: dayText(expiryDate) }),
    ...(Object.keys(place).length === 0 ? {} : { locationWhereLicenseIsValid: place }),
    ...(isMatch === undefined ? {} : { isMatch: saysYes.test(isMatch) }),
  };
}

function dayText(text: string | undefined): string | undefined {
  const day = readDate(text)?.day;
  return day === undefined ? undefined : isoDay(day);
}

function given<T extends Record<string, string | undefined>>(texts: T): { [K in keyof T]?: string } {
  const filled: { [K in keyof T]?: string } = {};
  for (const name in texts) {
    const text = texts[name];
    if (text !== undefined) filled[name] = text;
  }
  return filled;
}
