import { describe, expect, it } from 'vitest';
import { licenseRegister, sampleDocumentJobs, sampleInvites, sampleVendors } from '#practice/sample-data.ts';

describe('the practice sample data', () => {
  it('names each vendor, license, job and contact once', () => {
    const lists = [
      sampleVendors().map(({ id }) => id),
      licenseRegister(new Date()).map(({ licenseNumber }) => licenseNumber),
      sampleDocumentJobs().map(({ result }) => result.id),
      sampleInvites().map(({ email }) => email),
    ];
    expect(lists.map((list) => list.length)).toEqual([24, 30, 10, 60]);
    for (const list of lists) expect(new Set(list).size).toBe(list.length);
  });

  it('uses addresses and telephone numbers that belong to nobody', () => {
    for (const { email, phoneNumber } of [...sampleVendors(), ...sampleInvites()]) {
      expect(email).toMatch(/@[a-z]+\.example\.com$/);
      expect(phoneNumber).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    }
    const domains =
      JSON.stringify([sampleVendors(), licenseRegister(new Date())]).match(/https?:\/\/[^/"]+/g) ?? [];
    expect(domains.filter((domain) => !domain.endsWith('.example.com'))).toEqual([]);
  });

  it('has Brightwater’s profile as the license and the first document need it', () => {
    const brightwater = sampleVendors().find(({ id }) => id === '48213');
    expect(brightwater).toMatchObject({
      companyName: 'Brightwater Plumbing & Drain LLC',
      firstName: 'Rosa',
      lastName: 'Delgado',
      location: {
        street: '2210 Embarcadero West',
        cityName: 'Oakland',
        stateCode: 'CA',
        postalCode: '94607',
      },
    });
    expect(sampleDocumentJobs()[0]?.result.data).toMatchObject({ addressCityStateZip: 'Oakland, CA 94601' });
  });

  it('stays alive in later years: licenses run out some days after the day on which they are looked up', () => {
    const getExpiry = (day: string) =>
      licenseRegister(new Date(`${day}T12:00:00Z`)).find(({ licenseNumber }) => licenseNumber === '1048827');
    expect(getExpiry('2026-06-09')).toMatchObject({ expiryDate: '2026-06-30', effectiveDate: '2019-03-14' });
    expect(getExpiry('2031-12-20')).toMatchObject({ expiryDate: '2032-01-10', effectiveDate: '2019-03-14' });
  });
});
