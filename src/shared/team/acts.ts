import { z } from 'zod';
import { language, letterLimits, letterTemplate } from '../letters/letter-templates.ts';
import { isAddress } from '../onboarding/vendor-facts.ts';
import { requirementSet } from '../onboarding/requirement-set.ts';
import { messageTemplate } from '../outbox/message-template.ts';
import { acceptedAnswer } from '../outbox/entry-kinds.ts';
import { isUuid } from '../service/operations.ts';
import { resultKind } from '../service/result-kinds.ts';
import { dateForm } from '../settings/settings.ts';
import { documentChoice, verificationChoice } from '../verdict/decision-label.ts';
import { recordLimits, type TeamRecord } from './record.ts';

const day = z.iso.date();
/** In milliseconds since 1970, up to the year 9999. */
const instant = z.int().min(0).max(253_402_300_799_999);
const text = z.string().max(4000);
const exception = z.object({
  id: z.string().min(1).max(100),
  requirementId: z.string().max(100),
  /** Its name at the time: the requirement may be gone. */
  requirement: z.string().max(300),
  at: instant,
});

const onResult = { id: z.uuid(), of: resultKind.default('document'), at: instant };

/** `in_doubt`: it may have been sent. `ended`: it was refused, given up or canceled. */
export const sharedState = z.enum(['queued', 'in_doubt', 'sent', 'ended']);
export type SharedState = z.infer<typeof sharedState>;

/** A vendor's ID, or @ and the address of one that was invited and has none yet. */
const vendor = z.string().min(1).max(recordLimits.subjectLength);
/** A document's job ID or an entry's. As lower case, since it becomes the key of a row and a part of a request's path. */
const uuid = z.string().refine((id) => isUuid(id) && id === id.toLowerCase());
const request = { request: z.record(z.string(), z.unknown()), dateForm, at: instant };

const toAct = <Kind extends string, Body extends z.ZodType>(kind: Kind, body: Body, subject = vendor) =>
  z.object({ kind: z.literal(kind), subject, body });

/** What people do to vendors and documents, by the kinds of records that say it. */
const act = z.discriminatedUnion('kind', [
  /** A vendor's profile was fetched; its name and the address in it (see `emailKey`). */
  toAct(
    'vendor',
    z.object({ name: z.string().max(600).nullable(), address: z.string().max(600).nullable() }),
    vendor.refine((id) => !isAddress(id)),
  ),
  toAct('waiver', exception.extend({ reason: text, until: day })),
  toAct('attestation', exception.extend({ day, until: day.nullable(), note: text })),
  /** A waiver or an attestation was ended, or its end undone. */
  toAct('exception_ended', z.object({ id: z.string().min(1).max(100), isEnded: z.boolean(), at: instant })),
  toAct('tag', z.object({ tag: z.string().min(1).max(100), isOn: z.boolean() })),
  toAct('language', z.object({ language })),
  /** Who takes care of the vendor; null for nobody. */
  toAct(
    'assigned_to',
    z.object({ member: z.string().min(1).max(recordLimits.memberLength).nullable(), at: instant }),
  ),
  toAct(
    'note',
    z.object({
      id: z.uuid(),
      kind: z.enum(['note', 'letter', 'call']),
      text: z.string().max(letterLimits.subject + letterLimits.body + 2),
      asked: z.array(z.string().max(100)).max(1000),
      /** Only of a note from before there was a log: everything its follow-up waits for. */
      awaits: z.array(z.string().max(100)).max(1000).nullish(),
      followUp: day.nullable(),
      at: instant,
    }),
  ),
  /** An added note was undone. */
  toAct('note_removed', z.object({ id: z.uuid() })),
  /** A follow-up was put on another day or reopened, or it ended. A newer note that replaces it says so itself. */
  toAct(
    'follow_up',
    z.object({
      id: z.uuid(),
      day: day.nullable(),
      ended: z.enum(['done', 'answered']).nullable(),
      at: instant,
    }),
  ),
  /** A document was added, for a vendor where one was named. */
  toAct('document', z.object({ vendor: vendor.nullable(), at: instant }), uuid),
  toAct('document_vendor', z.object({ vendor: vendor.nullable() }), uuid),
  toAct('valid_until', z.object({ day: day.nullable() }), uuid),
  toAct(
    'decision',
    z
      .object({
        ...onResult,
        choice: z.enum([...documentChoice.options, ...verificationChoice.options]),
        note: text,
      })
      .refine(({ of, choice }) => documentChoice.safeParse(choice).success === (of === 'document')),
    uuid,
  ),
  /** This decision, and no other, was taken back. */
  toAct('decision_undone', z.object(onResult), uuid),
  /** An invite was queued, as it is sent; `replaces`: the one that it corrects. */
  toAct('invite', z.object({ ...request, replaces: uuid.nullable().optional() }), uuid),
  toAct('verification', z.object({ ...request, vendor: vendor.nullable() }), uuid),
  /** A requirement set was saved or (null) deleted; the order of all is by position. */
  toAct(
    'requirement_set',
    z.object({ set: requirementSet.nullable(), position: z.int().min(0) }),
    uuid,
  ).refine(({ subject, body: { set } }) => set === null || set.id === subject),
  toAct('message_template', z.object({ template: messageTemplate.nullable() }), uuid).refine(
    ({ subject, body: { template } }) => template === null || template.id === subject,
  ),
  /** For a kind of letter in a language, such as renewal.es; null for the default. */
  toAct('letter_template', z.object({ template: letterTemplate.nullable() }), z.string().max(40)),
  /** The service's status word for a result changed, as one computer read it: now the others read it, too. */
  toAct('result', z.object({ of: resultKind, status: z.string().max(1000).nullable() }), uuid),
  /** What became of an invite or a verification; `answer`: how the service accepted it. */
  toAct(
    'entry_state',
    z.object({
      state: sharedState,
      at: instant,
      /** A person marked it as sent; the service did not confirm it. */
      isMarked: z.boolean(),
      /** A person canceled it. */
      isCanceled: z.boolean().default(false),
      words: acceptedAnswer.nullable(),
      answer: z.object({ status: z.int(), contentType: z.string().nullable(), body: z.string() }).nullable(),
    }),
    uuid,
  ),
]);
export type Act = z.infer<typeof act>;

/** The kinds of records that this Gangway reads. */
export const actKinds: readonly string[] = act.options.map(({ shape }) => shape.kind.value);

/** The version of the bodies that this Gangway writes and reads. */
export const actVersion = 1;

/** What a record says; null for a kind or a version that only a newer Gangway knows, and for a body that is not of its kind. */
export function readAct(record: Pick<TeamRecord, 'kind' | 'version' | 'subject' | 'body'>): Act | null {
  return record.version > actVersion ? null : (act.safeParse(record).data ?? null);
}

/** What an act is about. What becomes of it follows from all acts about the same, in the order of their clocks. */
export function toItem({ kind, subject, body }: Act): string {
  switch (kind) {
    case 'waiver':
    case 'attestation':
    case 'exception_ended':
      return `exception ${body.id}`;
    case 'tag':
      return `tag ${JSON.stringify([subject, body.tag])}`;
    case 'vendor':
    case 'language':
    case 'assigned_to':
    case 'valid_until':
      return `${kind} ${subject}`;
    case 'note':
    case 'note_removed':
    case 'follow_up':
      // All of a vendor's, since a new follow-up replaces the open one.
      return `notes ${subject}`;
    case 'document':
    case 'document_vendor':
      return `document ${subject}`;
    case 'result':
      return `result ${body.of} ${subject}`;
    case 'decision':
    case 'decision_undone':
      return `decisions ${subject}`;
    case 'invite':
    case 'verification':
    case 'entry_state':
      return `entry ${subject}`;
    case 'requirement_set':
    case 'message_template':
    case 'letter_template':
      // All of a kind, since their order and their names depend on each other.
      return kind;
  }
}

/** What the subject of an act is: a vendor, a document by its job ID, an entry of the outbox, or what all vendors are treated by. */
export function getSubjectKind({ kind, body }: Act): 'vendors' | 'documents' | 'entries' | 'rules' {
  switch (kind) {
    case 'requirement_set':
    case 'message_template':
    case 'letter_template':
      return 'rules';
    case 'decision':
    case 'decision_undone':
    case 'result':
      return body.of === 'document' ? 'documents' : 'entries';
    case 'document':
    case 'document_vendor':
    case 'valid_until':
      return 'documents';
    case 'invite':
    case 'verification':
    case 'entry_state':
      return 'entries';
    default:
      return 'vendors';
  }
}
