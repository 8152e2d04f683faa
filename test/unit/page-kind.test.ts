import { describe, expect, it } from 'vitest';
import { findPageKind, pageFields, readPageFields } from '#shared/paper/page-kind.ts';
import { paperPage } from '#test/paper-page.ts';

describe('the kind of a page', () => {
  it.each([
    ['STATE OF CALIFORNIA\nContractors State License Board', 'license'],
    ['License No. 1048827', 'license'],
    ['Form W-9 (Rev. 2024)', 'w9'],
    ['Request for Taxpayer\nIdentification Number and Certification', 'w9'],
    ['CERTIFICATE OF LIABILITY INSURANCE\nLicense No. 0C12345', 'certificate'],
    ['Certi\uFB01cate of Insurance', 'certificate'],
    ['Contractor License\nA certificate of insurance has to be handed in to the board each year', 'license'],
    ['Please send your Form W-9 and a certificate of insurance to us by Friday', null],
    ['Form W-9\nCertificate of insurance\nBusiness license', null],
    ['Invoice 4711', null],
    ['', null],
  ])('of %j is %s', (text, kind) => {
    expect(findPageKind(paperPage(text))).toBe(kind);
  });

  it('says which fields are read', () => {
    const read = (text: string) => {
      const { kind, fields } = readPageFields(paperPage(text));
      return [kind, ...fields.map(({ field, value }) => `${pageFields[field].label}: ${value}`)];
    };
    expect(read('License No. 1048827')).toEqual(['license', 'License number: 1048827']);
    expect(read('Form W-9\nEIN 12-3456789')).toEqual(['w9', 'Employer ID (EIN): 12-3456789']);
    expect(read('Certificate of Insurance\nExpires: 01/01/2027')).toEqual([
      'certificate',
      'Expiry date: 2027-01-01',
    ]);
    expect(read('EIN 12-3456789')).toEqual([null]);
  });
});
