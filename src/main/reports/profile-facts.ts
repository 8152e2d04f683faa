import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { ReportLine } from './report.ts';

type Value = string | number | boolean | null | undefined;

function joined(parts: readonly (string | null | undefined)[], by: string): string {
  return parts.filter((part) => part != null && part.trim() !== '').join(by);
}

function both(first: readonly string[] | null | undefined, second: readonly string[] | null | undefined) {
  return joined([...new Set([...(first ?? []), ...(second ?? [])])], ', ');
}

function wordsOf(value: Value): string {
  if (value == null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value).trim();
}

/** A vendor's contact by name; empty where the profile gives none. */
export function contactName({ firstName, lastName }: VendorProfile): string {
  return joined([firstName, lastName], ' ');
}

/** The profile for a report: what it says as lines, and the labels of what it does not say. Coordinates and the logo are left to the app. */
export function profileFacts(profile: VendorProfile): { facts: ReportLine[]; notGiven: string[] } {
  const { enrollmentDetails: enrollment, userCompany: company, location } = profile;
  const services = (profile.services ?? []).map(({ title, specialties }) => {
    const specialty = specialties?.title ?? '';
    return specialty === '' ? (title ?? '') : `${title ?? ''} (${specialty})`;
  });
  const address = [
    location?.building,
    joined([location?.street, location?.streetAddressLine2], ', '),
    joined([location?.cityName, joined([location?.stateCode, location?.postalCode], ' ')], ', '),
  ];
  const all: readonly (readonly [string, Value])[] = [
    ['Contact', contactName(profile)],
    ['Job title', profile.jobTitle],
    ['E-mail', profile.email],
    ['Phone', profile.phoneNumber],
    ['After hours', enrollment?.afterHoursContact],
    ['Address', joined(address, ', ')],
    ['Website', company?.website],
    ['Services', joined(services, ', ')],
    [
      'Specialties',
      joined(
        (profile.specialties ?? []).map(({ title }) => title),
        ', ',
      ),
    ],
    ['Job sites', both(profile.jobSites, enrollment?.jobSites)],
    ['Minority tags', both(profile.minorityTags, enrollment?.minorityTags)],
    ['Licensed', enrollment?.licensed],
    ['Emergency hours', enrollment?.isAvailableForEmergencyHours],
    ['Weekends', enrollment?.isAvailableWeekends],
    ['Subcontractors', enrollment?.hasSubcontractors],
    ['Crew size', enrollment?.crewSize],
    ['Job capacity', enrollment?.jobCapacity],
    ['NAICS code', enrollment?.naicsCode],
    ['NAICS override', enrollment?.naicsCodeOverride],
    ['Property software', (enrollment?.propertyManagementSoftware ?? []).join(', ')],
    ['Employees', company?.numberOfEmployees],
    ['Years in business', company?.numberYearsInBusiness],
    ['Contact’s position', company?.position],
    ['Description', company?.description],
  ];
  const said = all.map(([label, value]) => ({ label, words: wordsOf(value) }));
  return {
    facts: said
      .filter(({ words }) => words !== '')
      .map(({ label, words }) => ({ label, words: shortFact(words), voice: 'ours' })),
    notGiven: said.filter(({ words }) => words === '').map(({ label }) => label),
  };
}

/** So long a fact leaves room for the others on the first page. */
const longestFact = 180;

/** Cuts a text that would take the place of everything else, and says how much is left out. */
export function shortFact(words: string, longest = longestFact): string {
  const characters = Array.from(words);
  if (characters.length <= longest) return words;
  return `${characters.slice(0, longest).join('')}… (${characters.length - longest} more characters in Gangway)`;
}
