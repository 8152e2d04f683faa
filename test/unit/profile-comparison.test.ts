import { describe, expect, it } from 'vitest';
import { comparePageField, compareWithProfile } from '#shared/comparison/profile.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';

const profile: VendorProfile = {
  firstName: 'Rosa',
  lastName: 'Delgado',
  companyName: 'Brightwater Plumbing & Drain LLC',
  location: {
    street: '2210 Embarcadero W',
    streetAddressLine2: 'Suite 4',
    cityName: 'Oakland',
    stateCode: 'CA',
    postalCode: '94607',
  },
};

const read = {
  nameOfEntityIndividual: 'Brightwater Plumbing & Drain LLC',
  addressStreet: '2210 Embarcadero West, Ste 4',
  addressCityStateZip: 'Oakland, CA 94601',
};

describe('fields read from a document beside the vendor’s profile', () => {
  it('are compared by name, street and city line', () => {
    expect(compareWithProfile(read, profile).map(({ label, words }) => [label, words])).toEqual([
      ['Name', 'Same as profile'],
      ['Street', 'Same, written differently'],
      ['City, state, ZIP', 'Differs'],
    ]);
  });

  it('point at the figure of the ZIP code that differs, on either side', () => {
    const city = compareWithProfile(read, profile)[2];
    expect(city?.comparison.submitted.segments).toEqual([
      { text: 'Oakland, CA 9460', differs: false },
      { text: '7', differs: true },
    ]);
    expect(city?.comparison.found.segments).toEqual([
      { text: 'Oakland, CA 9460', differs: false },
      { text: '1', differs: true },
    ]);
    expect(city?.spoken).toBe('City, state, ZIP, differs, profile 94607, document 94601');
  });

  it('say which side lacks a value', () => {
    expect(compareWithProfile(read, null).map((row) => row.words)).toEqual(
      Array.from({ length: 3 }, () => 'Not in the profile'),
    );
    expect(compareWithProfile({}, profile).map((row) => row.words)).toEqual(
      Array.from({ length: 3 }, () => 'Not read from the document'),
    );
    expect(compareWithProfile(null, {}).map((row) => row.comparison.verdict)).toEqual(
      Array.from({ length: 3 }, () => 'neither'),
    );
  });

  it('take the person’s name where the profile has no company', () => {
    const row = compareWithProfile(
      { nameOfEntityIndividual: 'Delgado, Rosa' },
      { ...profile, companyName: ' ' },
    )[0];
    expect(row?.comparison.verdict).toBe('same_written_differently');
  });

  it('leave out empty parts of the profile’s address', () => {
    const row = compareWithProfile(read, {
      location: { cityName: 'Oakland', stateCode: null, postalCode: '94601' },
    })[2];
    expect(row?.comparison.submitted.text).toBe('Oakland, 94601');
  });
});

describe('a field read from a page on this computer', () => {
  const compare = (field: Parameters<typeof comparePageField>[0]) => comparePageField(field, profile)?.words;

  it.each([
    ['nameOfEntityIndividual', 'Brightwater Plumbing & Drain LLC', 'Same as profile'],
    ['nameOfEntityIndividual', 'Rosa Delgado', 'Cannot be compared'],
    ['licenseeName', 'Rosa Delgado', 'Cannot be compared'],
    ['insured', 'Rosa Delgado', 'Differs'],
    ['nameOfEntityIndividual', 'Luis Ortega', 'Differs'],
    ['businessName', 'Brightwater Plumbing', 'Differs'],
    ['businessName', 'Rosa Delgado', 'Differs'],
    ['licenseeName', 'BRIGHTWATER PLUMBING AND DRAIN, L.L.C.', 'Same, written differently'],
    ['insured', 'Harbor Glass Inc.', 'Differs'],
    ['licenseeAddress', '2210 Embarcadero W, Suite 4, Oakland, CA 94607', 'Same as profile'],
    ['licenseeAddress', '2210 Embarcadero W, Suite 4', 'Cannot be compared'],
    ['licenseeAddress', '2210 Embarcadero W, Suite 4, Oakland, CA 94601', 'Differs'],
    ['addressStreet', '2210 Embarcadero West, Ste 4', 'Same, written differently'],
    ['addressCityStateZip', 'Oakland, CA 94601', 'Differs'],
    ['qualifiedParty', 'Luis Ortega', undefined],
    ['state', 'NV', undefined],
    ['employerIdentificationNumber', '12-3456789', undefined],
  ] as const)('%s %j: %s', (field, value, words) => {
    expect(compare({ field, value, sure: true })).toBe(words);
  });

  it('that is not sure is never the same, and may differ', () => {
    const unsure = { field: 'nameOfEntityIndividual', sure: false } as const;
    const same = comparePageField({ ...unsure, value: 'Brightwater Plumbing & Drain LLC' }, profile);
    expect(same).toMatchObject({
      words: 'Cannot be compared',
      comparison: { verdict: 'cannot_compare', submitted: { text: 'Brightwater Plumbing & Drain LLC' } },
    });
    expect(same?.spoken).toContain('cannot be compared');
    expect(compare({ ...unsure, value: 'brightwater plumbing and drain llc' })).toBe('Cannot be compared');
    expect(compare({ ...unsure, value: 'Harbor Glass Inc.' })).toBe('Differs');
  });

  it('is beside nothing where the profile lacks it', () => {
    const row = comparePageField({ field: 'licenseeName', value: 'Brightwater', sure: true }, {});
    expect(row?.words).toBe('Not in the profile');
  });
});
