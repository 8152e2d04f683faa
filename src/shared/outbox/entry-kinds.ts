import { z } from 'zod';
import type { AnswerRule, ServiceInterface } from '../settings/settings.ts';
import { entryLabels, type EntryPresentation } from './entry-labels.ts';
import { saysSomething } from '../service/evidence.ts';
import type { EntryKind, EntryReason, RefusalSaid } from './outbox.ts';
import { ownMember, ownMemberAt } from '../base/own-member.ts';
import { keptRefusal } from './refusal.ts';
import { invitationResult, vendorInvitation } from '../service/vendor-invitation.ts';
import { idOrWord } from '../service/json.ts';
import { findSeenId, readRequestId } from '../service/request-id.ts';
import { endpoints, type Endpoint } from '../service/operations.ts';
import { queueResponse, verificationRequest } from '../service/verification.ts';
import { getMeaning, type StatusWords } from '../settings/status.ts';

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

export interface EntryKindDefinition extends EntryPresentation {
  pathParameters: z.ZodType<readonly string[]>;
  endpoint(pathParameters: readonly string[]): Endpoint;
  body: z.ZodType;
  answer: {
    resource: z.ZodObject;
    conclusion: AnswerRule['conclusion'];
    /** Whether a described member of a success says in a known form that it was done. */
    confirms(answer: Record<string, unknown>, words: StatusWords, form: AnswerForm): boolean;
    /** Why a success is of no use; null where it is. `body`: of a readable answer. */
    lacks(answer: Record<string, unknown> | null, body: string, form: AnswerForm): EntryReason | null;
    /** What lists show of the answer to one that was accepted; `answer`: null where nothing came. */
    words(answer: Record<string, unknown> | null, form: AnswerForm): AcceptedAnswer | null;
  };
  /** Whether one that may have been applied may be sent again automatically, without idempotency keys. */
  mayRepeat(promises: Pick<ServiceInterface, 'resubmittingIsHarmless'>): boolean;
  keepRefusal(body: string): { body: string; said?: RefusalSaid };
  /** Whether colleagues learn of it before it is sent, so that no two send the same. */
  isSharedFirst: boolean;
}

export interface AnswerForm extends Pick<ServiceInterface, 'envelope' | 'requestIdAt'> {
  location: string | null;
}

export type EntryKinds = Readonly<Record<EntryKind, EntryKindDefinition>>;

const idOrNone = idOrWord.nullish();
const noParameters = z.tuple([]).readonly();

export const entryKinds: EntryKinds = {
  invite: {
    pathParameters: noParameters,
    endpoint: () => endpoints.inviteVendor(),
    body: vendorInvitation,
    answer: {
      resource: invitationResult,
      conclusion: 'invite',
      confirms(answer, words) {
        const { vendorStatus, complianceStatus, ...others } = answer;
        const isGood = (word: unknown) =>
          typeof word === 'string' && ['good', 'under_way'].includes(getMeaning(word, words).category);
        const described = Object.keys(invitationResult.shape);
        return (
          isGood(vendorStatus) ||
          isGood(complianceStatus) ||
          described.some((name) => saysSomething(ownMember<unknown>(others, name)))
        );
      },
      lacks: () => null,
      words(answer) {
        if (answer === null) return null;
        const { complianceStatus, vendorStatus } = answer;
        return {
          kind: 'invite',
          complianceStatus: typeof complianceStatus === 'string' ? complianceStatus : null,
          vendorStatus: typeof vendorStatus === 'string' ? vendorStatus : null,
          vendorId: idOrNone.safeParse(ownMemberAt(answer, ['metadata', 'vendorId'])).data ?? null,
        };
      },
    },
    mayRepeat: () => false,
    keepRefusal: (body) => keptRefusal(body, 'invite'),
    isSharedFirst: true,
    ...entryLabels.invite,
  },
  verification: {
    pathParameters: noParameters,
    endpoint: () => endpoints.queueVerification(),
    body: verificationRequest,
    answer: {
      resource: queueResponse,
      conclusion: 'queue',
      confirms(answer, _words, { location, requestIdAt }) {
        if (answer['success'] === false) return false;
        const id = readRequestId(answer, location, requestIdAt) ?? findSeenId(answer, location);
        return answer['success'] === true || id !== null;
      },
      lacks(answer, body, { location, requestIdAt }) {
        if (readRequestId(answer ?? {}, location, requestIdAt) !== null) return null;
        // It was accepted, so a repeat would be a second one.
        const seen = findSeenId(answer ?? {}, location);
        return { code: 'no_request_id', body, ...(seen !== null && { seen }) };
      },
      words(answer, { location, requestIdAt }) {
        const requestId = readRequestId(answer ?? {}, location, requestIdAt);
        return requestId === null ? null : { kind: 'verification', requestId };
      },
    },
    mayRepeat: (promises) => promises.resubmittingIsHarmless,
    keepRefusal: (body) => keptRefusal(body, 'verification'),
    isSharedFirst: false,
    ...entryLabels.verification,
  },
};
