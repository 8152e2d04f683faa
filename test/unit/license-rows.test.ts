import { describe, expect, it } from 'vitest';
import { guessFields, findHeadings } from '#main/imports/columns.ts';
import { cellFinding } from '#main/imports/cell-check.ts';
import { checkLicenseRow, licenseHeadings, licenseMappingProblem } from '#main/imports/license-list.ts';
import { licenseKey } from '#main/store/known-licenses.ts';
import { listFields, type ImportField, type LicenseField } from '#shared/imports/import-fields.ts';
import { duplicateMessage } from '#shared/words/import-messages.ts';
import { submittedLicenseDetails, verificationRequest } from '#shared/service/verification.ts';

describe('a list of licenses', () => {
  it('tells its columns by their headings, whoever wrote them', () => {
    const headings = [
      'Lic. No.',
      'Trade',
      'Business Name',
      'STATE',
      'Exp. Date',
      'Zip',
      'Vendor ID',
      'Notes',
    ];
    expect(guessFields(licenseHeadings, headings, [], new Map()).fields).toEqual([
      'licenseNumber',
      'licenseTradeType',
      'licenseeName',
      'state',
      'expiryDate',
      'zipCode',
      'vendorId',
      'skip',
    ]);
  });

  it.each<[LicenseField, string]>([
    [
      'licenseNumber',
      'License, Lic, Lic #, Lic. No., License no, License Nbr, License ID, State License #, Number',
    ],
    [
      'licenseNumber',
      'Cert, Cert No, Cert. #, Certification number, Registration no., Permit #, Credential #',
    ],
    [
      'expiryDate',
      'Exp, Exp., Exp. Date, Expires, Expires on, Expiration, Expiry (mm/dd/yyyy), License exp date',
    ],
    ['expiryDate', 'Valid through, Valid thru, Date of expiry, License expiry date'],
    ['effectiveDate', 'Issued, Issue date, Date issued, Eff. date, Effective'],
    ['state', 'State, ST, Issuing State, State of issue, License state'],
    [
      'licenseeName',
      'Licensee, License holder, Firm, Contractor, Subcontractor, Supplier, DBA, Business name, Name',
    ],
    ['licenseTradeType', 'Trade, License type, Classification, License class, Specialty'],
    ['qualifiedParty', 'Qualifier, Qualifying individual, Contact person'],
    ['licenseeAddress', 'Address, Street address, Address line 1, Business address'],
    ['zipCode', 'ZIP, Zip code, ZIP/Postal code'],
    ['vendorId', 'Vendor ID, Vendor #, Supplier no.'],
    [
      'licenseeName',
      'Vendor / DBA, Company / DBA, Trade name, Subcontractor (licensee), Vendor/Supplier name',
    ],
    ['licenseNumber', 'License / Cert. number, License # (state), Lic. no. / Reg. no.'],
    ['expiryDate', 'Expires (date), Exp. / Expiration, Date (expiry)'],
  ])('tells %s by %s', (field, headings) => {
    for (const heading of headings.split(', '))
      expect([heading, guessFields(licenseHeadings, [heading], [], new Map()).fields]).toEqual([
        heading,
        [field],
      ]);
  });

  it.each([
    'No.',
    '#',
    'Renewal date',
    'Certificate holder',
    'License status',
    'Notes',
    'City / State',
    'License no. / Exp. date',
  ])('leaves it to the person what %s is', (heading) => {
    expect(guessFields(licenseHeadings, [heading], [], new Map()).fields).toEqual(['skip']);
  });

  it('takes the license number for what it is beside another number', () => {
    const headings = ['Number', 'Firm', 'License #', 'Exp'];
    expect(guessFields(licenseHeadings, headings, [], new Map()).fields).toEqual([
      'skip',
      'licenseeName',
      'licenseNumber',
      'expiryDate',
    ]);
  });

  it.each<[string, string[][], number | null]>([
    [
      'names of fields',
      [
        ['License number', 'State'],
        ['1048827', 'CA'],
      ],
      0,
    ],
    [
      'other words above figures',
      [
        ['Nummer', 'Bis'],
        ['1048827', '2027-03-31'],
      ],
      0,
    ],
    [
      'a date',
      [
        ['A1', '2027-03-31'],
        ['A2', '2027-04-30'],
      ],
      null,
    ],
    [
      'a title and a date',
      [['License report'], ['6/9/2026'], ['Lic. No.', 'State', 'Type'], ['1048827', 'CA', 'license']],
      2,
    ],
    [
      'types that are also a heading',
      [
        ['Lic. No.', 'State'],
        ['1048827', 'license'],
        ['1048828', 'license'],
      ],
      0,
    ],
  ])('finds its row of headings, or that it has none, by %s', (_name, rows, expected) => {
    expect(findHeadings(licenseHeadings, rows, new Map())).toBe(expected);
  });

  it('needs a column with the number, and something to check it as', () => {
    const rules = { message: '', type: 'license' };
    expect(licenseMappingProblem({ ...rules, fields: ['state'] })).toContain('license number');
    expect(licenseMappingProblem({ ...rules, fields: ['licenseeName'] })).toBe(
      'Choose the column with the license number.',
    );
    expect(licenseMappingProblem({ message: '', type: '', fields: ['licenseNumber'] })).toContain(
      'Enter a type for all',
    );
    expect(licenseMappingProblem({ message: '', type: '', fields: ['licenseNumber', 'type'] })).toBeNull();
  });
});

it('takes no text of a license that is longer than any cell', () => {
  const problem = 'Shorten this to 32767 characters.';
  const long = '('.repeat(32_768);
  expect(cellFinding('expiryDate', long)).toEqual({ problem });
  expect(cellFinding('licenseNumber', long)).toEqual({ problem });
});

describe('what is wrong with a cell of a license', () => {
  it.each<[LicenseField, string, string | null]>([
    ['licenseNumber', 'CSLB-1048827', null],
    ['licenseNumber', '1.04883E+11', 'The spreadsheet shortened this number. Enter all of its digits.'],
    ['licenseNumber', '=A1', 'This is a formula. Enter the text itself.'],
    ['licenseeName', '#REF!', 'The spreadsheet shows an error here. Enter the text itself.'],
    ['licenseeName', 'x'.repeat(501), 'Shorten this to 500 characters.'],
    ['type', 'x'.repeat(201), 'Shorten this to 200 characters.'],
    ['expiryDate', '3/31/2027', null],
    ['expiryDate', 'March 31, 2027', null],
    ['expiryDate', '31.03.27', 'This reads as Mar 31, 2027. Enter it as 2027-03-31.'],
    ['effectiveDate', '2026-02-30', 'Enter a date as 2027-03-31.'],
    ['isMatch', 'Yes', null],
    ['isMatch', 'perhaps', 'Enter yes or no.'],
    [
      'vendorId',
      'a/b',
      'A vendor ID can’t contain slashes or be only dots. Copy it again from where you found it.',
    ],
    ['licenseeAddress', '1 Pier\nSte 4', 'There is a line break or a hidden character. Remove it.'],
  ])('of %s: %j', (field, text, problem) => {
    expect(cellFinding(field, text)?.problem ?? null).toBe(problem);
  });
});

/** A text for every field that a column can fill. */
const full: Record<LicenseField, string> = {
  licenseNumber: '1048827',
  type: 'contractor',
  licenseTradeType: 'Plumbing',
  serviceType: 'Drains',
  qualifiedParty: 'Rosa M. Delgado',
  licenseeName: 'Brightwater Plumbing',
  licenseeAddress: '1 Pier, Ste 4',
  state: 'CA',
  county: 'Alameda',
  city: 'Oakland',
  zipCode: '02139',
  effectiveDate: '4/1/2025',
  expiryDate: '3/31/2027',
  verifyingWebsite: 'https://board.example.com',
  isMatch: 'no',
  vendorId: '48213',
};

describe('a row of a list of licenses', () => {
  it('can fill every field of the request', () => {
    const fields = listFields.verifications.filter((field) => field !== 'skip');
    expect(fields.toSorted()).toEqual(Object.keys(full).toSorted());
    const texts: Record<string, string> = full;
    const checked = checkLicenseRow(
      fields.map((field) => texts[field] ?? ''),
      { fields, message: '', type: 'license' },
    );
    if (!checked.ok || checked.item.kind !== 'verification') throw new Error('The row has a problem.');
    const { request } = checked.item;
    expect(Object.keys(request).toSorted()).toEqual(Object.keys(verificationRequest.shape).toSorted());
    expect(Object.keys(request.data).toSorted()).toEqual(
      Object.keys(submittedLicenseDetails.shape).toSorted(),
    );
    expect(Object.keys(request.data.locationWhereLicenseIsValid ?? {}).toSorted()).toEqual(
      Object.keys(submittedLicenseDetails.shape.locationWhereLicenseIsValid.unwrap().shape).toSorted(),
    );
    expect(checked.item).toEqual({
      kind: 'verification',
      vendorId: '48213',
      request: {
        type: 'contractor',
        data: {
          licenseNumber: '1048827',
          licenseTradeType: 'Plumbing',
          serviceType: 'Drains',
          qualifiedParty: 'Rosa M. Delgado',
          licenseeName: 'Brightwater Plumbing',
          licenseeAddress: '1 Pier, Ste 4',
          locationWhereLicenseIsValid: { state: 'CA', county: 'Alameda', city: 'Oakland', zipCode: '02139' },
          effectiveDate: '2025-04-01',
          expiryDate: '2027-03-31',
          verifyingWebsite: 'https://board.example.com',
          isMatch: false,
        },
      },
    });
  });

  it('takes the type for all where it has none, and sends nothing that is empty', () => {
    const fields: ImportField[] = ['licenseNumber', 'type', 'county', 'isMatch'];
    expect(checkLicenseRow(['1', '', '', ''], { fields, message: '', type: 'license' })).toEqual({
      ok: true,
      item: {
        kind: 'verification',
        vendorId: null,
        request: { type: 'license', data: { licenseNumber: '1' } },
      },
    });
  });

  it('is not ready without a number, whatever else it says', () => {
    const fields: ImportField[] = ['licenseNumber', 'licenseeName', 'state'];
    expect(
      checkLicenseRow(['', 'Brightwater Plumbing', 'CA'], { fields, message: '', type: 'license' }),
    ).toEqual({ ok: false, problems: [{ column: 0, problem: 'A license number is required.' }] });
  });

  it('names every cell that is wrong, what is missing, and an expiry before the effective date', () => {
    const fields: ImportField[] = ['licenseNumber', 'effectiveDate', 'expiryDate', 'isMatch'];
    expect(
      checkLicenseRow(['', '2027-03-31', '2026-03-31', 'x'], { fields, message: '', type: 'license' }),
    ).toEqual({
      ok: false,
      problems: [
        { column: 3, problem: 'Enter yes or no.' },
        { column: 0, problem: 'A license number is required.' },
        { column: 2, problem: 'This is before the effective date. Check both.' },
      ],
    });
  });
});

describe('whether two rows are the same license', () => {
  const license = { licenseNumber: 'CA-104 8827', licenseeName: 'A', type: 'License', state: 'California' };
  it.each([
    ['written differently', { licenseNumber: 'ca1048827', type: 'license ', state: 'CA' }, true],
    ['of another licensee in the file', { licenseeName: 'B' }, true],
    ['of another state', { state: 'NV' }, false],
    ['without a state', { state: '' }, false],
    ['of another type', { type: 'insurance' }, false],
    ['with another number', { licenseNumber: 'CA-104 8828' }, false],
  ])('is told for one %s', (_name, change, same) => {
    expect(licenseKey({ ...license, ...change }) === licenseKey(license)).toBe(same);
  });

  it('goes by the licensee where there is no number, and by nothing where there is neither', () => {
    const nameless = { ...license, licenseNumber: '' };
    expect(licenseKey({ ...nameless, licenseeName: 'a' })).toBe(licenseKey(nameless));
    expect(licenseKey({ ...nameless, licenseeName: '' })).toBeNull();
  });

  it('is said in words with the day and the list', () => {
    const now = new Date(2026, 5, 9, 14, 0).getTime();
    const check = {
      kind: 'verification',
      entryId: '',
      queuedAt: now - 60_000,
      sentAt: null,
      altered: false,
    } as const;
    expect(duplicateMessage({ kind: 'row', row: 4, queued: false }, 'verifications', now)).toBe(
      'Same license as row 4 in this list. Row 4 is kept.',
    );
    expect(duplicateMessage({ ...check, state: 'queued', fileName: 'june.csv' }, 'verifications', now)).toBe(
      'Queued today from june.csv, and that verification is waiting to be sent.',
    );
    const held = { ...check, state: 'rejected', altered: true, fileName: null } as const;
    expect(duplicateMessage(held, 'verifications', now)).toBe(
      'Queued today, and that verification was not sent because it was altered on the disk. Open it to decide.',
    );
  });
});
