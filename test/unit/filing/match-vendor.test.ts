import { describe, expect, it } from 'vitest';
import { matchVendor, type PossibleVendor } from '#shared/filing/match-vendor.ts';
import { proposeKind, readPaper } from '#shared/filing/propose-paper.ts';
import { formPage, plainPage } from './pages.ts';

const vendor = (name: string, more: Partial<PossibleVendor> = {}): PossibleVendor => ({
  subject: name,
  name,
  names: [name],
  employerIds: [],
  licenseNumbers: [],
  state: null,
  ...more,
});
const kestrel = vendor('Kestrel Roofing Co.');
const w9 = (name: string, more = {}) =>
  readPaper([formPage('w9', { nameOfEntityIndividual: name, ...more })]);
const match = (paper: ReturnType<typeof readPaper>, ...vendors: PossibleVendor[]) => {
  const { candidates, sure, evidence } = matchVendor(paper, 'scan 12', vendors);
  return { names: candidates.map(({ name }) => name), sure, evidence };
};

describe('a vendor is called sure', () => {
  it('by the same name alone, however it is written', () => {
    expect(match(w9('KESTREL ROOFING COMPANY'), kestrel, vendor('Granite Peak Paving'))).toEqual({
      names: [kestrel.name],
      sure: true,
      evidence: 'name matches',
    });
  });

  it('by a number that agrees with the name, also among vendors of one name', () => {
    const numbered = { ...kestrel, subject: 'K-2', employerIds: ['12-3454417'] };
    const paper = w9('Kestrel Roofing Co.', { employerIdentificationNumber: '12-3454417' });
    expect(match(paper, kestrel, numbered)).toMatchObject({ sure: true, evidence: 'name and EIN match' });
    expect(matchVendor(paper, '', [kestrel, numbered]).candidates[0]?.subject).toBe('K-2');
    const license = readPaper([
      formPage('license', { licenseNumber: '0994401', licenseeName: 'Kestrel Roofing' }),
    ]);
    expect(match(license, { ...kestrel, licenseNumbers: ['Lic. 0994401'] })).toMatchObject({
      sure: true,
      evidence: 'license number matches',
    });
  });
});

describe('a vendor is offered only', () => {
  it.each([
    [
      'two have the name',
      w9('Kestrel Roofing Co.'),
      [kestrel, { ...kestrel, subject: 'K-2' }],
      'two vendors fit this name',
    ],
    ['the name was read badly', w9('?Kestrel Roofing Co.'), [kestrel], 'name not read clearly, check it'],
    [
      'a letter was taken for a figure',
      w9('0’Brien & Sons'),
      [vendor('O’Brien & Sons')],
      'name nearly matches, check it',
    ],
    ['the name is another form', w9('Kestrel Roofing'), [kestrel], 'name nearly matches, check it'],
    [
      'another number is on file',
      w9('Kestrel Roofing Co.', { employerIdentificationNumber: '12-3454417' }),
      [{ ...kestrel, employerIds: ['98-7654321'] }],
      'EIN differs from the one on file',
    ],
    [
      'the address is in another state',
      w9('Kestrel Roofing Co.', { addressCityStateZip: 'Reno, NV 89501' }),
      [{ ...kestrel, state: 'CA' }],
      'state differs from the profile',
    ],
    [
      'the number is another vendor’s',
      w9('Kestrel Roofing Co.', { employerIdentificationNumber: '12-3454417' }),
      [kestrel, vendor('Granite Peak Paving', { employerIds: ['12-3454417'] })],
      'name and number fit different vendors',
    ],
    [
      'only a person with several companies fits',
      w9('Rosa Delgado', { businessName: 'Delgado Plumbing' }),
      [vendor('Bright Water LLC', { names: ['Bright Water LLC', 'Rosa Delgado'] })],
      'name not read clearly, check it',
    ],
  ])('where %s', (_why, paper, vendors, evidence) => {
    expect(match(paper, ...vendors)).toMatchObject({ sure: false, evidence });
    expect(match(paper, ...vendors).names.length).toBe(vendors.length);
  });

  it('where a part of its name fits, as the first word of two', () => {
    const [one, other] = [vendor('Summit Painting LLC'), vendor('Summit Pool Care')];
    const found = match(w9('Summit'), one, other, kestrel);
    expect(found).toEqual({
      names: [one.name, other.name],
      sure: false,
      evidence: 'name nearly matches, check it',
    });
  });

  it('by the text of a paper without a form, or by the name of its file', () => {
    const agreement = readPaper([{ ...plainPage, mentions: ['between Harbor Lane and Lumen Sign & Light'] }]);
    expect(match(agreement, vendor('Lumen Sign & Light'), kestrel)).toMatchObject({
      names: ['Lumen Sign & Light'],
      sure: false,
    });
    expect(matchVendor(readPaper([plainPage]), 'Kestrel Roofing W 9', [kestrel]).candidates).toHaveLength(1);
  });

  it('never where nothing fits', () => {
    expect(match(w9('Kestrel Roofing Co.'), vendor('Granite Peak Paving'))).toEqual({
      names: [],
      sure: false,
      evidence: 'no vendor named “Kestrel Roofing Co.”',
    });
    expect(match(readPaper([plainPage]), kestrel).evidence).toBe('no name read');
  });
});

describe('the type of a paper', () => {
  const certificate = readPaper([formPage('certificate', { insured: 'Kestrel Roofing Co.' })]);
  const liability = readPaper([formPage('certificate', { generalAggregate: '$2,000,000' })]);
  const agreement = readPaper([{ ...plainPage, headings: ['SAFETY AGREEMENT'] }]);
  it.each([
    [w9('Kestrel'), [], 'W-9', true],
    [w9('Kestrel'), ['Form W-9'], 'Form W-9', true],
    [certificate, [], 'Certificate of insurance', true],
    [certificate, ['COI'], 'COI', true],
    [certificate, ['Workers’ compensation insurance'], 'Workers’ compensation insurance', false],
    [certificate, ['General liability insurance'], 'General liability insurance', false],
    [liability, ['General liability insurance'], 'General liability insurance', true],
    [liability, ['COI', 'Auto insurance'], 'COI', false],
    [agreement, ['Safety agreement', 'W-9'], 'Safety agreement', true],
    [agreement, ['Agreement'], 'Agreement', false],
    [agreement, [], 'Agreement', false],
  ])('is that of the requirement which means it: %#', (paper, types, value, sure) => {
    expect(proposeKind(paper, types)).toEqual({ value, sure });
  });

  it('is unknown where nothing says it', () => {
    expect(proposeKind(readPaper([plainPage]), ['W-9', 'Safety agreement'])).toBe(null);
  });
});
