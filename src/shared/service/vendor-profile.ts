import { z } from 'zod';
import { idOrWord } from './json.ts';
import { cameAt, type Reading } from './reading.ts';

export const specialty = z.looseObject({ id: idOrWord.nullish(), title: z.string().nullish() });
export type Specialty = z.infer<typeof specialty>;

/** The interface gives a service exactly one specialty. */
export const vendorService = z.looseObject({
  id: idOrWord.nullish(),
  title: z.string().nullish(),
  icon: z.string().nullish(),
  specialties: specialty.nullish(),
});
export type VendorService = z.infer<typeof vendorService>;

export const enrollmentDetails = z.looseObject({
  naicsCode: z.number().nullish(),
  naicsCodeOverride: z.number().nullish(),
  jobSites: z.array(z.string()).nullish(),
  afterHoursContact: z.string().nullish(),
  hasSubcontractors: z.boolean().nullish(),
  isAvailableForEmergencyHours: z.boolean().nullish(),
  licensed: z.boolean().nullish(),
  isAvailableWeekends: z.boolean().nullish(),
  minorityTags: z.array(z.string()).nullish(),
  propertyManagementSoftware: z.array(z.string()).nullish(),
  jobCapacity: z.number().nullish(),
  crewSize: z.number().nullish(),
});

export const userCompany = z.looseObject({
  logo: z.string().nullish(),
  position: z.string().nullish(),
  description: z.string().nullish(),
  website: z.string().nullish(),
  numberOfEmployees: z.number().nullish(),
  numberYearsInBusiness: z.string().nullish(),
});

export const vendorLocation = z.looseObject({
  building: z.string().nullish(),
  street: z.string().nullish(),
  streetAddressLine2: z.string().nullish(),
  postalCode: z.string().nullish(),
  cityName: z.string().nullish(),
  stateCode: z.string().nullish(),
  lat: z.number().nullish(),
  lng: z.number().nullish(),
});
export type VendorLocation = z.infer<typeof vendorLocation>;

export const vendorProfile = z.looseObject({
  id: idOrWord.nullish(),
  email: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  companyName: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  jobTitle: z.string().nullish(),
  jobSites: z.array(z.string()).nullish(),
  minorityTags: z.array(z.string()).nullish(),
  services: z.array(vendorService).nullish(),
  specialties: z.array(specialty).nullish(),
  enrollmentDetails: enrollmentDetails.nullish(),
  userCompany: userCompany.nullish(),
  location: vendorLocation.nullish(),
});
export type VendorProfile = z.infer<typeof vendorProfile>;
/** The specialties of the service at `shown`: the one described, or all where a list came instead. */
export function getSpecialties(
  { value, validationIssues }: Pick<Reading<VendorProfile>, 'value' | 'validationIssues'>,
  shown: number,
): Specialty[] {
  const one = value.services?.[shown]?.specialties;
  if (one != null) return [one];
  const path = ['services', cameAt(validationIssues, ['services'], shown), 'specialties'].join(' ');
  const came = validationIssues.find((validationIssue) => validationIssue.path.join(' ') === path)?.raw;
  if (!Array.isArray(came)) return [];
  return came.flatMap((item: unknown): Specialty[] => {
    const read = specialty.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

export type SentVendorProfile = z.input<typeof vendorProfile>;
