import { strayText, type Reading } from '#shared/service/reading.ts';
import { ownValues, getValues, vendorLabel, type FieldValue } from '#shared/service/vendor-fields.ts';
import { getSpecialties, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { formatValue } from '../exports/cells.ts';
import type { ReportLine } from './report.ts';

function joined(parts: readonly (string | null | undefined)[], by: string): string {
  return parts.filter((part) => part != null && part.trim() !== '').join(by);
}

function both(first: readonly string[] | null | undefined, second: readonly string[] | null | undefined) {
  return joined([...new Set([...(first ?? []), ...(second ?? [])])], ', ');
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
  const { enrollmentDetails: enrollment, location } = profile;
  const came = (...path: string[]) => strayText(validationIssues, ...path);
  const services = (profile.services ?? []).map(({ title }, index) => {
    const specialty = joined(
      getSpecialties(reading, index).map((one) => one.title),
      ', ',
    );
    return specialty === '' ? (title ?? '') : `${title ?? ''} (${specialty})`;
  });
  const address = [
    location?.building,
    joined([location?.street, location?.streetAddressLine2], ', '),
    joined([location?.cityName, joined([location?.stateCode, location?.postalCode], ' ')], ', '),
  ];
  const lines = (values: readonly FieldValue[]) =>
    values
      .filter(({ field }) => field.shown === 'fact' || field.shown === 'report_fact')
      .map(({ field, path, value }) => [field.label, came(...path) ?? value] as const);
  const strayGroup = (group: 'enrollmentDetails' | 'userCompany') => {
    const stray = came(group);
    return stray === null ? [] : [[vendorLabel(group), stray] as const];
  };
  const all: readonly (readonly [string, unknown])[] = [
    ['Contact', contactName(profile)],
    ...lines(ownValues(profile)),
    ['Address', came('location') ?? joined(address, ', ')],
    [vendorLabel('services'), came('services') ?? joined(services, ', ')],
    [
      vendorLabel('specialties'),
      joined(
        (profile.specialties ?? []).map(({ title }) => title),
        ', ',
      ),
    ],
    [vendorLabel('jobSites'), both(profile.jobSites, enrollment?.jobSites)],
    [vendorLabel('minorityTags'), both(profile.minorityTags, enrollment?.minorityTags)],
    ...lines(getValues(profile, 'enrollmentDetails')),
    ...lines(getValues(profile, 'userCompany')),
    ...strayGroup('enrollmentDetails'),
    ...strayGroup('userCompany'),
  ];
  const said = all.map(([label, value]) => ({ label, words: formatValue(value) }));
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
