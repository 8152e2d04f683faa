import { z } from 'zod';
import { openObject } from './json.ts';

export const checklistItem = z.looseObject({
  documentURL: z.string().nullish(),
  errorMessages: z.array(z.string()).nullish(),
  type: z.string().nullish(),
  compliant: z.boolean().nullish(),
  status: z.string().nullish(),
  documentId: z.number().nullish(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

/** The answer of POST /vendors. */
export const invitationResult = z.looseObject({
  vendorURL: z.string().nullish(),
  metadata: openObject.nullish(),
  id: z.number().nullish(),
  complianceStatus: z.string().nullish(),
  vendorStatus: z.string().nullish(),
  lastComplianceUpdate: z.string().nullish(),
  lastComplianceRefresh: z.string().nullish(),
  checklist: z.array(checklistItem).nullish(),
});
export type InvitationResult = z.infer<typeof invitationResult>;
