import { isolated } from '#shared/foreign-text.ts';
import type { FieldChange, VendorChange } from '#shared/ipc/vendors.ts';
import { ownMember } from '#shared/own-member.ts';

/** The labels that the page uses; other fields are called as the service calls them. */
const labels: Record<string, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  companyName: 'Company',
  phoneNumber: 'Phone',
  jobTitle: 'Job title',
  jobSites: 'Job sites',
  minorityTags: 'Minority tags',
  services: 'Service',
  specialties: 'Specialty',
  enrollmentDetails: 'Enrollment',
  naicsCode: 'NAICS code',
  naicsCodeOverride: 'NAICS override',
  afterHoursContact: 'After-hours contact',
  hasSubcontractors: 'Subcontractors',
  isAvailableForEmergencyHours: 'Emergency hours',
  licensed: 'Licensed',
  isAvailableWeekends: 'Weekends',
  propertyManagementSoftware: 'Property software',
  jobCapacity: 'Job capacity',
  crewSize: 'Crew size',
  userCompany: 'Company details',
  logo: 'Logo',
  position: 'Contact’s position',
  description: 'Description',
  website: 'Website',
  numberOfEmployees: 'Employees',
  numberYearsInBusiness: 'Years in business',
  location: 'Location',
  building: 'Building',
  street: 'Street',
  streetAddressLine2: 'Address line 2',
  postalCode: 'Postal code',
  cityName: 'City',
  stateCode: 'State',
  lat: 'Latitude',
  lng: 'Longitude',
  title: 'title',
};

/** What a field is called: "Enrollment, Crew size", "Service 2, title". */
export function fieldLabel(path: FieldChange['path']): string {
  const parts: string[] = [];
  for (const step of path) {
    const last = parts.length - 1;
    if (typeof step === 'number') parts[last] = `${parts[last] ?? ''} ${step + 1}`;
    else parts.push(ownMember(labels, step) ?? step);
  }
  return parts.join(', ');
}

/** A value in words; null where nothing was given. */
export function valueText(value: FieldChange['before']): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) {
    return value.length === 0 ? null : value.map((one) => isolated(String(one))).join(', ');
  }
  return JSON.stringify(value);
}

/** What a field was before the latest change, in words; null where that change left it as it was. */
export function wasBefore(latest: VendorChange | null, ...path: string[]): string | null {
  const found = latest?.fields.find((field) => JSON.stringify(field.path) === JSON.stringify(path));
  return found === undefined ? null : (valueText(found.before) ?? 'not given');
}
