import { stateForm } from '#shared/base/states.ts';
import { daysUntil, isoDay, readDate } from '#shared/base/dates.ts';
import type { VendorLink } from '#shared/ipc/call.ts';
import type { DraftFields } from '#shared/ipc/drafts.ts';
import type { SubmittedLicenseDetails } from '#shared/service/license-details.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import type { VerificationRequest } from '#shared/service/verification.ts';
import { chosenVendor, vendorChoiceProblem, type VendorChoice } from '../../components/vendor-field.tsx';
import type { Check } from '../../stores/form.ts';

/** What the form holds: text as typed, days as 2026-06-09, empty where nothing is given. */
export interface LicenseFormValues {
  type: string;
  licenseTradeType: string;
  licenseNumber: string;
  qualifiedParty: string;
  licenseeName: string;
  licenseeAddress: string;
  state: string;
  county: string;
  city: string;
  zipCode: string;
  serviceType: string;
  effectiveDate: string;
  expiryDate: string;
  verifyingWebsite: string;
  isMatch: 'not_sent' | 'yes' | 'no';
  vendor: string;
  /** The subject of the vendor that was chosen there; empty where none was. */
  vendorId: string;
}

/** The form at its start; `license` is the type that services are known to take. */
export const emptyLicenseForm: LicenseFormValues = {
  type: 'license',
  licenseTradeType: '',
  licenseNumber: '',
  qualifiedParty: '',
  licenseeName: '',
  licenseeAddress: '',
  state: '',
  county: '',
  city: '',
  zipCode: '',
  serviceType: '',
  effectiveDate: '',
  expiryDate: '',
  verifyingWebsite: '',
  isMatch: 'not_sent',
  vendor: '',
  vendorId: '',
};

/** The fields as a draft keeps them; defaults count as empty. @param usual the type that the form begins with */
export function getDraft(values: LicenseFormValues, usual: string): DraftFields {
  return {
    ...values,
    type: values.type === usual ? '' : values.type,
    isMatch: values.isMatch === emptyLicenseForm.isMatch ? '' : values.isMatch,
  };
}

/** The form with what a draft kept of it. */
export function valuesOfDraft(fields: DraftFields, usual: string): LicenseFormValues {
  const values = { ...emptyLicenseForm, type: usual };
  for (const [name, text] of Object.entries(fields))
    if (isTextField(name) && text !== '') values[name] = text;
  const { isMatch } = fields;
  return { ...values, isMatch: isMatch === 'yes' || isMatch === 'no' ? isMatch : 'not_sent' };
}

function isTextField(name: string): name is Exclude<keyof LicenseFormValues, 'isMatch'> {
  return name !== 'isMatch' && Object.hasOwn(emptyLicenseForm, name);
}

/** What a half-written check is of, as lists call it; empty where nothing tells. */
export function draftTitle(values: LicenseFormValues): string {
  const { licenseeName, qualifiedParty, licenseNumber } = values;
  const told = [
    licenseeName,
    qualifiedParty,
    licenseNumber,
    chosenVendor(toVendorChoice(values))?.name ?? '',
  ];
  return told.map((text) => text.trim()).find((text) => text !== '') ?? '';
}

/** What stands in the vendor's field. */
export function toVendorChoice({ vendor, vendorId }: LicenseFormValues): VendorChoice {
  return { text: vendor, subject: vendorId === '' ? null : vendorId };
}

/** The form filled with what was submitted before, to be corrected. */
export function valuesOfRequest(
  { type, data }: VerificationRequest,
  vendor: VendorLink | null,
): LicenseFormValues {
  const place = data.locationWhereLicenseIsValid;
  return {
    type,
    licenseTradeType: data.licenseTradeType ?? '',
    licenseNumber: data.licenseNumber ?? '',
    qualifiedParty: data.qualifiedParty ?? '',
    licenseeName: data.licenseeName ?? '',
    licenseeAddress: data.licenseeAddress ?? '',
    state: place?.state ?? '',
    county: place?.county ?? '',
    city: place?.city ?? '',
    zipCode: place?.zipCode ?? '',
    serviceType: data.serviceType ?? '',
    effectiveDate: toDay(data.effectiveDate),
    expiryDate: toDay(data.expiryDate),
    verifyingWebsite: data.verifyingWebsite ?? '',
    isMatch: data.isMatch === undefined ? 'not_sent' : data.isMatch ? 'yes' : 'no',
    vendor: vendor?.name ?? '',
    vendorId: vendor?.subject ?? '',
  };
}

function toDay(text: string | undefined): string {
  const day = readDate(text)?.day;
  return day === undefined ? '' : isoDay(day);
}

/** What a vendor's profile knows of a license: company as licensee, the person as qualified party, and the place. */
export function valuesOfProfile(profile: VendorProfile): FromProfile {
  const place = profile.location;
  const joined = (parts: (string | null | undefined)[], by: string) =>
    parts
      .map((part) => part?.trim() ?? '')
      .filter((part) => part !== '')
      .join(by);
  return {
    licenseeName: profile.companyName ?? '',
    qualifiedParty: joined([profile.firstName, profile.lastName], ' '),
    licenseeAddress: joined(
      [
        place?.street,
        place?.streetAddressLine2,
        place?.cityName,
        joined([place?.stateCode, place?.postalCode], ' '),
      ],
      ', ',
    ),
    state: place?.stateCode ?? '',
    city: place?.cityName ?? '',
    zipCode: place?.postalCode ?? '',
    serviceType: profile.services?.find((service) => service.title != null)?.title ?? '',
  };
}

/** The fields that a profile can fill. */
const fromProfile = [
  'licenseeName',
  'qualifiedParty',
  'licenseeAddress',
  'state',
  'city',
  'zipCode',
  'serviceType',
] as const;
type FromProfile = Record<(typeof fromProfile)[number], string>;

/** The values with empty ones filled from a profile, without city and ZIP code of another state. */
export function filledFrom(values: LicenseFormValues, known: FromProfile): LicenseFormValues {
  const filled = { ...values };
  const elsewhere = values.state !== '' && stateForm(values.state) !== stateForm(known.state);
  for (const name of fromProfile) {
    const isOfPlace = name === 'city' || name === 'zipCode';
    if (filled[name] === '' && !(elsewhere && isOfPlace)) filled[name] = known[name];
  }
  return filled;
}

/** The license details to submit: only what was filled in, without spaces around it. */
export function getDetails(values: LicenseFormValues): SubmittedLicenseDetails {
  const place = given({
    state: values.state,
    county: values.county,
    city: values.city,
    zipCode: values.zipCode,
  });
  return {
    ...given({
      licenseTradeType: values.licenseTradeType,
      licenseNumber: values.licenseNumber,
      qualifiedParty: values.qualifiedParty,
      licenseeName: values.licenseeName,
      licenseeAddress: values.licenseeAddress,
      serviceType: values.serviceType,
      effectiveDate: values.effectiveDate,
      expiryDate: values.expiryDate,
      verifyingWebsite: values.verifyingWebsite,
    }),
    ...(Object.keys(place).length === 0 ? {} : { locationWhereLicenseIsValid: place }),
    ...(values.isMatch === 'not_sent' ? {} : { isMatch: values.isMatch === 'yes' }),
  };
}

function given<T extends Record<string, string>>(texts: T): { [K in keyof T]?: string } {
  const filled: { [K in keyof T]?: string } = {};
  for (const name in texts) {
    const text = texts[name]?.trim() ?? '';
    if (text !== '') filled[name] = text;
  }
  return filled;
}

/** What is checked before submitting. Which fields the service needs is not described, so only what cannot be right is refused. */
export const licenseFormChecks: Partial<Record<keyof LicenseFormValues, Check<LicenseFormValues>>> = {
  type: ({ type }) => (type.trim() === '' ? 'Enter a type, such as license.' : null),
  licenseNumber: (values) =>
    Object.keys(getDetails(values)).length === 0 ? 'Enter at least the license number.' : null,
  expiryDate: ({ effectiveDate, expiryDate }) => {
    const from = readDate(effectiveDate)?.day;
    const until = readDate(expiryDate)?.day;
    if (from === undefined || until === undefined || daysUntil(until, from) >= 0) return null;
    return 'This is before the effective date. Check both.';
  },
  vendorId: (values) => vendorChoiceProblem(toVendorChoice(values)),
};
