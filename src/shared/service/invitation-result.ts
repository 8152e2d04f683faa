import { z } from 'zod';
import { idOrWord, openObject } from './json.ts';

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
