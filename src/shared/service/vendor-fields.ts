import type { z } from 'zod';
import { ownMember } from '../base/own-member.ts';
import type {
  enrollmentDetails,
  specialty,
  userCompany,
  vendorLocation,
  vendorProfile,
  VendorProfile,
  vendorService,
} from './vendor-profile.ts';

/** Where a field has its own label: on the page, in the report, or both. `composed`: within another, as an address. */
type ShownAs = 'fact' | 'page_fact' | 'report_fact' | 'composed';

export interface VendorField {
  readonly label: string;
  readonly one?: string;
  readonly shown: ShownAs;
  readonly kind?: 'yes_no' | 'link' | 'service_link';
  /** Whether the search finds vendors by it. Names are titles, found without it. */
  readonly searched?: true;
  readonly listed?: true;
  readonly fields?: Readonly<Record<string, VendorField>>;
}

type FieldsOf<Schema extends z.ZodObject> = Readonly<Record<keyof Schema['shape'], VendorField>>;

const specialtyFields: FieldsOf<typeof specialty> = {
  id: { label: 'id', shown: 'composed' },
  title: { label: 'title', shown: 'composed' },
};

const serviceFields: FieldsOf<typeof vendorService> = {
  id: { label: 'id', shown: 'composed' },
  title: { label: 'title', shown: 'composed', listed: true },
  icon: { label: 'icon', shown: 'composed' },
  specialties: { label: 'Specialty', shown: 'composed', fields: specialtyFields },
};

const enrollmentFields: FieldsOf<typeof enrollmentDetails> = {
  jobSites: { label: 'Job sites', shown: 'composed', searched: true },
  minorityTags: { label: 'Minority tags', shown: 'composed', searched: true },
  licensed: { label: 'Licensed', shown: 'fact', kind: 'yes_no', listed: true },
  isAvailableForEmergencyHours: { label: 'Emergency hours', shown: 'fact', kind: 'yes_no' },
  isAvailableWeekends: { label: 'Weekends', shown: 'fact', kind: 'yes_no' },
  hasSubcontractors: { label: 'Subcontractors', shown: 'fact', kind: 'yes_no' },
  afterHoursContact: { label: 'After-hours contact', shown: 'fact' },
  crewSize: { label: 'Crew size', shown: 'fact' },
  jobCapacity: { label: 'Job capacity', shown: 'fact' },
  propertyManagementSoftware: { label: 'Property software', shown: 'fact' },
  naicsCode: { label: 'NAICS code', shown: 'fact', searched: true },
  naicsCodeOverride: { label: 'NAICS override', shown: 'fact', searched: true },
};

const companyFields: FieldsOf<typeof userCompany> = {
  website: { label: 'Website', shown: 'fact', kind: 'link' },
  numberOfEmployees: { label: 'Employees', shown: 'fact' },
  numberYearsInBusiness: { label: 'Years in business', shown: 'fact' },
  position: { label: 'Contact’s position', shown: 'fact' },
  description: { label: 'Description', shown: 'fact' },
  logo: { label: 'Logo', shown: 'page_fact', kind: 'service_link' },
};

const locationFields: FieldsOf<typeof vendorLocation> = {
  building: { label: 'Building', shown: 'composed' },
  street: { label: 'Street', shown: 'composed' },
  streetAddressLine2: { label: 'Address line 2', shown: 'composed' },
  postalCode: { label: 'Postal code', shown: 'composed', searched: true },
  cityName: { label: 'City', shown: 'composed', searched: true, listed: true },
  stateCode: { label: 'State', shown: 'composed', searched: true, listed: true },
  lat: { label: 'Latitude', shown: 'composed' },
  lng: { label: 'Longitude', shown: 'composed' },
};

/** Every field of a vendor's profile in display order. A described field missing here fails the type check. */
const profileFields = {
  id: { label: 'id', shown: 'composed', listed: true },
  email: { label: 'Email', shown: 'report_fact', searched: true, listed: true },
  firstName: { label: 'First name', shown: 'composed', listed: true },
  lastName: { label: 'Last name', shown: 'composed', listed: true },
  companyName: { label: 'Company', shown: 'composed', listed: true },
  phoneNumber: { label: 'Phone', shown: 'report_fact', searched: true, listed: true },
  jobTitle: { label: 'Job title', shown: 'report_fact', searched: true },
  jobSites: { label: 'Job sites', shown: 'composed', searched: true },
  minorityTags: { label: 'Minority tags', shown: 'composed', searched: true },
  services: { label: 'Services', one: 'Service', shown: 'composed', fields: serviceFields },
  specialties: { label: 'Specialties', one: 'Specialty', shown: 'composed', fields: specialtyFields },
  enrollmentDetails: { label: 'Enrollment', shown: 'composed', fields: enrollmentFields },
  userCompany: { label: 'Company details', shown: 'composed', fields: companyFields },
  location: { label: 'Location', shown: 'composed', fields: locationFields },
} as const satisfies FieldsOf<typeof vendorProfile>;

export type VendorFieldName = keyof typeof profileFields;

export interface FieldValue {
  field: VendorField;
  path: readonly string[];
  value: unknown;
}

export type FieldPath = Pick<FieldValue, 'field' | 'path'>;

/** Every text and number that finds a vendor beside its names; the caller reads specialties. */
export function searchedValues(profile: VendorProfile): string[] {
  const groups = ['enrollmentDetails', 'userCompany', 'location'] as const;
  return [...ownValues(profile), ...groups.flatMap((group) => getValues(profile, group))]
    .filter(({ field }) => field.searched)
    .flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String)
    .filter((text) => text !== '');
}

export function vendorLabel(name: VendorFieldName): string {
  return profileFields[name].label;
}

function memberAt(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? ownMember({ ...holder }, name) : undefined;
}

function valuesIn(fields: Readonly<Record<string, VendorField>>, holder: unknown, above: string[]) {
  return Object.entries(fields).map(([name, field]): FieldValue => {
    return { field, path: [...above, name], value: memberAt(holder, name) };
  });
}

/** The fields of the profile itself, without those inside others. */
export function ownValues(profile: VendorProfile): FieldValue[] {
  return valuesIn(profileFields, profile, []);
}

export function getValues(
  profile: VendorProfile,
  group: 'enrollmentDetails' | 'userCompany' | 'location',
): FieldValue[] {
  return valuesIn(profileFields[group].fields, profile[group], [group]);
}

function leavesIn(fields: Readonly<Record<string, VendorField>>, above: readonly string[]): FieldPath[] {
  return Object.entries(fields).flatMap(([name, field]): FieldPath[] => {
    const path = [...above, name];
    return field.fields === undefined ? [{ field, path }] : leavesIn(field.fields, path);
  });
}

export const vendorFieldPaths = leavesIn(profileFields, []);

/** The values at a path, of all items of the lists on the way. */
export function valuesAt(profile: VendorProfile, names: readonly string[]): unknown[] {
  return names.reduce<unknown[]>(
    (holders, name) => holders.flatMap((holder) => memberAt(holder, name)),
    [profile],
  );
}

/** The label of a path: "Enrollment, Crew size", "Service 2, title"; unknown names unchanged. */
export function vendorFieldLabel(path: readonly (string | number)[]): string {
  const parts: string[] = [];
  let fields: Readonly<Record<string, VendorField>> | undefined = profileFields;
  let field: VendorField | undefined;
  for (const step of path) {
    if (typeof step === 'number') {
      const last = parts.pop() ?? '';
      parts.push(`${field?.one ?? last} ${step + 1}`);
      continue;
    }
    field = fields === undefined ? undefined : ownMember(fields, step);
    fields = field?.fields;
    parts.push(field?.label ?? step);
  }
  return parts.join(', ');
}
