import { z } from 'zod';
import { language } from '../letters/letter-templates.ts';
import type { TeamRecord } from './record.ts';

const day = z.iso.date();
/** In milliseconds since 1970. */
const instant = z.number();
const text = z.string().max(4000);
const exception = z.object({
  id: z.string().min(1).max(100),
  requirementId: z.string().max(100),
  /** Its name at the time: the requirement may be gone. */
  requirement: z.string().max(300),
  at: instant,
});

const toAct = <Kind extends string, Body extends z.ZodType>(kind: Kind, body: Body) =>
  z.object({ kind: z.literal(kind), subject: z.string().min(1), body });

/** What people do to vendors, by the kinds of records that say it. The subject is the vendor, or the document's job ID. */
const act = z.discriminatedUnion('kind', [
  toAct('waiver', exception.extend({ reason: text, until: day })),
  toAct('attestation', exception.extend({ day, until: day.nullable(), note: text })),
  /** A waiver or an attestation was ended, or its end undone. */
  toAct('exception_ended', z.object({ id: z.string().min(1).max(100), isEnded: z.boolean(), at: instant })),
  toAct('tag', z.object({ tag: z.string().min(1).max(100), isOn: z.boolean() })),
  toAct('language', z.object({ language })),
  toAct('valid_until', z.object({ day: day.nullable() })),
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
  }
}
