import { z } from 'zod';

/** What a list is of: vendors to invite, or licences to have checked. */
export const listKind = z.enum(['invites', 'verifications']);
export type ListKind = z.infer<typeof listKind>;

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

/** `vendorId` is a note of whose licence it is; it stays on this computer. */
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

/** What a column of a list of vendors can fill in an invite. */
export type InviteField = (typeof inviteFieldNames)[number];
/** What a column of a list of licences can fill in a licence check. */
export type LicenseField = (typeof licenseFieldNames)[number];

const inviteFields: ReadonlySet<string> = new Set(inviteFieldNames);
const licenseFields: ReadonlySet<string> = new Set(licenseFieldNames);

export function isInviteField(field: ImportField): field is InviteField {
  return inviteFields.has(field);
}

export function isLicenseField(field: ImportField): field is LicenseField {
  return licenseFields.has(field);
}

/** What a column of any imported list can fill; `skip` leaves it out. */
export const importField = z.enum(['skip', ...inviteFieldNames, ...licenseFieldNames]);
export type ImportField = z.infer<typeof importField>;

/** What the columns of a kind of list can fill, in the order in which it is offered. */
export const listFields: Record<ListKind, readonly ImportField[]> = {
  invites: ['skip', ...inviteFieldNames],
  verifications: ['skip', ...licenseFieldNames],
};

/** How each field is called. */
export const importFieldLabels: Record<ImportField, string> = {
  skip: 'Do not import',
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  companyName: 'Company name',
  phoneNumber: 'Phone number',
  jobTitle: 'Job title',
  vendorId: 'Vendor ID',
  inviteMessage: 'Invite message',
  id: 'Invitation ID',
  companyId: 'Company ID',
  company: 'Company (JSON)',
  status: 'Status',
  complianceStatus: 'Compliance status',
  dateInvited: 'Date invited',
  dateAccepted: 'Date accepted',
  dateRejected: 'Date rejected',
  lastComplianceRefresh: 'Last compliance refresh',
  lastComplianceUpdate: 'Last compliance update',
  checklistTasks: 'Checklist tasks (JSON)',
  licenseNumber: 'Licence number',
  type: 'Type',
  licenseTradeType: 'Trade type',
  serviceType: 'Service type',
  qualifiedParty: 'Qualified party',
  licenseeName: 'Licensee name',
  licenseeAddress: 'Licensee address',
  state: 'State',
  county: 'County',
  city: 'City',
  zipCode: 'ZIP code',
  effectiveDate: 'Effective date',
  expiryDate: 'Expiry date',
  verifyingWebsite: 'Verifying website',
  isMatch: 'Match',
};

/** What is read at most; beyond it a file is not read at all, and a sentence says why. */
export const importLimits = {
  fileBytes: 100 * 1024 * 1024,
  columns: 200,
  rows: 200_000,
  cells: 5_000_000,
  cellLength: 32_767,
  /** Of one piece on its way from the window, before it is written as base64. */
  pieceBytes: 1024 * 1024,
} as const;
