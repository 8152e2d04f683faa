import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { call, instant, vendorSubject as subject } from './call.ts';

export const maxNoteLength = 4000;
export const maxFollowUpYears = 5;

/** The last day that a follow-up can be on, as 2027-03-31. */
export const getLastDay = (today: string): string =>
  `${Number(today.slice(0, 4)) + maxFollowUpYears}${today.slice(4)}`;

const day = z.iso.date();
export const noteLabels = { note: 'Note', letter: 'Letter', call: 'Call' } as const;
const kind = z.enum(ownNames(noteLabels));

export const vendorNote = z.object({
  id: z.string(),
  kind,
  text: z.string(),
  /** The names of the requirements it asked for; deleted ones have none. */
  asked: z.array(z.string()),
  by: z.string().nullable(),
  at: instant,
  /** As 2027-03-31; one that was altered on the disk is shown as it is. */
  followUp: z.string().nullable(),
  endedAt: instant.nullable(),
  /** Done by a person, answered automatically, or moved to a newer note. */
  ended: z.enum(['done', 'answered', 'moved']).nullable(),
});
export type VendorNote = z.infer<typeof vendorNote>;

const named = z.object({ id: z.uuid(), subject });

export const noteCalls = {
  /** A vendor's notes, newest first, and the one whose follow-up is open. */
  'notes.list': call(
    z.object({ subject }),
    z.object({ notes: z.array(vendorNote), open: vendorNote.nullable() }),
  ),
  /** Adds a note; its follow-up takes the place of the open one, whose note is returned as `moved`. */
  'notes.add': call(
    z.object({
      subject,
      kind,
      text: z.string().trim().min(1).max(maxNoteLength),
      /** The IDs of the requirements it asks for. */
      asked: z.array(z.uuid()).max(1000),
      followUp: day.nullable(),
    }),
    z.object({ id: z.uuid(), moved: z.uuid().nullable() }),
  ),
  /** Removes a note that was just added, and reopens the follow-up that it moved. */
  'notes.remove': call(named.extend({ moved: z.uuid().nullable() }), z.null()),
  'notes.endFollowUp': call(named, z.null()),
  'notes.reopenFollowUp': call(named, z.null()),
  'notes.moveFollowUp': call(named.extend({ day }), z.object({ before: day })),
};
