import { z } from 'zod';
import { call, nothing, entryId } from './call.ts';
import { documentGroup } from './documents.ts';
import { verificationTab } from './verifications.ts';

export const maxNamed = 500;

export const checkRequest = z.discriminatedUnion('what', [
  z.object({ what: z.literal('verifications'), entryIds: z.array(entryId).min(1).max(maxNamed) }),
  z.object({ what: z.literal('verification_tab'), tab: verificationTab }),
  z.object({ what: z.literal('documents'), jobIds: z.array(z.guid()).min(1).max(maxNamed) }),
  z.object({ what: z.literal('document_group'), group: documentGroup.nullable() }),
]);
export type CheckRequest = z.infer<typeof checkRequest>;

export const checkRun = z.object({
  list: z.enum(['verifications', 'documents']),
  total: z.number(),
  /** Checked so far; of those, how many have a final result, and how many had a service problem. */
  done: z.number(),
  final: z.number(),
  problems: z.number(),
  notAsked: z.number(),
  reason: z.string().nullable(),
  ended: z.boolean(),
});
export type CheckRun = z.infer<typeof checkRun>;

export const checkCalls = {
  /** Checks results, a few at a time. A running check is joined by more of the same list; null if none need it. */
  'checks.begin': call(checkRequest, checkRun.nullable()),
  'checks.latest': call(nothing, checkRun.nullable()),
  /** Finishes current requests; the rest waits for its time on the schedule. */
  'checks.stop': call(nothing, checkRun.nullable()),
};
