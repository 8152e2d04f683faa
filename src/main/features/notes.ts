import { fromDayNumber } from '#shared/base/dates.ts';
import { getLastDay, maxFollowUpYears, type VendorNote } from '#shared/ipc/notes.ts';
import { done, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import type { StoredNote } from '../store/notes.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Notes on vendors and their follow-ups. */
export function noteHandlers(workspace: Workspace): Handlers<CallsOf<'notes'>> {
  const { notes, onboarding, clock } = workspace;

  const showNote = ({ subject: _subject, asked, awaits, ...note }: StoredNote): VendorNote => ({
    ...note,
    asked: onboarding.nameRequirements(asked),
    awaits: onboarding.nameRequirements(awaits),
  });

  const isTooFar = (day: string) => day > getLastDay(fromDayNumber(onboarding.today()));

  return {
    'notes.get': ({ subject }) => {
      const [open] = notes.findOpen([onboarding.resolve(subject)]);
      return done(open === undefined ? null : showNote(open));
    },
    'notes.add': ({ subject: given, ...note }) => {
      if (note.followUp !== null && isTooFar(note.followUp)) return tooFar;
      const subject = onboarding.resolve(given);
      return done(onboarding.commit([subject], () => notes.add({ ...note, subject }, clock.wall())));
    },
    'notes.addEach': ({ subjects: given, ...note }) => {
      if (note.followUp !== null && isTooFar(note.followUp)) return tooFar;
      const subjects = [...new Set(given.map(onboarding.resolve))];
      const added = onboarding.commit(subjects, () =>
        subjects.map((subject) => ({ subject, ...notes.add({ ...note, subject }, clock.wall()) })),
      );
      return done({ notes: added });
    },
    'notes.remove': ({ notes: added }) => {
      const subjects = added.map(({ subject }) => onboarding.resolve(subject));
      const removed = onboarding.commit(subjects, () =>
        added.filter(({ id, moved }) => notes.remove(id, moved, clock.wall())),
      );
      return removed.length > 0 ? done(null) : refuse('not_found', 'This note was already removed.');
    },
    'notes.endFollowUp': ({ subject, id }) =>
      onboarding.commit([onboarding.resolve(subject)], () => notes.end(id, 'done', clock.wall()))
        ? done(null)
        : alreadyEnded,
    'notes.reopenFollowUp': ({ subject, id }) =>
      onboarding.commit([onboarding.resolve(subject)], () => notes.reopen(id, clock.wall()))
        ? done(null)
        : refuse('not_found', 'This vendor has a newer follow-up.'),
    'notes.moveFollowUp': ({ subject, id, day }) => {
      if (isTooFar(day)) return tooFar;
      const before = onboarding.commit([onboarding.resolve(subject)], () =>
        notes.move(id, day, clock.wall()),
      );
      return before === null ? alreadyEnded : done({ before });
    },
  };
}

const tooFar = refuse(
  'bad_input',
  `Follow-ups can be at most ${maxFollowUpYears} years ahead. Choose an earlier date.`,
);
const alreadyEnded = refuse('not_found', 'This follow-up has already ended.');
