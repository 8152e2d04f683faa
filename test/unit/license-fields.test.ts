import { describe, expect, it } from 'vitest';
import { readLicenseFields } from '#shared/ocr/license-fields.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { paperPage as page } from '#test/paper-page.ts';

const read = (words: PageWord[]) =>
  Object.fromEntries(readLicenseFields(words).map(({ field, value }) => [field, value]));
const sure = (words: PageWord[]) =>
  readLicenseFields(words)
    .filter((field) => field.sure)
    .map(({ field }) => field);

describe('the fields of a license', () => {
  it('are read where they stand after their labels', () => {
    expect(
      read(
        page(`            STATE OF CALIFORNIA
      Contractors State License Board
License No. 1048827        Classification: C-36 Plumbing
Business Name: Brightwater Plumbing & Drain LLC
Qualifying Individual: Rosa M. Delgado
Address: 2210 Embarcadero West, Oakland, CA 94607
Issue Date 06/09/2019      Expires 03/31/2027`),
      ),
    ).toEqual({
      state: 'CA',
      licenseNumber: '1048827',
      licenseTradeType: 'C-36 Plumbing',
      licenseeName: 'Brightwater Plumbing & Drain LLC',
      qualifiedParty: 'Rosa M. Delgado',
      licenseeAddress: '2210 Embarcadero West, Oakland, CA 94607',
      effectiveDate: '2019-06-09',
      expiryDate: '2027-03-31',
    });
  });

  it('are read under their labels, column by column, and beside them', () => {
    expect(
      read(
        page(`LICENSE NUMBER            EXPIRATION DATE
EC-0013482                June 30, 2028

ISSUED TO                 QUALIFIER
Voltline Controls         Ana Reyes

Trade                     Electrical`),
      ),
    ).toEqual({
      licenseNumber: 'EC-0013482',
      expiryDate: '2028-06-30',
      licenseeName: 'Voltline Controls',
      qualifiedParty: 'Ana Reyes',
      licenseTradeType: 'Electrical',
    });
  });

  it('are left out where what stands there is none of their kind', () => {
    expect(read(page('License No. pending\nExpires 31/31/2027\nIssued 2 weeks ago'))).toEqual({});
    expect(read(page('This license has to be posted at the place of business.'))).toEqual({});
    expect(read([])).toEqual({});
  });

  it('are unsure where a word was read badly, or the page says two things', () => {
    const text = 'State of California\nLicense No. 1048827\nExpires 03/31/2027';
    expect(sure(page(text))).toEqual(['licenseNumber', 'expiryDate', 'state']);
    expect(sure(page(text, (word) => (word === '1048827' ? 0.6 : 0.95)))).toEqual(['expiryDate', 'state']);
    const two = page(`${text}\nLicense No. 1048821`);
    expect(read(two)).toMatchObject({ licenseNumber: '1048827' });
    expect(sure(two)).toEqual(['expiryDate', 'state']);
  });

  it('have a year of two figures in this century, for a person to decide', () => {
    const words = page('Expires 03/04/27');
    expect(read(words)).toEqual({ expiryDate: '2027-03-04' });
    expect(sure(words)).toEqual([]);
  });

  it.each([
    ['of California', 'Contractors State License Board\nLicense Number 1048827', '1048827', true],
    ['of Florida', 'STATE OF FLORIDA\nLICENSE NUMBER: CGC1529944', 'CGC1529944', true],
    ['of Washington', 'Labor & Industries\nREGISTRATION NO.\nCASCAER842N7', 'CASCAER842N7', true],
    ['of Washington with stars', 'State of Washington\nRegistration #  AB*****123CD', 'AB*****123CD', true],
    ['of Nevada', 'NEVADA STATE CONTRACTORS BOARD\nLICENSE NO.       0084417', '0084417', true],
    ['of Arizona', 'Registrar of Contractors\nLicense No. ROC 298114', 'ROC 298114', true],
    ['of Oregon', 'Construction Contractors Board\nLicense Number: 231846', '231846', true],
    ['of Texas', 'State of Texas\nLicense Number: TACLA28814C', 'TACLA28814C', true],
    ['of New York City', 'Department of Consumer Affairs\nLicense No. 2087654-DCA', '2087654-DCA', true],
    ['in another form than its state gives', 'State of Florida\nLicense No. 1529944', '1529944', false],
    ['of a state that is not known', 'State of Ohio\nLicense No. 1529944', '1529944', false],
    ['of no state', 'License No. 1529944', '1529944', false],
    ['in groups', 'City of Reno\nBusiness License No. 104 588 221', '104 588 221', false],
    ['behind a class', 'Contractor License\nLicense No. B 1029384', 'B 1029384', false],
  ])('have a number %s', (_, text, number, isSure) => {
    const found = readLicenseFields(page(text)).find(({ field }) => field === 'licenseNumber');
    expect(found).toMatchObject({ value: number, sure: isSure });
  });

  it.each([
    ['a sentence', 'THE GENERAL CONTRACTOR HEREIN IS CERTIFIED UNDER THE\nPROVISIONS OF CHAPTER 489'],
    ['a sentence with a label', 'This is to certify that the licensee named below is duly licensed'],
    ['a heading', 'Contractor License\nLicense Number: 0923764'],
    ['an endorsement', 'ENDORSEMENT: RESIDENTIAL GENERAL CONTRACTOR (RGC)'],
    ['an office', 'Address all inquiries to 12 Main Street, Salem, OR 97301'],
    ['a bond', 'BOND EXPIRES: 11-07-2027   INSURANCE EXPIRES: 05-30-2026'],
  ])('are not taken from %s', (_, text) => {
    expect(Object.keys(read(page(text))).filter((field) => field !== 'licenseNumber')).toEqual([]);
  });

  it('have an unsure licensee where a company stands without a label', () => {
    const words = page('STATE OF FLORIDA\nORTEGA, LUIS MANUEL\nGULFSIDE BUILDERS INC\n4120 BAYSHORE BLVD');
    expect(read(words)).toMatchObject({ licenseeName: 'GULFSIDE BUILDERS INC' });
    expect(sure(words)).toEqual([]);
  });

  it('are unsure where a letter may be a digit', () => {
    const words = page('License No. 1O48827\nExpires 03/31/2027');
    expect(read(words)).toMatchObject({ licenseNumber: '1O48827' });
    expect(sure(words)).toEqual(['expiryDate']);
  });

  it('are read where a wide gap is between the words of their labels', () => {
    const text = 'State of California\nLicense      Number 9009748\nExpiration    Date   12/06/2030';
    expect(read(page(text))).toEqual({ state: 'CA', licenseNumber: '9009748', expiryDate: '2030-12-06' });
    expect(read(page('License          Number 9009748'))).toEqual({});
  });

  it('are read under a heading in two rows, and unsure in a high cell', () => {
    const under = (rows: number, second = 30) =>
      page(`STATE OF CALIFORNIA\n\nLICENSE        EXPIRES\nNUMBER${'\n'.repeat(rows)}1048827`).map((word) =>
        word.text === 'NUMBER' ? { ...word, box: { ...word.box, y: 60 + second } } : word,
      );
    expect(read(under(2))).toMatchObject({ licenseNumber: '1048827' });
    expect(sure(under(2))).toContain('licenseNumber');
    expect(read(under(6))).toMatchObject({ licenseNumber: '1048827' });
    expect(sure(under(6))).toEqual(['state']);
    expect(read(under(8))).toEqual({ state: 'CA' });
    expect(read(under(2, 41))).toMatchObject({ licenseNumber: '1048827' });
    expect(read(under(2, 43))).toEqual({ state: 'CA' });
  });

  it('are unsure over a row that was read badly, which may be their next one', () => {
    const isSure = (row: string) =>
      readLicenseFields(
        page(`STATE OF NEVADA\n\n\nRegistered to\nTuan Tran${row}`, (word) =>
          word === 'andscape' ? 0.3 : 0.95,
        ),
      ).find(({ field }) => field === 'licenseeName')?.sure;
    expect(isSure('')).toBe(true);
    expect(isSure('\n    | andscape Design')).toBe(false);
  });

  it('are unsure in a clause of a sentence, which may be about a bond', () => {
    const words = page('ond of qualifying individual, effective 01/01/2023');
    expect(read(words)).toEqual({ effectiveDate: '2023-01-01' });
    expect(sure(words)).toEqual([]);
    expect(sure(page('License Number 1048827 effective 01/01/2023'))).toEqual(['effectiveDate']);
  });

  it.each([
    ['an n in Expires', 'Exnires 09/25/2027', { expiryDate: '2027-09-25' }],
    ['an i for No. in a heading', 'License i\n1048827', { licenseNumber: '1048827' }],
  ])('are read where the label has %s', (_, text, fields) => {
    expect(read(page(text))).toEqual(fields);
  });

  it('begin in the first row beside a label that is centered beside two', () => {
    const words = page('Company Name        Brightwater Plumbing\n                    & Drain LLC').map(
      (word) =>
        word.text === 'Company' || word.text === 'Name' ? { ...word, box: { ...word.box, y: 18 } } : word,
    );
    expect(read(words)).toEqual({ licenseeName: 'Brightwater Plumbing & Drain LLC' });
  });

  it('are not taken from under the next label', () => {
    expect(read(page('Effective Date\nExpiration Date\n03/31/2027'))).toEqual({ expiryDate: '2027-03-31' });
  });

  it('have their trade beside its label, not in the heading', () => {
    expect(read(page('Trade license\n\nTrade: C-27 Landscape'))).toEqual({
      licenseTradeType: 'C-27 Landscape',
    });
  });

  it('are read where the file has ligatures', () => {
    expect(read(page('Quali\uFB01er: Je\uFB00 Delgado\nClassi\uFB01cation: C-36 Plumbing'))).toEqual({
      qualifiedParty: 'Jeff Delgado',
      licenseTradeType: 'C-36 Plumbing',
    });
  });

  it('tell where they stand on the page', () => {
    const [found] = readLicenseFields(page('License No. 1048827'));
    expect(found?.box).toEqual({ x: 120, y: 0, width: 70, height: 20 });
  });
});
