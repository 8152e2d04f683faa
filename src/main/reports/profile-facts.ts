import { strayText, type Reading } from '#shared/service/reading.ts';
import { ownValues, getValues, vendorFieldLabel, type FieldValue } from '#shared/service/vendor-fields.ts';
import { getSpecialties, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { formatValue } from '../exports/cells.ts';
import { filled, ours, type ReportLine } from './report.ts';

const joined = (parts: readonly (string | null | undefined)[], by: string): string =>
  parts.filter((part) => filled(part) !== null).join(by);

const joinTitles = (all: readonly { title?: string | null | undefined }[]): string =>
  all.flatMap(({ title }) => filled(title) ?? []).join(', ');

const both = (first: readonly string[] | null | undefined, second: readonly string[] | null | undefined) =>
  joined([...new Set([...(first ?? []), ...(second ?? [])])], ', ');

export const contactName = ({ firstName, lastName }: VendorProfile): string =>
  joined([firstName, lastName], ' ');

/** The profile for a report: its facts, and the labels of those not given. Without coordinates and the logo. */
export function profileFacts(reading: Pick<Reading<VendorProfile>, 'value' | 'validationIssues'>): {
  facts: ReportLine[];
  notGiven: string[];
} {
  const { value: profile, validationIssues } = reading;
  const { enrollmentDetails: enrollment, location } = profile;
  const came = (...path: string[]) => strayText(validationIssues, ...path);
  const services = (profile.services ?? []).map(({ title }, index) => {
    const specialty = joinTitles(getSpecialties(reading, index));
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
    return stray === null ? [] : [[vendorFieldLabel([group]), stray] as const];
  };
  const all: readonly (readonly [string, unknown])[] = [
    ['Contact', contactName(profile)],
    ...lines(ownValues(profile)),
    ['Address', came('location') ?? joined(address, ', ')],
    [vendorFieldLabel(['services']), came('services') ?? joined(services, ', ')],
    [vendorFieldLabel(['specialties']), joinTitles(profile.specialties ?? [])],
    [vendorFieldLabel(['jobSites']), both(profile.jobSites, enrollment?.jobSites)],
    [vendorFieldLabel(['minorityTags']), both(profile.minorityTags, enrollment?.minorityTags)],
    ...lines(getValues(profile, 'enrollmentDetails')),
    ...lines(getValues(profile, 'userCompany')),
    ...strayGroup('enrollmentDetails'),
    ...strayGroup('userCompany'),
  ];
  const said = all.map(([label, value]) => ({ label, words: formatValue(value) }));
  return {
    facts: said
      .filter(({ words }) => words !== '')
      .flatMap(({ label, words }) => ours(label, shortFact(words))),
    notGiven: said.filter(({ words }) => words === '').map(({ label }) => label),
  };
}

/** Leaves room for other facts on the first page. */
const maxFact = 180;

export function shortFact(words: string, longest = maxFact): string {
  const characters = Array.from(words);
  if (characters.length <= longest) return words;
  return `${characters.slice(0, longest).join('')}… (${characters.length - longest} more characters in Gangway)`;
}
