import { describe, expect, it } from 'vitest';
import { compareWithProfile } from '#shared/comparison/profile.ts';
import { findW9Lines, hasSocialSecurityNumber, isBlankW9, readW9Fields } from '#shared/ocr/w9-fields.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { paperPage } from '#test/paper-page.ts';

function read(text: string): Record<string, string> {
  return Object.fromEntries(readW9Fields(paperPage(text)).map(({ field, value }) => [field, value]));
}

const sheet = `Form W-9
1 Name of entity/individual. An entry is required. (For a sole proprietor, enter the owner's name on line 1, and
the entity's name on line 2.)
Rosa Delgado
2 Business name/disregarded entity name, if different from above.
Brightwater Plumbing LLC
3a Check the appropriate box for federal tax classification
O Individual/sole proprietor   O C corporation   X S corporation   O Partnership
5 Address (number, street, and apt. or suite no.). See instructions.     Requester's name and address (optional)
2210 Embarcadero West                                                    Harborview 12 Main Street
6 City, state, and ZIP code
Oakland, CA 94607
Social security number         Employer identification number
                               1 2 - 3 4 5 6 7 8 9
Signature of U.S. person  R. Delgado       Date 03/02/2026`;

describe('the fields of a W-9', () => {
  it('are read among the instructions of the form', () => {
    expect(read(sheet)).toEqual({
      nameOfEntityIndividual: 'Rosa Delgado',
      businessName: 'Brightwater Plumbing LLC',
      federalTaxClassification: 'S corporation',
      addressStreet: '2210 Embarcadero West',
      addressCityStateZip: 'Oakland, CA 94607',
      employerIdentificationNumber: '12-3456789',
      dateSigned: '2026-03-02',
    });
  });

  it("are compared with the vendor's profile", () => {
    const { data } = documentResult.parse({ data: read(sheet) });
    const rows = compareWithProfile(data, {
      companyName: 'Rosa Delgado',
      location: {
        street: '2210 Embarcadero West',
        cityName: 'Oakland',
        stateCode: 'CA',
        postalCode: '94607',
      },
    });
    expect(rows.map(({ comparison }) => comparison.verdict)).toEqual(['same', 'same', 'same']);
  });

  it.each([
    ['behind its label', 'EIN: 12-3456789', '12-3456789'],
    ['with a space', 'EIN 12 3456789', '12-3456789'],
    ['with a dash', 'EIN 12–3456789', '12-3456789'],
    ['without a separator', 'EIN 123456789', '12-3456789'],
    ['in boxes', 'EIN  1 2  3 4 5 6 7 8 9', '12-3456789'],
    [
      'in wide boxes under it',
      'Employer identification number\n1    2    -    3    4    5    6    7    8    9',
      '12-3456789',
    ],
    ['under a label without its first word', 'identification number\n1 2 - 3 4 5 6 7 8 9', '12-3456789'],
    ['before a phone number', 'EIN 12-3456789 Phone 510-555-0100', '12-3456789'],
    ['before a phone number in parentheses', 'EIN 12-3456789 (510) 555-0100', '12-3456789'],
    [
      'not where its label stands alone, over a phone number',
      'Employer identification number\nPhone 510-555-0100',
      undefined,
    ],
    ['not where a phone number stands', 'EIN 510-555-0100', undefined],
    ['not with eight digits', 'EIN 12-345678', undefined],
    ['not with ten digits', 'EIN 12-34567890', undefined],
    ['not with a tenth digit apart', 'EIN 12-3456789 0', undefined],
    ['not with a letter for a digit', 'EIN 12-34S6789', undefined],
    ['not with O for 0', 'EIN 12-345678O', undefined],
    ['not with a letter in a box', 'EIN\n1   2   3   l   5   6   7   8   9', undefined],
    ['not where a tenth box was read as a letter', 'EIN\n1   2-8   3   4   5   6   7   8   9B', undefined],
    ['not from a social security number', 'EIN 123-45-6789', undefined],
    ['not from one with spaces', 'EIN 123 45 6789', undefined],
    [
      'not from under the other label',
      'Social security number     Employer identification number\n123-45-6789',
      undefined,
    ],
  ])('have an employer identification number %s', (_, text, id) => {
    expect(read(text)['employerIdentificationNumber']).toBe(id);
  });

  it.each([
    ['with X', 'X C corporation', 'C corporation'],
    ['with a box', '☐ Partnership ☒ Trust/estate', 'Trust/estate'],
    ['in brackets', '[ ] Partnership [x] LLC', 'LLC'],
    ['not without a mark', 'C corporation   Partnership', undefined],
    ['not with a mark behind', 'Partnership X', undefined],
    ['not with a mark before something else', 'X Exempt payee', undefined],
  ])('have a tax classification %s', (_, text, value) => {
    expect(read(text)['federalTaxClassification']).toBe(value);
  });

  it('are left out where the line is empty and the next label follows', () => {
    expect(read('5 Address\n6 City, state, and ZIP code\nOakland, CA 94607')).toEqual({
      addressCityStateZip: 'Oakland, CA 94607',
    });
    expect(read('6 City, state, and ZIP code\nOakland, CA 946O7')).toEqual({});
    expect(read('Date 03/04/26')).toEqual({});
  });

  it('are unsure where two boxes have marks or a word was read badly', () => {
    const sure = (text: string, badly: string) =>
      readW9Fields(paperPage(text, (word) => (word === badly ? 0.5 : 0.95))).map((field) => field.sure);
    expect(sure('X Partnership X LLC', '')).toEqual([false]);
    expect(sure('X Partnership', 'X')).toEqual([false]);
    expect(sure('EIN 1 2 3 4 5 6 7 8 9', '7')).toEqual([false]);
    expect(sure('EIN 12-3456789 smudge', 'smudge')).toEqual([true]);
  });
});

describe('the lines of a W-9', () => {
  it('begin under what the form prints there, a little to the left of it, and end at the next line', () => {
    const ends = findW9Lines(paperPage(sheet)).map(({ x, y, height }) => [x, y, y + height]);
    expect(ends).toEqual([
      [-8, 80, 120],
      [-8, 144, 180],
      [-8, 264, 300],
      [-8, 324, 360],
    ]);
  });

  it('end where another label begins beside them', () => {
    const [, , address] = findW9Lines(paperPage(sheet));
    // A height before the label of the requester.
    expect((address?.x ?? 0) + (address?.width ?? 0)).toBe(730 - 20);
  });

  it('are none on a page without their labels', () => {
    expect(findW9Lines(paperPage('Invoice 4711'))).toEqual([]);
  });
});

describe('a blank W-9', () => {
  const blank = sheet
    .replaceAll(/^(?:Rosa|Brightwater|2210|Oakland).*$/gm, '')
    .replace('1 2 - 3 4 5 6 7 8 9', '')
    .replace('X S corporation', 'O S corporation')
    .replace(/Signature.*/, '');

  it('has nothing on its lines and no digit in its boxes', () => {
    expect(isBlankW9(paperPage(blank))).toBe(true);
    expect(isBlankW9(paperPage(sheet))).toBe(false);
    expect(isBlankW9(paperPage(`${blank}\nan   an`))).toBe(true);
    expect(isBlankW9(paperPage(`${blank}\n${' '.repeat(31)}an an`))).toBe(true);
    expect(isBlankW9(paperPage(`${blank}\n${' '.repeat(31)}1 2`))).toBe(false);
  });
});

describe('a social security number in place of an employer ID', () => {
  it.each([
    ['SSN: 123-45-6789', true],
    ['Social security number\n123 – 45 – 6789', true],
    ['Social security number\n1 2 3 - 4 5 - 6 7 8 9', true],
    ['Social security number\n\nEmployer identification number\n12-3456789', false],
    [
      'Social security number     Employer identification number\n                           1 2 - 3 4 5 6 7 8 9',
      false,
    ],
    ['SSN: applied for', false],
    ['SSN: 12–3456789', false],
    ['SSN: 12 3456789', false],
    ['SSN: 77001-1234', false],
    ['SSN: 123456789', true],
    ['Social security      number\n1 2 3 - 4 5 - 6 7 8 9', true],
    ['Social security      number\n\nidentification number\n1 2 - 3 4 5 6 7 8 9', false],
  ])('is told of: %s', (text, given) => {
    expect(hasSocialSecurityNumber(paperPage(text))).toBe(given);
  });
});
