import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { letterLimits } from '../letters/letter-templates.ts';
import { call, instant, vendorSubject as subject } from './call.ts';

export const maxNoteLength = 4000;
export const maxLetterLength = letterLimits.subject + letterLimits.body + 2;
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
  /** The names of those that its follow-up waits for: also what the follow-up before it waited for. */
  awaits: z.array(z.string()),
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
const newNote = z.object({
  kind,
  text: z.string().trim().min(1).max(maxLetterLength),
  /** The IDs of the requirements it asks for. */
  asked: z.array(z.uuid()).max(1000),
  followUp: day.nullable(),
});
const isShort = ({ kind: of, text }: z.infer<typeof newNote>) =>
  of === 'letter' || text.length <= maxNoteLength;
const addedNote = named.extend({ moved: z.uuid().nullable() });

export const noteCalls = {
  /** A vendor's note whose follow-up is open; null for none. */
  'notes.get': call(z.object({ subject }), vendorNote.nullable()),
  /** Adds a note; its follow-up takes the place of the open one, whose note is returned as `moved`. */
  'notes.add': call(
    newNote.extend({ subject }).refine(isShort),
    z.object({ id: z.uuid(), moved: z.uuid().nullable() }),
  ),
  /** Adds the same note to several vendors, all or none. */
  'notes.addEach': call(
    newNote.extend({ subjects: z.array(subject).min(1).max(5000) }).refine(isShort),
    z.object({ notes: z.array(addedNote) }),
  ),
  /** Removes notes that were just added, and reopens the follow-ups that they moved. */
  'notes.remove': call(z.object({ notes: z.array(addedNote).min(1).max(5000) }), z.null()),
  'notes.endFollowUp': call(named, z.null()),
  'notes.reopenFollowUp': call(named, z.null()),
  'notes.moveFollowUp': call(named.extend({ day }), z.object({ before: day })),
};
