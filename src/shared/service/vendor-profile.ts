import { z } from 'zod';
import { idOrWord } from './json.ts';
import { cameAt, type Reading } from './reading.ts';

/** Where a field has its own label: on the page, in the report, or both. `composed`: within another, as an address. */
type ShownAs = 'fact' | 'page_fact' | 'report_fact' | 'composed';

interface MoreOfField {
  /** The label of one item of a list. */
  readonly one?: string;
  readonly kind?: 'yes_no' | 'link' | 'service_link';
  /** Whether the search finds vendors by it. Names are titles, found without it. */
  readonly searched?: true;
  readonly listed?: true;
}

export interface VendorField extends MoreOfField {
  readonly label: string;
  readonly shown: ShownAs;
}

export const vendorFields = new WeakMap<z.ZodType, VendorField>();

function field<S extends z.ZodType>(schema: S, label: string, shown: ShownAs, more: MoreOfField = {}): S {
  vendorFields.set(schema, { label, shown, ...more });
  return schema;
}

const id = () => idOrWord.nullish();
const text = () => z.string().nullish();
const number = () => z.number().nullish();
const yesNo = () => z.boolean().nullish();
const texts = () => z.array(z.string()).nullish();

// The fields are in display order.

export const specialty = z.looseObject({
  id: field(id(), 'id', 'composed'),
  title: field(text(), 'title', 'composed'),
});
export type Specialty = z.infer<typeof specialty>;

/** The interface gives a service exactly one specialty. */
const vendorService = z.looseObject({
  id: field(id(), 'id', 'composed'),
  title: field(text(), 'title', 'composed', { listed: true }),
  icon: field(text(), 'icon', 'composed'),
  specialties: field(specialty.nullish(), 'Specialty', 'composed'),
});
export type VendorService = z.infer<typeof vendorService>;

const enrollmentDetails = z.looseObject({
  jobSites: field(texts(), 'Job sites', 'composed', { searched: true }),
  minorityTags: field(texts(), 'Minority tags', 'composed', { searched: true }),
  licensed: field(yesNo(), 'Licensed', 'fact', { kind: 'yes_no', listed: true }),
  isAvailableForEmergencyHours: field(yesNo(), 'Emergency hours', 'fact', { kind: 'yes_no' }),
  isAvailableWeekends: field(yesNo(), 'Weekends', 'fact', { kind: 'yes_no' }),
  hasSubcontractors: field(yesNo(), 'Subcontractors', 'fact', { kind: 'yes_no' }),
  afterHoursContact: field(text(), 'After-hours contact', 'fact'),
  crewSize: field(number(), 'Crew size', 'fact'),
  jobCapacity: field(number(), 'Job capacity', 'fact'),
  propertyManagementSoftware: field(texts(), 'Property software', 'fact'),
  naicsCode: field(number(), 'NAICS code', 'fact', { searched: true }),
  naicsCodeOverride: field(number(), 'NAICS override', 'fact', { searched: true }),
});

const userCompany = z.looseObject({
  website: field(text(), 'Website', 'fact', { kind: 'link' }),
  numberOfEmployees: field(number(), 'Employees', 'fact'),
  numberYearsInBusiness: field(text(), 'Years in business', 'fact'),
  position: field(text(), 'Contact’s position', 'fact'),
  description: field(text(), 'Description', 'fact'),
  logo: field(text(), 'Logo', 'page_fact', { kind: 'service_link' }),
});

const vendorLocation = z.looseObject({
  building: field(text(), 'Building', 'composed'),
  street: field(text(), 'Street', 'composed'),
  streetAddressLine2: field(text(), 'Address line 2', 'composed'),
  postalCode: field(text(), 'Postal code', 'composed', { searched: true }),
  cityName: field(text(), 'City', 'composed', { searched: true, listed: true }),
  stateCode: field(text(), 'State', 'composed', { searched: true, listed: true }),
  lat: field(number(), 'Latitude', 'composed'),
  lng: field(number(), 'Longitude', 'composed'),
});
export type VendorLocation = z.infer<typeof vendorLocation>;

export const vendorProfile = z.looseObject({
  id: field(id(), 'id', 'composed', { listed: true }),
  email: field(text(), 'Email', 'report_fact', { searched: true, listed: true }),
  firstName: field(text(), 'First name', 'composed', { listed: true }),
  lastName: field(text(), 'Last name', 'composed', { listed: true }),
  companyName: field(text(), 'Company', 'composed', { listed: true }),
  phoneNumber: field(text(), 'Phone', 'report_fact', { searched: true, listed: true }),
  jobTitle: field(text(), 'Job title', 'report_fact', { searched: true }),
  jobSites: field(texts(), 'Job sites', 'composed', { searched: true }),
  minorityTags: field(texts(), 'Minority tags', 'composed', { searched: true }),
  services: field(z.array(vendorService).nullish(), 'Services', 'composed', { one: 'Service' }),
  specialties: field(z.array(specialty).nullish(), 'Specialties', 'composed', { one: 'Specialty' }),
  enrollmentDetails: field(enrollmentDetails.nullish(), 'Enrollment', 'composed'),
  userCompany: field(userCompany.nullish(), 'Company details', 'composed'),
  location: field(vendorLocation.nullish(), 'Location', 'composed'),
});
export type VendorProfile = z.infer<typeof vendorProfile>;
export type SentVendorProfile = z.input<typeof vendorProfile>;

/** The specialties of the service at `shown`: the one described, or all where a list came instead. */
export function getSpecialties(
  { value, validationIssues }: Pick<Reading<VendorProfile>, 'value' | 'validationIssues'>,
  shown: number,
): Specialty[] {
  const one = value.services?.[shown]?.specialties;
  if (one != null) return [one];
  const path = ['services', cameAt(validationIssues, ['services'], shown), 'specialties'].join(' ');
  const came = validationIssues.find((validationIssue) => validationIssue.path.join(' ') === path)?.raw;
  const items: unknown[] = Array.isArray(came) ? came : [];
  return items.map((item) => specialty.safeParse(item).data).filter((item) => item !== undefined);
}
