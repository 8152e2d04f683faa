import { z } from 'zod';
import { openObject, idOrWord } from './json.ts';

const invitedContact = z.looseObject({
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  companyName: z.string().optional(),
  phoneNumber: z.string().optional(),
  jobTitle: z.string().optional(),
});

/** The request body of POST /vendors; only what the person filled in. */
export const vendorInvitation = z.strictObject({
  inviteMessage: z.string().optional(),
  id: z.number().optional(),
  vendorId: z.string().optional(),
  vendor: invitedContact.optional(),
  companyId: z.number().optional(),
  company: openObject.optional(),
  status: z.string().optional(),
  complianceStatus: z.string().optional(),
  lastComplianceRefresh: z.string().optional(),
  dateInvited: z.string().optional(),
  dateAccepted: z.string().optional(),
  dateRejected: z.string().optional(),
  checklistTasks: z.array(openObject).optional(),
  lastComplianceUpdate: z.string().optional(),
});
export type VendorInvitation = z.infer<typeof vendorInvitation>;

const checklistItem = z.looseObject({
  documentURL: z.string().nullish(),
  errorMessages: z.array(z.string()).nullish(),
  type: z.string().nullish(),
  compliant: z.boolean().nullish(),
  status: idOrWord.nullish(),
  documentId: idOrWord.nullish(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

export const invitationResult = z.looseObject({
  vendorURL: z.string().nullish(),
  metadata: openObject.nullish(),
  id: idOrWord.nullish(),
  complianceStatus: idOrWord.nullish(),
  vendorStatus: idOrWord.nullish(),
  lastComplianceUpdate: z.string().nullish(),
  lastComplianceRefresh: z.string().nullish(),
  checklist: z.array(checklistItem).nullish(),
});
export type InvitationResult = z.infer<typeof invitationResult>;
export type SentInvitationResult = z.input<typeof invitationResult>;
