import { z } from 'zod';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { entryKind } from '#shared/outbox/outbox.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { readKept } from '#shared/service/envelope.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { getReading } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { serviceInterface } from '#shared/settings/settings.ts';
import { vendorChanges } from './vendor-changes.ts';
import { toOutcome } from '../outbox/outcome.ts';
import { readAnswer } from '../service-client/answer.ts';
import { readBody, receivedBody } from '../service-client/answer-body.ts';
import { answeredExchange, anyBytes } from '../service-client/exchange.ts';

const resources = {
  vendor: vendorProfile,
  verification: verificationResult,
  document: documentResult,
  invite: invitationResult,
} as const;
export type ResourceName = keyof typeof resources;

const text = z.string().nullable();
const judging = z.object({ exchange: answeredExchange, promises: serviceInterface, now: z.number() });
export const answerTask = z.discriminatedUnion('kind', [
  receivedBody.extend({ kind: z.literal('body') }),
  judging.extend({ kind: z.literal('outcome'), entry: entryKind }),
  judging.extend({ kind: z.literal('answer'), resource: z.enum(['vendor', 'verification', 'document']) }),
  z.object({
    kind: z.literal('kept'),
    resource: z.enum(['vendor', 'verification', 'document', 'invite']),
    body: z.string(),
    envelope: text,
  }),
  z.object({
    kind: z.literal('vendor_changes'),
    bodies: z.array(z.object({ at: z.number(), body: z.string() })),
    envelope: text,
  }),
]);
export type AnswerTask = z.infer<typeof answerTask>;

export const bodyResult = z.object({ body: z.string(), bytes: anyBytes.nullable() });
export const readingResult = getReading(z.unknown());

export const foundResult = z.object({ kind: z.literal('found'), reading: readingResult });

export function runAnswerTask(task: AnswerTask): unknown {
  switch (task.kind) {
    case 'body':
      return readBody(task);
    case 'outcome':
      return toOutcome(entryKinds[task.entry], task.exchange, task.promises, task.now);
    case 'answer': {
      const answer = readAnswer(resources[task.resource], task.exchange, task.promises, task.now);
      return answer.kind === 'found' ? { kind: answer.kind, reading: answer.reading } : answer;
    }
    case 'kept':
      return readKept(resources[task.resource], task.body, task.envelope);
    case 'vendor_changes':
      return vendorChanges(task.bodies, task.envelope);
  }
}
