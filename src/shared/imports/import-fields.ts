import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { invitationFields, verificationFields } from '../outbox/request-fields.ts';

export const listKind = z.enum(['invites', 'verifications']);
export type ListKind = z.infer<typeof listKind>;

/** What the columns of a list of vendors can fill. `tag` is given to the vendor; it stays on this computer. */
const inviteFields = {
  email: 'Email',
  firstName: invitationFields.firstName.label,
  lastName: invitationFields.lastName.label,
  fullName: 'Full name',
  companyName: 'Company name',
  phoneNumber: 'Phone number',
  jobTitle: invitationFields.jobTitle.label,
  vendorId: invitationFields.vendorId.label,
  inviteMessage: 'Invite message',
  tag: 'Tag (property or site)',
  id: 'Invitation ID',
  companyId: invitationFields.companyId.label,
  company: 'Company (JSON)',
  status: invitationFields.status.label,
  complianceStatus: invitationFields.complianceStatus.label,
  dateInvited: invitationFields.dateInvited.label,
  dateAccepted: invitationFields.dateAccepted.label,
  dateRejected: invitationFields.dateRejected.label,
  lastComplianceRefresh: invitationFields.lastComplianceRefresh.label,
  lastComplianceUpdate: invitationFields.lastComplianceUpdate.label,
  checklistTasks: 'Checklist tasks (JSON)',
} as const;

/** The same of licenses. `vendorId` is a note of whose license it is; it stays on this computer. */
const licenseFields = {
  licenseNumber: verificationFields.licenseNumber.label,
  type: verificationFields.type.label,
  licenseTradeType: verificationFields.licenseTradeType.label,
  serviceType: verificationFields.serviceType.label,
  qualifiedParty: verificationFields.qualifiedParty.label,
  licenseeName: verificationFields.licenseeName.label,
  licenseeAddress: verificationFields.licenseeAddress.label,
  state: verificationFields.state.label,
  county: verificationFields.county.label,
  city: verificationFields.city.label,
  zipCode: verificationFields.zipCode.label,
  effectiveDate: verificationFields.effectiveDate.label,
  expiryDate: verificationFields.expiryDate.label,
  verifyingWebsite: verificationFields.verifyingWebsite.label,
  isMatch: verificationFields.isMatch.label,
  vendorId: invitationFields.vendorId.label,
} as const;

export type InviteField = keyof typeof inviteFields;
export type LicenseField = keyof typeof licenseFields;

export const isInviteField = (field: ImportField): field is InviteField => Object.hasOwn(inviteFields, field);

export const isLicenseField = (field: ImportField): field is LicenseField =>
  Object.hasOwn(licenseFields, field);

export const importField = z.enum(['skip', ...ownNames(inviteFields), ...ownNames(licenseFields)]);
export type ImportField = z.infer<typeof importField>;

export const listFields: Record<ListKind, readonly ImportField[]> = {
  invites: ['skip', ...ownNames(inviteFields)],
  verifications: ['skip', ...ownNames(licenseFields)],
};

const labels: Readonly<Record<ImportField, string>> = {
  skip: 'Do not import',
  ...licenseFields,
  ...inviteFields,
};

export const labelImportField = (field: ImportField): string => labels[field];

export const listEncodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Western (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  macintosh: 'Western (Mac Roman)',
  gb18030: 'Chinese (GB18030)',
} as const;
const listEncoding = z.enum(ownNames(listEncodings));
export type ListEncoding = z.infer<typeof listEncoding>;

export const textForm = z.object({ encoding: listEncoding, delimiter: z.string().length(1) });
export type TextForm = z.infer<typeof textForm>;

export const importLimits = {
  fileBytes: 100 * 1024 * 1024,
  columns: 200,
  rows: 200_000,
  cells: 5_000_000,
  cellLength: 32_767,
} as const;
