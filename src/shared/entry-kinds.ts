import { z } from 'zod';
import type { EntryKind, EntryReason } from './outbox.ts';
import { keptRefusal, saysAlreadyInvited } from './refusal.ts';
import type { RefusalSaid } from './refusal-said.ts';
import { readKept } from './service/envelope.ts';
import { invitationResult } from './service/invitation-result.ts';
import { idOrWord } from './service/json.ts';
import { routes, type OperationRoute } from './service/operations.ts';
import { vendorInvitation } from './service/vendor-invitation.ts';
import { queueResponse, verificationRequest } from './service/verification.ts';
import type { ScreenId } from './place.ts';
import type { ServiceInterface } from './settings.ts';

/** What lists show of the answer to an entry that was accepted. */
export const acceptedAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invite'),
    complianceStatus: z.string().nullable(),
    vendorStatus: z.string().nullable(),
    vendorId: z.string().nullable(),
  }),
  z.object({ kind: z.literal('verification'), requestId: z.string() }),
]);
export type AcceptedAnswer = z.infer<typeof acceptedAnswer>;

/** How entries of a kind are called wherever they are shown. */
export interface EntryLabels {
  one: string;
  many: string;
  /** As a title or in a column. */
  title: string;
  /** The state of one that the service accepted. */
  accepted: string;
  /** What is sent, with its verb, as in "after the invite was sent". */
  request: { thing: string; verb: 'was' | 'were' };
  /** What it means for the person's work that nobody knows whether it arrived. */
  doubtHeadline: string;
}

/**
 * Everything in which one kind of entry differs from another, but for what only the main process or only the screens can do.
 * `A`: what lists show of its answer.
 */
export interface EntryKindDefinition<A extends { kind: string } = AcceptedAnswer> {
  /** What of its path an entry holds itself: as many texts as the route takes. */
  pathParameters: z.ZodType<readonly string[]>;
  route(pathParameters: readonly string[]): OperationRoute;
  body: z.ZodType;
  answer: {
    resource: z.ZodObject;
    /** Why a success is of no use although the service did what it was asked; null where it is. `body`: of a readable answer. */
    lacks(answer: Record<string, unknown> | null, body: string): EntryReason | null;
    /** What lists show of a kept answer; null where nothing can be read. */
    read(body: string, envelope: string | null): A | null;
  };
  /** Whether one that may have been applied may be sent again unasked, where the service knows no key of a request. */
  mayRepeat(promises: Pick<ServiceInterface, 'resubmittingIsHarmless'>): boolean;
  /** What to keep of a refusal's body. */
  keepRefusal(body: string): { body: string; said?: RefusalSaid };
  /** How a refusal is recognized that says that it was done before, and what is said then; null where none says so. */
  doneBefore: { says(reason: EntryReason | null): boolean; brief: string; sentence: string } | null;
  labels: EntryLabels;
  /** The screen where entries of this kind are listed, opened, and corrected under `new`. */
  screen: ScreenId;
}

/** A definition for each kind of entry. */
export type EntryKinds<A extends { kind: string } = AcceptedAnswer> = Readonly<
  Record<A['kind'], EntryKindDefinition<A>>
>;

/** The names of the kinds that are defined. */
export function kindNames<A extends { kind: string }>(kinds: EntryKinds<A>): A['kind'][] {
  return Object.keys(kinds).filter((name): name is A['kind'] => Object.hasOwn(kinds, name));
}

const noParameters = z.tuple([]).readonly();

/** The one definition of each kind of entry. */
export const entryKinds: Readonly<Record<EntryKind, EntryKindDefinition>> = {
  invite: {
    pathParameters: noParameters,
    route: () => routes.inviteVendor(),
    body: vendorInvitation,
    answer: {
      resource: invitationResult,
      lacks: () => null,
      read(body, envelope) {
        const result = readKept(invitationResult, body, envelope)?.value;
        if (result === undefined) return null;
        return {
          kind: 'invite',
          complianceStatus: result.complianceStatus ?? null,
          vendorStatus: result.vendorStatus ?? null,
          vendorId: idOrWord.safeParse(result.metadata?.['vendorId']).data ?? null,
        };
      },
    },
    mayRepeat: () => false,
    keepRefusal: (body) => keptRefusal(body, 'invite'),
    doneBefore: {
      says: saysAlreadyInvited,
      brief: 'Already invited, says the service',
      sentence: 'The service says this vendor was already invited. Mark as sent?',
    },
    labels: {
      one: 'invite',
      many: 'invites',
      title: 'Invite',
      accepted: 'Invited',
      request: { thing: 'the invite', verb: 'was' },
      doubtHeadline: 'The vendor may already have the email.',
    },
    screen: 'invites',
  },
  verification: {
    pathParameters: noParameters,
    route: () => routes.queueVerification(),
    body: verificationRequest,
    answer: {
      resource: queueResponse,
      lacks(answer, body) {
        const id = answer?.['id'];
        // It was accepted, so that repeating it brings a second one; there is nothing to ask for the result by.
        return typeof id === 'string' && id !== '' ? null : { code: 'no_request_id', body };
      },
      read(body, envelope) {
        const requestId = readKept(queueResponse, body, envelope)?.value.id ?? null;
        return requestId === null ? null : { kind: 'verification', requestId };
      },
    },
    mayRepeat: (promises) => promises.resubmittingIsHarmless,
    keepRefusal: (body) => keptRefusal(body, 'verification'),
    doneBefore: null,
    labels: {
      one: 'verification',
      many: 'verifications',
      title: 'Verification',
      accepted: 'Sent',
      request: { thing: 'the license details', verb: 'were' },
      doubtHeadline: 'The service may already be verifying these details.',
    },
    screen: 'verifications',
  },
};
