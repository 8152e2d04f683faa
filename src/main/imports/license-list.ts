import { isoDay, readDate } from '#shared/base/dates.ts';
import { isLicenseField, type LicenseField } from '#shared/imports/import-fields.ts';
import type { SubmittedLicenseDetails } from '#shared/service/verification.ts';
import { licenseKey } from '../store/known-licenses.ts';
import { readRow, readYesNo } from './cell-check.ts';
import { getHeadings } from './columns.ts';
import { headingNames } from './heading-names.ts';
import type { CellProblem, CheckedItem, KnownItems, ListRules, RowDefaults } from './list-rules.ts';

export const licenseHeadings = getHeadings(
  headingNames('verifications'),
  (cell) => readDate(cell) !== null,
  null,
);

export function licenseMappingProblem({ fields, type }: RowDefaults): string | null {
  if (!fields.includes('licenseNumber')) return 'Choose the column with the license number.';
  if (type === '' && !fields.includes('type')) return 'Enter a type for all, such as license.';
  return null;
}

/** Lists of licenses to verify. The same number, type and state is the same license. */
export function createLicenseList(
  known: KnownItems,
  defaultType: () => string,
  dateOrder: ListRules['dateOrder'],
): ListRules {
  return {
    list: 'verifications',
    headings: licenseHeadings,
    known,
    dateOrder,
    defaultType,
    mappingProblem: licenseMappingProblem,
    checkRow: checkLicenseRow,
    getKeys(cells, { fields, type }) {
      const cell = (field: LicenseField) => cells[fields.indexOf(field)] ?? '';
      const key = licenseKey({
        licenseNumber: cell('licenseNumber'),
        licenseeName: cell('licenseeName'),
        type: cell('type') || type,
        state: cell('state'),
      });
      return key === null ? [] : [key];
    },
  };
}

/** States whose ZIP codes begin with 0. */
const zerosLead: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT']);

/** Checks a row and makes its verification, without empty texts. Days become 2027-03-31. `type` is for rows without their own. */
export function checkLicenseRow(cells: readonly string[], rules: RowDefaults): CheckedItem {
  const texts = new Map<LicenseField, string>();
  const problems = readRow(cells, rules, isLicenseField, (field, text) => texts.set(field, text));
  const data: SubmittedLicenseDetails = {};
  for (const [field, text] of texts) if (!last.includes(field)) fill(data, field, text);
  for (const field of last) fill(data, field, texts.get(field) ?? '');
  problems.push(...rowProblems(cells, rules, data));
  if (problems.length > 0) return { ok: false, problems };
  const request = { type: texts.get('type') ?? rules.type, data };
  return { ok: true, item: { kind: 'verification', request, vendorId: texts.get('vendorId') ?? null } };
}

/** The last fields of a request, in this order, whatever the columns' order. */
const last: readonly LicenseField[] = [
  'effectiveDate',
  'expiryDate',
  'state',
  'county',
  'city',
  'zipCode',
  'isMatch',
];

function fill(details: SubmittedLicenseDetails, field: LicenseField, text: string): void {
  if (text === '' || field === 'type' || field === 'vendorId') return;
  if (field === 'state' || field === 'county' || field === 'city' || field === 'zipCode') {
    details.locationWhereLicenseIsValid = { ...details.locationWhereLicenseIsValid, [field]: text };
  } else if (field === 'effectiveDate' || field === 'expiryDate') {
    const day = readDate(text)?.day;
    if (day !== undefined) details[field] = isoDay(day);
  } else if (field === 'isMatch') details.isMatch = readYesNo(text) === true;
  else details[field] = text;
}

/** What is wrong with a row as a whole, at the cell where it can be corrected. */
function rowProblems(cells: readonly string[], { fields, type }: RowDefaults, good: SubmittedLicenseDetails) {
  const problems: CellProblem[] = [];
  const at = (field: LicenseField) => {
    const column = fields.indexOf(field);
    return { column, text: column === -1 ? '' : (cells[column] ?? '') };
  };
  const number = at('licenseNumber');
  // Why a list needs this one: docs/decisions/importing-a-list.md.
  if (number.text === '') problems.push({ column: number.column, problem: 'A license number is required.' });
  const own = at('type');
  if (own.text === '' && type === '' && own.column !== -1) {
    problems.push({ column: own.column, problem: 'Enter a type, such as license.' });
  }
  const zip = at('zipCode');
  if (
    /^\d{4}$/.test(zip.text) &&
    zerosLead.has((good.locationWhereLicenseIsValid?.state ?? '').toUpperCase())
  )
    problems.push({
      column: zip.column,
      problem: 'The spreadsheet dropped the 0 in front.',
      fix: `0${zip.text}`,
    });
  // Both are ISO 8601 here.
  if ((good.expiryDate ?? '9999') < (good.effectiveDate ?? ''))
    problems.push({
      column: at('expiryDate').column,
      problem: 'This is before the effective date. Check both.',
    });
  return problems;
}
