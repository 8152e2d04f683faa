import { strayText, type Reading } from '#shared/service/reading.ts';
import { specialtiesOf, type VendorProfile } from '#shared/service/vendor-profile.ts';
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
export function profileFacts(reading: Pick<Reading<VendorProfile>, 'value' | 'validationIssues'>): {
  facts: ReportLine[];
  notGiven: string[];
} {
  const { value: profile, validationIssues } = reading;
  const { enrollmentDetails: enrollment, userCompany: company, location } = profile;
  const came = (...path: string[]) => strayText(validationIssues, ...path);
  const services = (profile.services ?? []).map(({ title }, index) => {
    const specialty = joined(
      specialtiesOf(reading, index).map((one) => one.title),
      ', ',
    );
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
    ['Email', profile.email],
    ['Phone', profile.phoneNumber],
    ['After hours', enrollment?.afterHoursContact],
    ['Address', came('location') ?? joined(address, ', ')],
    ['Website', company?.website],
    ['Services', came('services') ?? joined(services, ', ')],
    [
      'Specialties',
      joined(
        (profile.specialties ?? []).map(({ title }) => title),
        ', ',
      ),
    ],
    ['Job sites', both(profile.jobSites, enrollment?.jobSites)],
    ['Minority tags', both(profile.minorityTags, enrollment?.minorityTags)],
    ['Licensed', came('enrollmentDetails', 'licensed') ?? enrollment?.licensed],
    [
      'Emergency hours',
      came('enrollmentDetails', 'isAvailableForEmergencyHours') ?? enrollment?.isAvailableForEmergencyHours,
    ],
    ['Weekends', came('enrollmentDetails', 'isAvailableWeekends') ?? enrollment?.isAvailableWeekends],
    ['Subcontractors', came('enrollmentDetails', 'hasSubcontractors') ?? enrollment?.hasSubcontractors],
    ['Crew size', came('enrollmentDetails', 'crewSize') ?? enrollment?.crewSize],
    ['Job capacity', came('enrollmentDetails', 'jobCapacity') ?? enrollment?.jobCapacity],
    ['NAICS code', came('enrollmentDetails', 'naicsCode') ?? enrollment?.naicsCode],
    ['NAICS override', came('enrollmentDetails', 'naicsCodeOverride') ?? enrollment?.naicsCodeOverride],
    ['Property software', (enrollment?.propertyManagementSoftware ?? []).join(', ')],
    ['Employees', came('userCompany', 'numberOfEmployees') ?? company?.numberOfEmployees],
    ['Years in business', company?.numberYearsInBusiness],
    ['Contact’s position', company?.position],
    ['Description', company?.description],
    ...(came('enrollmentDetails') === null ? [] : [['Enrollment', came('enrollmentDetails')] as const]),
    ...(came('userCompany') === null ? [] : [['Company details', came('userCompany')] as const]),
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
const maxFact = 180;

/** Cuts a text that would take the place of everything else, and says how much is left out. */
export function shortFact(words: string, longest = maxFact): string {
  const characters = Array.from(words);
  if (characters.length <= longest) return words;
  return `${characters.slice(0, longest).join('')}… (${characters.length - longest} more characters in Gangway)`;
}
