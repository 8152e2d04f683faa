import { describe, expect, it } from 'vitest';
import {
  compareLicenses,
  dateNote,
  differencesFirst,
  differingCount,
  comparisonMessage,
  type ComparisonRow,
  type LicenseField,
} from '#shared/comparison/licenses.ts';
import type { LicenseDetails } from '#shared/service/verification.ts';

const submitted: LicenseDetails = {
  licenseeName: 'Brightwater Plumbing & Drain LLC',
  qualifiedParty: 'Rosa M. Delgado',
  licenseeAddress: '2210 Embarcadero West, Suite 4, Oakland, CA 94607',
  licenseNumber: '1048827',
  licenseTradeType: 'C-36 Plumbing',
  serviceType: 'Plumbing',
  effectiveDate: '2019-03-14',
  expiryDate: '2027-03-31',
  locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '94607' },
};

const found: LicenseDetails = {
  licenseeName: 'Brightwater Plumbing & Drain, Inc.',
  qualifiedParty: 'Rosa Elena Vidal Delgado',
  licenseeAddress: '2210 Embarcadero W Ste 4, Oakland CA 94607',
  licenseNumber: '1048827',
  licenseTradeType: 'C-36 Plumbing',
  serviceType: 'Plumbing',
  effectiveDate: '03/14/2019',
  expiryDate: '2026-06-30',
  locationWhereLicenseIsValid: { state: 'CA' },
  verifyingWebsite: 'licenses.board.example.com/check',
  isMatch: false,
};

function toRow(rows: readonly ComparisonRow[], field: LicenseField): ComparisonRow {
  const row = rows.find((candidate) => candidate.field === field);
  if (row === undefined) throw new Error(`No row for ${field}.`);
  return row;
}

describe('license details as submitted and as found', () => {
  const rows = compareLicenses(submitted, found);

  it('are compared in a fixed order, every field but isMatch', () => {
    expect(rows.map(({ label, words }) => [label, words])).toEqual([
      ['Licensee name', 'Differs'],
      ['Qualified party', 'Differs'],
      ['Licensee address', 'Same, written differently'],
      ['License number', 'Same'],
      ['License trade type', 'Same'],
      ['Service type', 'Same'],
      ['Effective date', 'Same'],
      ['Expiration date', 'Differs'],
      ['Valid in: state', 'Same'],
      ['Valid in: county', 'Only submitted'],
      ['Valid in: city', 'Only submitted'],
      ['Valid in: ZIP code', 'Only submitted'],
      ['Verifying website', 'Only found'],
    ]);
  });

  it('can be put with the differences first', () => {
    expect(
      differencesFirst(rows)
        .map((row) => row.field)
        .slice(0, 5),
    ).toEqual(['licenseeName', 'qualifiedParty', 'expiryDate', 'licenseeAddress', 'licenseNumber']);
    expect(differencesFirst(rows)).toHaveLength(rows.length);
  });

  it('differ in as many details as both sides have and do not agree on', () => {
    expect(differingCount(rows)).toBe(3);
    expect(differingCount(compareLicenses(submitted, { ...submitted, expiryDate: 'open' }))).toBe(0);
  });

  it('are summed up, with what to do', () => {
    expect(comparisonMessage(rows)).toBe(
      'The board has this number under a different name, with an earlier expiration. Correct what was submitted, or ask the vendor.',
    );
  });

  it('are spoken with the words that differ alone', () => {
    expect(toRow(rows, 'licenseeName').spoken).toBe('Licensee name, differs, submitted LLC, found Inc.');
    expect(toRow(rows, 'expiryDate').spoken).toBe(
      'Expiration date, differs, submitted Mar 31, 2027, found Jun 30, 2026',
    );
    expect(toRow(rows, 'licenseNumber').spoken).toBe('License number, same, 1048827');
    expect(toRow(rows, 'county').spoken).toBe('Valid in: county, only submitted, Alameda');
    expect(toRow(rows, 'verifyingWebsite').spoken).toBe(
      'Verifying website, only found, licenses.board.example.com/check',
    );
  });

  it('say how far dates are apart and how long the license still runs', () => {
    const today = { year: 2026, month: 6, day: 9 };
    expect(dateNote(toRow(rows, 'expiryDate'), today)).toBe('9 months earlier. Expires in 21 days.');
    expect(dateNote(toRow(rows, 'effectiveDate'), today)).toBeNull();
    expect(dateNote(toRow(rows, 'licenseeName'), today)).toBeNull();
  });

  it('say by which day the license is counted where the found one cannot be read', () => {
    const today = { year: 2026, month: 6, day: 9 };
    const note = (own: LicenseDetails, expiryDate: string) =>
      dateNote(toRow(compareLicenses(own, { expiryDate }), 'expiryDate'), today);
    expect(note(submitted, 'on renewal')).toBe('Gangway cannot read this date, so it isn’t counted.');
    expect(note(submitted, '03/31/27')).toBe('Expires in 295 days.');
    expect(note({ licenseNumber: '1' }, 'on renewal')).toBe(
      'Gangway cannot read this date, so it isn’t counted.',
    );
    const effective = compareLicenses(submitted, { effectiveDate: '10/2019' });
    expect(dateNote(toRow(effective, 'effectiveDate'), today)).toBe('Between Oct 1, 2019 and Oct 31, 2019.');
    expect(note(submitted, '2027-03')).toBe('Between Mar 1, 2027 and Mar 31, 2027.');
  });
});

describe('the sentence about a license', () => {
  const toWords = (a: LicenseDetails | null, b: LicenseDetails | null) =>
    comparisonMessage(compareLicenses(a, b));

  it('says that nothing was found where the response is absent, empty or holds isMatch alone', () => {
    for (const response of [null, {}, { isMatch: true, licenseeName: ' ' }]) {
      expect(toWords(submitted, response)).toBe('There is nothing to compare with what was submitted.');
    }
  });

  it('says that all is the same only where no side lacks a detail', () => {
    expect(toWords(submitted, submitted)).toBe('Every detail is the same.');
    expect(toWords(submitted, { ...submitted, serviceType: null })).toBe('1 detail was not found.');
    expect(toWords({ licenseNumber: '12' }, { ...submitted, licenseNumber: '12', expiryDate: null })).toBe(
      '10 details were not submitted.',
    );
  });

  it('does not call it a match where no detail stands on both sides', () => {
    expect(toWords({ licenseNumber: '12' }, { licenseeName: 'Kestrel Roofing' })).toBe(
      '1 detail was not found and 1 was not submitted.',
    );
  });

  it('warns that another number may be another license', () => {
    expect(toWords(submitted, { ...submitted, licenseNumber: '1048872' })).toBe(
      'The license number itself differs, so this may be another license. Correct what was submitted, or ask the vendor.',
    );
  });

  it('says of an expiry whether it is earlier, later or cannot be told', () => {
    const explanation = (expiryDate: string) => toWords(submitted, { ...submitted, expiryDate });
    expect(explanation('2027-04-01')).toMatch(/^The board has this number with a later expiration\./);
    expect(explanation('2027-03-30')).toMatch(/^The board has this number with an earlier expiration\./);
  });

  it('claims nothing of an expiry that cannot be read', () => {
    expect(toWords(submitted, { ...submitted, expiryDate: 'on renewal' })).toBe('1 date cannot be compared.');
    expect(toWords(submitted, { expiryDate: 'on renewal', effectiveDate: '10/2019' })).toBe(
      '2 dates cannot be compared, and 10 details were not found.',
    );
    expect(toWords(submitted, { ...submitted, expiryDate: '03/31/27' })).toBe('Every detail is the same.');
    expect(
      toWords(submitted, { ...submitted, expiryDate: '05/06/27', licenseeName: 'Kestrel Roofing' }),
    ).toBe(
      'The board has this number under a different name. 1 date cannot be compared. Correct what was submitted, or ask the vendor.',
    );
  });

  it('says so where a name is nearly the same', () => {
    const other = { ...submitted, qualifiedParty: 'DELGADO ROSA M', licenseeName: 'Kestrel Roofing' };
    const rows = compareLicenses(submitted, other);
    expect(toRow(rows, 'qualifiedParty').words).toBe('Differs, nearly the same');
    expect(toRow(rows, 'qualifiedParty').spoken).toMatch(/^Qualified party, differs, nearly the same, /);
    expect(toRow(rows, 'licenseeName').words).toBe('Differs');
    const nearly = { ...submitted, licenseeName: 'Two Brothers' };
    const named = toWords({ ...submitted, licenseeName: '2 Brothers' }, nearly);
    expect(named).toMatch(/^The board has this number under nearly the same name\./);
  });

  it('names other details that differ', () => {
    const other = { ...submitted, serviceType: 'Roofing', locationWhereLicenseIsValid: { zipCode: '94601' } };
    expect(toWords(submitted, other)).toMatch(/^Not the same: service type, ZIP code\./);
  });
});
