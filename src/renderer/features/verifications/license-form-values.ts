import { daysUntil, isoDay, readDate } from '#shared/base/dates.ts';
import { stateForm } from '#shared/base/states.ts';
import type { VendorLink } from '#shared/ipc/call.ts';
import type { DraftFields } from '#shared/ipc/drafts.ts';
import type { SubmittedLicenseDetails, VerificationRequest } from '#shared/service/verification.ts';
import type { VendorProfile } from '#shared/service/vendor-profile.ts';
import { chosenVendor, vendorChoiceProblem, type VendorChoice } from '../../components/suggest-field.tsx';
import type { Check } from '../../stores/form.ts';

const detailFields = [
  'licenseTradeType',
  'licenseNumber',
  'qualifiedParty',
  'licenseeName',
  'licenseeAddress',
  'serviceType',
  'effectiveDate',
  'expiryDate',
  'verifyingWebsite',
] as const;
const placeFields = ['state', 'county', 'city', 'zipCode'] as const;

const emptyTexts = {
  /** The type that services are known to take. */
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
  vendor: '',
  /** The subject of the vendor that was chosen there; empty where none was. */
  vendorId: '',
};

/** The form: text as typed, days as 2026-06-09. */
export type LicenseFormValues = typeof emptyTexts & { isMatch: 'not_sent' | 'yes' | 'no' };

export const emptyLicenseForm: LicenseFormValues = { ...emptyTexts, isMatch: 'not_sent' };

/** The fields as a draft keeps them; defaults count as empty. @param usual the type that the form begins with */
export const getDraft = (values: LicenseFormValues, usual: string): DraftFields => ({
  ...values,
  type: values.type === usual ? '' : values.type,
  isMatch: values.isMatch === emptyLicenseForm.isMatch ? '' : values.isMatch,
});

export function valuesOfDraft(fields: DraftFields, usual: string): LicenseFormValues {
  const values = { ...emptyLicenseForm, type: usual };
  for (const [name, text] of Object.entries(fields))
    if (isTextField(name) && text !== '') values[name] = text;
  const { isMatch } = fields;
  return { ...values, isMatch: isMatch === 'yes' || isMatch === 'no' ? isMatch : 'not_sent' };
}

const isTextField = (name: string): name is keyof typeof emptyTexts => Object.hasOwn(emptyTexts, name);

/** The title of a draft in lists; empty where nothing names it. */
export function draftTitle(values: LicenseFormValues): string {
  const { licenseeName, qualifiedParty, licenseNumber } = values;
  const vendor = chosenVendor(toVendorChoice(values))?.name ?? '';
  const texts = [licenseeName, qualifiedParty, licenseNumber, vendor].map((text) => text.trim());
  return texts.find((text) => text !== '') ?? '';
}

export const toVendorChoice = ({ vendor, vendorId }: LicenseFormValues): VendorChoice => ({
  text: vendor,
  subject: vendorId === '' ? null : vendorId,
});

/** The form filled with what was submitted before, to be corrected. */
export function valuesOfRequest(
  { type, data }: VerificationRequest,
  vendor: VendorLink | null,
): LicenseFormValues {
  const values: LicenseFormValues = {
    ...emptyLicenseForm,
    type,
    isMatch: data.isMatch === undefined ? 'not_sent' : data.isMatch ? 'yes' : 'no',
    vendor: vendor?.name ?? '',
    vendorId: vendor?.subject ?? '',
  };
  for (const name of detailFields) values[name] = data[name] ?? '';
  for (const name of placeFields) values[name] = data.locationWhereLicenseIsValid?.[name] ?? '';
  for (const name of ['effectiveDate', 'expiryDate'] as const) values[name] = toDay(values[name]);
  return values;
}

function toDay(text: string): string {
  const day = readDate(text)?.day;
  return day === undefined ? '' : isoDay(day);
}

/** License details in a vendor's profile: the company as licensee, the person as qualified party, and the place. */
export function valuesOfProfile(profile: VendorProfile) {
  const place = profile.location;
  const join = (by: string, ...parts: (string | null | undefined)[]) =>
    parts
      .map((part) => part?.trim() ?? '')
      .filter((part) => part !== '')
      .join(by);
  const stateAndZip = join(' ', place?.stateCode, place?.postalCode);
  return {
    licenseeName: profile.companyName ?? '',
    qualifiedParty: join(' ', profile.firstName, profile.lastName),
    licenseeAddress: join(', ', place?.street, place?.streetAddressLine2, place?.cityName, stateAndZip),
    state: place?.stateCode ?? '',
    city: place?.cityName ?? '',
    zipCode: place?.postalCode ?? '',
    serviceType: profile.services?.find((service) => service.title != null)?.title ?? '',
  };
}

/** The values with empty ones filled from a profile, without city and ZIP code of another state. */
export function filledFrom(
  values: LicenseFormValues,
  { city, zipCode, ...known }: ReturnType<typeof valuesOfProfile>,
): LicenseFormValues {
  const filled = { ...values };
  const elsewhere = values.state !== '' && stateForm(values.state) !== stateForm(known.state);
  for (const [name, text] of Object.entries(elsewhere ? known : { ...known, city, zipCode }))
    if (isTextField(name) && filled[name] === '') filled[name] = text;
  return filled;
}

/** The license details to submit: only what was filled in, without spaces around it. */
export function getDetails(values: LicenseFormValues): SubmittedLicenseDetails {
  const place = given(values, placeFields);
  return {
    ...given(values, detailFields),
    ...(Object.keys(place).length === 0 ? {} : { locationWhereLicenseIsValid: place }),
    ...(values.isMatch === 'not_sent' ? {} : { isMatch: values.isMatch === 'yes' }),
  };
}

function given<Name extends keyof typeof emptyTexts>(
  values: LicenseFormValues,
  names: readonly Name[],
): { [K in Name]?: string } {
  const filled: { [K in Name]?: string } = {};
  for (const name of names) {
    const text = values[name].trim();
    if (text !== '') filled[name] = text;
  }
  return filled;
}

/** Checks before submitting. The service does not say which fields it needs, so only impossible values are refused. */
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
