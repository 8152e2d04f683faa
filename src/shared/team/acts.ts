import { z } from 'zod';
import { language, letterLimits } from '../letters/letter-templates.ts';
import { isUuid } from '../service/operations.ts';
import type { TeamRecord } from './record.ts';

const day = z.iso.date();
/** In milliseconds since 1970. */
const instant = z.int().min(0);
const text = z.string().max(4000);
const exception = z.object({
  id: z.string().min(1).max(100),
  requirementId: z.string().max(100),
  /** Its name at the time: the requirement may be gone. */
  requirement: z.string().max(300),
  at: instant,
});

export const documentChoice = z.enum(['accept', 'ask_new_copy', 'skip']);

/** A vendor's ID, or @ and the address of one that was invited and has none yet. */
const vendor = z.string().min(1).max(400);
/** As lower case, since it becomes the key of a row and a part of a request's path. */
const jobId = z.string().refine((id) => isUuid(id) && id === id.toLowerCase());

const toAct = <Kind extends string, Body extends z.ZodType>(kind: Kind, body: Body, subject = vendor) =>
  z.object({ kind: z.literal(kind), subject, body });

/** What people do to vendors and documents, by the kinds of records that say it. */
const act = z.discriminatedUnion('kind', [
  toAct('waiver', exception.extend({ reason: text, until: day })),
  toAct('attestation', exception.extend({ day, until: day.nullable(), note: text })),
  /** A waiver or an attestation was ended, or its end undone. */
  toAct('exception_ended', z.object({ id: z.string().min(1).max(100), isEnded: z.boolean(), at: instant })),
  toAct('tag', z.object({ tag: z.string().min(1).max(100), isOn: z.boolean() })),
  toAct('language', z.object({ language })),
  toAct(
    'note',
    z.object({
      id: z.uuid(),
      kind: z.enum(['note', 'letter', 'call']),
      text: z.string().max(letterLimits.subject + letterLimits.body + 2),
      asked: z.array(z.string().max(100)).max(1000),
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
  toAct('document', z.object({ vendor: vendor.nullable(), at: instant }), jobId),
  toAct('document_vendor', z.object({ vendor: vendor.nullable() }), jobId),
  toAct('valid_until', z.object({ day: day.nullable() }), jobId),
  toAct('decision', z.object({ id: z.uuid(), choice: documentChoice, note: text, at: instant }), jobId),
  /** This decision, and no other, was taken back. */
  toAct('decision_undone', z.object({ id: z.uuid(), at: instant }), jobId),
]);
export type Act = z.infer<typeof act>;

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
    case 'language':
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
    case 'decision':
    case 'decision_undone':
      return `decisions ${subject}`;
  }
}

/** Whether the subject is a document's job ID; else it is a vendor. */
export const isAboutDocument = ({ kind }: Act): boolean =>
  ['document', 'document_vendor', 'valid_until', 'decision', 'decision_undone'].includes(kind);
