import { describe, expect, it } from 'vitest';
import {
  pageFields,
  findPageKind,
  findUnreadKeyFields,
  readPageFields,
  toPageKind,
} from '#shared/ocr/page-kind.ts';
import { paperPage } from '#test/paper-page.ts';

describe('the kind of a page', () => {
  it.each([
    ['STATE OF CALIFORNIA\nContractors State License Board', 'license'],
    ['License No. 1048827', 'license'],
    ['Form W-9 (Rev. 2024)', 'w9'],
    ['Request for Taxpayer\nIdentification Number and Certification', 'w9'],
    ['CERTIFICATE OF LIABILITY INSURANCE\nLicense No. 0C12345', 'certificate'],
    ['Certi\uFB01cate of Insurance', 'certificate'],
    ['CERTIFICATE OF LIABILITY\nINSURANCE', 'certificate'],
    ['CERTIFICATE OF LIABILITY\n       INSURANCE', 'certificate'],
    ['CERTIFICATE OF COMPLETION\n\n\nINSURANCE', null],
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
      'Expiration date: 2027-01-01',
    ]);
    expect(read('EIN 12-3456789')).toEqual([null]);
  });

  it('is the one that is expected where its headings do not tell', () => {
    const words = paperPage('EIN 12-3456789');
    expect(readPageFields(words, 'w9').fields).toMatchObject([{ value: '12-3456789' }]);
    expect(readPageFields(paperPage('License No. 1048827'), 'w9').kind).toBe('license');
  });
});

describe('fields that a W-9 is handed in for', () => {
  const lacks = (text: string) => {
    const words = paperPage(`Form W-9\n${text}`);
    return findUnreadKeyFields('w9', readPageFields(words).fields, words);
  };

  it('are its name, and the employer ID or a social security number', () => {
    const name = '1 Name of entity/individual\nRosa Delgado';
    expect(lacks(`${name}\nEIN 12-3456789`)).toEqual([]);
    expect(lacks(`${name}\n\nSSN: 123-45-6789`)).toEqual([]);
    expect(lacks(name)).toEqual(['employerIdentificationNumber']);
    expect(lacks('EIN 12-3456789')).toEqual(['nameOfEntityIndividual']);
  });
});

describe('the service’s word for a document', () => {
  it.each([
    ['W-9', 'w9'],
    ['FORM_W9', 'w9'],
    ['Insurance certificate', 'certificate'],
    ['CERTIFICATE_OF_INSURANCE', 'certificate'],
    ['COI', 'certificate'],
    ['License copy', 'license'],
    ['contractor_license', 'license'],
    ['Driver’s license', null],
    ['Insurance policy', null],
    ['Coil order', null],
    ['W-8BEN', null],
    ['', null],
    [null, null],
  ])('%j stands for %s', (type, kind) => {
    expect(toPageKind(type)).toBe(kind);
  });
});
