import { z } from 'zod';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { vendorChange } from '#shared/ipc/vendors.ts';
import { entryKind } from '#shared/outbox/outbox.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { readKept } from '#shared/service/envelope.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { validationIssue, otherField } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { verificationResult } from '#shared/service/verification.ts';
import { serviceInterface } from '#shared/settings/settings.ts';
import { vendorChanges } from './vendor-changes.ts';
import { outcome, toOutcome } from '../outbox/outcome.ts';
import { foundInstead, readAnswer } from '../service-client/answer.ts';
import { readBody } from '../service-client/answer-body.ts';

const resources = {
  vendor: vendorProfile,
  verification: verificationResult,
  document: documentResult,
  invite: invitationResult,
} as const;
export type ResourceName = keyof typeof resources;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const text = z.string().nullable();
const exchange = z.object({
  kind: z.literal('answered'),
  status: z.number(),
  contentType: text,
  retryAfter: text,
  date: text,
  location: text,
  wwwAuthenticate: text,
  body: z.string(),
  bytes: bytes.nullable(),
  cut: z.enum(['connection_closed', 'too_large', 'time_out']).nullable(),
  openEnded: z.literal(true).exactOptional(),
});
const judging = z.object({ exchange, promises: serviceInterface, now: z.number() });
export const answerTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('body'),
    content: bytes,
    whole: z.boolean(),
    raw: bytes,
    inside: z.object({ bytes, tooLarge: z.boolean() }).nullable(),
    contentType: text,
    token: text,
  }),
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

export const bodyResult = z.object({ body: z.string(), bytes: bytes.nullable() });
export const outcomeResult = outcome;
export const readingResult = z.object({
  value: z.unknown(),
  validationIssues: z.array(validationIssue),
  others: z.array(otherField),
});

export const foundResult = z.object({ kind: z.literal('found'), reading: readingResult });
export const notFoundResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('unreadable'),
    bodyKind: z.enum(['empty', 'json', 'web_page', 'foreign']),
    cut: z.boolean(),
    oversized: z.boolean(),
    instead: foundInstead.exactOptional(),
  }),
  z.object({ kind: z.literal('not_ready') }),
  z.object({ kind: z.literal('unknown_id'), ofPage: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('token_refused') }),
  z.object({ kind: z.literal('refused'), status: z.number(), body: z.string() }),
  z.object({ kind: z.literal('busy'), status: z.number(), waitMs: z.number().nullable() }),
  z.object({ kind: z.literal('trouble'), status: z.number() }),
  z.object({ kind: z.literal('redirected'), location: z.string().nullable() }),
  z.object({ kind: z.literal('unreachable'), detail: z.string(), sent: z.boolean() }),
]);
export const changesResult = z.array(vendorChange);
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
