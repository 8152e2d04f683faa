import { z } from 'zod';

/** What a column of an imported list can fill in an invite; `skip` leaves it out. */
export const importField = z.enum([
  'skip',
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
]);
export type ImportField = z.infer<typeof importField>;

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
