import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { vendorNote } from '#shared/ipc/notes.ts';
import { createQueries } from './query.ts';
import { storedJson } from './shown-row.ts';

const ids = storedJson(z.array(z.string()), []);
// `asked` and `awaits` hold the requirements' IDs here.
const storedNote = vendorNote.extend({ subject: z.string(), asked: ids, awaits: ids });
export type StoredNote = z.infer<typeof storedNote>;

const dueNote = storedNote.extend({ name: z.string().nullable(), askedAt: z.number() });

export interface NewNote extends Pick<StoredNote, 'subject' | 'kind' | 'text' | 'followUp'> {
  asked: readonly string[];
}

const isOpen = 'follow_up IS NOT NULL AND ended_at IS NULL';
const columns = `n.id, n.subject, n.kind, n.text, n.asked, n.awaits, n.given_by AS by, n.at, n.follow_up AS followUp,
  n.ended_at AS endedAt, n.ended`;

/** Notes on vendors; at most one of a vendor's has an open follow-up. */
export function createNoteStore(db: Database, by: () => string | null) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const insert = db.prepare(
    `INSERT INTO vendor_note (id, subject, kind, text, asked, awaits, given_by, at, follow_up)
     VALUES (@id, @subject, @kind, @text, @asked, @awaits, @by, @at, @followUp)`,
  );
  const remove = db.prepare('DELETE FROM vendor_note WHERE id = ?');
  const letters = prepareQuery(
    `SELECT n.subject, n.asked, n.at, n.given_by AS by, n.ended FROM vendor_note n
     WHERE n.kind = 'letter' AND n.subject IN (SELECT value FROM json_each(@subjects)) AND n.at >= @since
     ORDER BY n.at DESC, n.rowid DESC`,
    storedNote.pick({ subject: true, asked: true, at: true, by: true, ended: true }),
  );
  const open = prepareQuery(
    `SELECT ${columns} FROM vendor_note n WHERE n.subject IN (SELECT value FROM json_each(?)) AND ${isOpen}`,
    storedNote,
  );
  const end = db.prepare(
    `UPDATE vendor_note SET ended = @ended, ended_at = @at WHERE id = @id AND ${isOpen}`,
  );
  const reopen = db.prepare(
    `UPDATE OR IGNORE vendor_note SET ended = NULL, ended_at = NULL WHERE id = ? AND ended_at IS NOT NULL`,
  );
  const selectDay = prepareText(`SELECT follow_up FROM vendor_note WHERE id = ? AND ${isOpen}`);
  const move = db.prepare(`UPDATE vendor_note SET follow_up = @day WHERE id = @id`);
  const isDue = `${isOpen} AND follow_up <= @today`;
  const countDue = prepareNumber(`SELECT COUNT(*) FROM vendor_note WHERE ${isDue}`);
  const due = prepareQuery(
    `SELECT ${columns}, o.name, COALESCE((SELECT MAX(l.at) FROM vendor_note l WHERE l.subject = n.subject
       AND l.kind = 'letter' AND l.asked <> '[]'), n.at) AS askedAt FROM vendor_note n LEFT JOIN onboarding o ON o.subject = n.subject
     WHERE ${isDue} ORDER BY n.follow_up, n.at LIMIT @limit + 0`,
    dueNote,
  );
  const findOpen = (subjects: readonly string[]) => open.all(JSON.stringify(subjects));
  return {
    /** Adds a note; a follow-up of it ends the vendor's open one, whose note is `moved`, and waits for what that one did. */
    add(note: NewNote, at: number): { id: string; moved: string | null } {
      const id = randomUUID();
      const [before = null] = note.followUp === null ? [] : findOpen([note.subject]);
      if (before !== null) end.run({ id: before.id, ended: 'moved', at });
      const awaits = JSON.stringify([...new Set([...note.asked, ...(before?.awaits ?? [])])]);
      insert.run({ ...note, id, asked: JSON.stringify(note.asked), awaits, by: by(), at });
      return { id, moved: before?.id ?? null };
    },
    /** Removes a note, and reopens the follow-up that it moved; false where it is gone. */
    remove(id: string, moved: string | null): boolean {
      const isRemoved = remove.run(id).changes > 0;
      if (isRemoved && moved !== null) reopen.run(moved);
      return isRemoved;
    },
    /** Letters to these vendors since then (ms since 1970), newest first. */
    letters: (subjects: readonly string[], since: number) =>
      letters.all({ subjects: JSON.stringify(subjects), since }),
    /** The notes of these vendors with an open follow-up. */
    findOpen,
    /** Ends an open follow-up; false where there is none. */
    end: (id: string, ended: 'done' | 'answered', at: number): boolean =>
      end.run({ id, ended, at }).changes > 0,
    /** Reopens a follow-up that ended; false where there is none, or the vendor has another. */
    reopen: (id: string): boolean => reopen.run(id).changes > 0,
    /** Moves an open follow-up and returns its day before; null where there is none. */
    move(id: string, day: string): string | null {
      const before = selectDay.get(id);
      if (before !== null) move.run({ id, day });
      return before;
    },
    countDue: (today: string): number => countDue.one({ today }),
    /** Follow-ups that are due on a day such as 2027-03-31, the earliest first, with the vendor's name. */
    due: (today: string, limit: number) => due.all({ today, limit }),
  };
}
