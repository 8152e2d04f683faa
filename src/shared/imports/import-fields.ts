import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { invitationFields, verificationFields } from '../outbox/request-fields.ts';

export const listKind = z.enum(['invites', 'verifications']);
export type ListKind = z.infer<typeof listKind>;

/** `tag` is given to the vendor; it stays on this computer. */
const inviteFieldNames = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'companyName',
  'phoneNumber',
  'jobTitle',
  'vendorId',
  'inviteMessage',
  'tag',
  'id',
  'companyId',
  'company',
  'status',
  'complianceStatus',
  'dateInvited',
  'dateAccepted',
  'dateRejected',
  'lastComplianceRefresh',
  'lastComplianceUpdate',
  'checklistTasks',
] as const;

/** `vendorId` is a note of whose license it is; it stays on this computer. */
const licenseFieldNames = [
  'licenseNumber',
  'type',
  'licenseTradeType',
  'serviceType',
  'qualifiedParty',
  'licenseeName',
  'licenseeAddress',
  'state',
  'county',
  'city',
  'zipCode',
  'effectiveDate',
  'expiryDate',
  'verifyingWebsite',
  'isMatch',
  'vendorId',
] as const;

export type InviteField = (typeof inviteFieldNames)[number];
export type LicenseField = (typeof licenseFieldNames)[number];

const inviteFields: ReadonlySet<string> = new Set(inviteFieldNames);
const licenseFields: ReadonlySet<string> = new Set(licenseFieldNames);

export function isInviteField(field: ImportField): field is InviteField {
  return inviteFields.has(field);
}

export function isLicenseField(field: ImportField): field is LicenseField {
  return licenseFields.has(field);
}

export const importField = z.enum(['skip', ...inviteFieldNames, ...licenseFieldNames]);
export type ImportField = z.infer<typeof importField>;

export const listFields: Record<ListKind, readonly ImportField[]> = {
  invites: ['skip', ...inviteFieldNames],
  verifications: ['skip', ...licenseFieldNames],
};

const labels: Readonly<Partial<Record<ImportField, { label: string }>>> = {
  ...verificationFields,
  ...invitationFields,
  skip: { label: 'Do not import' },
  email: { label: 'Email' },
  fullName: { label: 'Full name' },
  companyName: { label: 'Company name' },
  phoneNumber: { label: 'Phone number' },
  inviteMessage: { label: 'Invite message' },
  tag: { label: 'Tag (property or site)' },
  id: { label: 'Invitation ID' },
  company: { label: 'Company (JSON)' },
  checklistTasks: { label: 'Checklist tasks (JSON)' },
};

export function labelImportField(field: ImportField): string {
  return labels[field]?.label ?? field;
}

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
