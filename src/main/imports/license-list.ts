import { readDate } from '#shared/dates.ts';
import type { LicenseField } from '#shared/import-fields.ts';
import { licenseKey } from '../store/known-licenses.ts';
import { getHeadings } from './columns.ts';
import { headingNames } from './heading-names.ts';
import { checkLicenseRow } from './license-row-check.ts';
import type { KnownItems, ListRules, RowDefaults } from './list-rules.ts';

export const licenseHeadings = getHeadings(
  headingNames('verifications'),
  (cell) => readDate(cell) !== null,
  null,
);

/** What is missing before anything can be queued, in a sentence. */
export function licenseMappingProblem({ fields, type }: RowDefaults): string | null {
  if (!fields.includes('licenseNumber')) return 'Choose the column with the license number.';
  if (type === '' && !fields.includes('type')) return 'Enter a type for all, such as license.';
  return null;
}

/**
 * Lists of licenses to verify. The same number with the same type and state is the same license.
 */
export function createLicenseList(
  known: KnownItems,
  defaultType: () => string,
  dateOrder: ListRules['dateOrder'],
): ListRules {
  return {
    list: 'verifications',
    entryKind: 'verification',
    headings: licenseHeadings,
    known,
    dateOrder,
    defaultType,
    mappingProblem: licenseMappingProblem,
    checkRow(cells, rules) {
      const checked = checkLicenseRow(cells, rules);
      if (!checked.ok) return checked;
      const { request, vendorId } = checked;
      return { ok: true, item: { kind: 'verification', request, vendorId } };
    },
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
