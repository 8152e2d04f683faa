import { expect, it } from 'vitest';
import { profileFacts } from '#main/reports/profile-facts.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorFieldLabel } from '#shared/service/vendor-fields.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { fullVendorProfile } from '#test/full-profile.ts';
import { getPaths, valueAt } from '../resource-fields.ts';

it('holds every field of a vendor’s profile but those of the screen alone', () => {
  const reading = readResource(vendorProfile, fullVendorProfile);
  if (reading === null) throw new Error('An object is readable.');
  const { facts, notGiven } = profileFacts(reading);
  expect(notGiven).toEqual([]);
  const words = facts.map((fact) => fact.words).join('\n');
  const leftOut = getPaths(vendorProfile).filter((path) => {
    const value = valueAt(fullVendorProfile, path);
    if (typeof value === 'boolean') {
      const label = vendorFieldLabel(path.split('.').map((step) => (step === '0' ? 0 : step)))
        .split(', ')
        .at(-1);
      const fact = facts.find((one) => one.label === label);
      return fact?.words !== (value ? 'Yes' : 'No');
    }
    return ![value].flat().every((one) => words.includes(String(one)));
  });
  expect(leftOut.toSorted()).toEqual(
    [
      // Names the report itself, and the vendor by number.
      'companyName',
      'id',
      // Left to the app.
      'location.lat',
      'location.lng',
      'services.0.icon',
      'services.0.id',
      'services.0.specialties.id',
      'specialties.0.id',
      'userCompany.logo',
    ].toSorted(),
  );
});
