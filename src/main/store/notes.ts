import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { vendorNote } from '#shared/ipc/notes.ts';
import type { Act } from '#shared/team/acts.ts';
import { limitToPerson } from './onboarding-records.ts';
import { createQueries, inTransaction, storedJson } from './query.ts';
import type { DatedAct } from './record-rows.ts';
import type { TakenAct, TeamLog } from './team-log.ts';

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

/** Notes from before there was a log, with their seats: `awaits` includes what the note before them at that seat waited for. */
const listEarlier = (acts: readonly DatedAct[]) =>
  new Map(
    acts.flatMap(({ kind, body, seat }) => (kind === 'note' && body.awaits != null ? [[body.id, seat]] : [])),
  );

/** Notes on vendors; at most one of a vendor's has an open follow-up. */
export function createNoteStore(db: Database, log: TeamLog) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const insert = db.prepare(
    `INSERT INTO vendor_note (id, subject, kind, text, asked, awaits, given_by, at, follow_up)
     VALUES (@id, @subject, @kind, @text, @asked, @awaits, @by, @at, @followUp)
     ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare('DELETE FROM vendor_note WHERE id = @id AND subject = @subject');
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
    `UPDATE vendor_note SET ended = @ended, ended_at = @at WHERE id = @id AND subject = @subject AND ${isOpen}`,
  );
  const reopen = db.prepare(
    `UPDATE vendor_note SET follow_up = @day, ended = NULL, ended_at = NULL
     WHERE id = @id AND subject = @subject AND @day IS NOT NULL`,
  );
  const findSubject = prepareText('SELECT subject FROM vendor_note WHERE id = ?');
  const find = prepareQuery(
    'SELECT subject, follow_up AS day, ended FROM vendor_note WHERE id = ? AND follow_up IS NOT NULL',
    z.object({ subject: z.string(), day: z.string(), ended: storedNote.shape.ended }),
  );
  const isDue = `${isOpen} AND follow_up <= @today AND ${limitToPerson('n.subject', 'n.given_by IS @person')}`;
  const countDue = prepareNumber(`SELECT COUNT(*) FROM vendor_note n WHERE ${isDue}`);
  const due = prepareQuery(
    `SELECT ${columns}, o.name, COALESCE((SELECT MAX(l.at) FROM vendor_note l WHERE l.subject = n.subject
       AND l.kind = 'letter' AND l.asked <> '[]'), n.at) AS askedAt FROM vendor_note n LEFT JOIN onboarding o ON o.subject = n.subject
     WHERE ${isDue} ORDER BY n.follow_up, n.at LIMIT @limit + 0`,
    dueNote,
  );
  const findOpen = (subjects: readonly string[]) => open.all(JSON.stringify(subjects));

  /** Ends the vendor's open follow-up, before another opens. */
  function supersede(subject: string, at: number): StoredNote | null {
    const [before = null] = findOpen([subject]);
    if (before !== null) end.run({ id: before.id, subject, ended: 'moved', at });
    return before;
  }

  /** Adds the next act about a vendor's notes to what those before it came to. */
  function apply({ kind, subject, body, by }: DatedAct, earlier: ReadonlyMap<string, string>): void {
    switch (kind) {
      case 'note': {
        // A copy of this workspace may have shared it, too.
        if (findSubject.get(body.id) !== null) break;
        const before = body.followUp === null ? null : supersede(subject, body.at);
        const isIncluded =
          before !== null && earlier.has(body.id) && earlier.get(body.id) === earlier.get(before.id);
        const waited = before === null || isIncluded ? [] : before.awaits;
        const awaits = JSON.stringify([...new Set([...(body.awaits ?? body.asked), ...waited])]);
        insert.run({ ...body, subject, asked: JSON.stringify(body.asked), awaits, by });
        break;
      }
      case 'note_removed':
        remove.run({ id: body.id, subject });
        break;
      case 'follow_up':
        if (body.ended !== null) end.run({ ...body, subject });
        else if (find.get(body.id)?.subject === subject) {
          supersede(subject, body.at);
          reopen.run({ ...body, subject });
        }
        break;
      default:
        break;
    }
  }

  /** Brings into effect what all acts about a vendor's notes come to, in whatever order they came in. */
  function settle(about: Act): void {
    const acts = log.acts(about);
    const earlier = listEarlier(acts);
    const removed = new Set(acts.flatMap(({ kind, body }) => (kind === 'note_removed' ? [body.id] : [])));
    for (const { kind, subject, body } of acts) if (kind === 'note') remove.run({ id: body.id, subject });
    for (const act of acts) {
      const isUndone = (act.kind === 'note' || act.kind === 'follow_up') && removed.has(act.body.id);
      if (!isUndone) apply(act, earlier);
    }
  }

  /** Brings pulled acts about a vendor's notes into effect. */
  function settleTaken(taken: readonly TakenAct[]): void {
    const [about] = taken;
    if (about === undefined) return;
    const latest = log.readLatest(taken);
    if (latest === null) settle(about);
    else {
      const earlier = listEarlier(listEarlier(latest).size === 0 ? [] : log.acts(about));
      for (const act of latest) apply(act, earlier);
    }
  }

  /** Nothing is later than an act of this moment, so that the earlier ones are not read again. */
  const act = (one: Act): void => inTransaction(db, () => apply(log.append(one), new Map()));

  function reopenOne(id: string, at: number): boolean {
    const found = find.get(id);
    if (found?.ended == null || findOpen([found.subject]).length > 0) return false;
    act({ kind: 'follow_up', subject: found.subject, body: { id, day: found.day, ended: null, at } });
    return true;
  }

  return {
    settle,
    settleTaken,
    /** Adds a note; a follow-up of it ends the vendor's open one, whose note is `moved`, and waits for what that one did. */
    add({ subject, ...note }: NewNote, at: number): { id: string; moved: string | null } {
      const id = randomUUID();
      const [before = null] = note.followUp === null ? [] : findOpen([subject]);
      act({ kind: 'note', subject, body: { id, ...note, asked: [...note.asked], at } });
      return { id, moved: before?.id ?? null };
    },
    /** Removes a note, and reopens the follow-up that it moved; false where it is gone. */
    remove: (id: string, moved: string | null, at: number): boolean =>
      inTransaction(db, () => {
        const subject = findSubject.get(id);
        if (subject === null) return false;
        settle(log.append({ kind: 'note_removed', subject, body: { id } }));
        // One from before there was a log is not reopened by that alone.
        if (moved !== null && find.get(moved)?.ended === 'moved') reopenOne(moved, at);
        return true;
      }),
    /** Letters to these vendors since then (ms since 1970), newest first. */
    letters: (subjects: readonly string[], since: number) =>
      letters.all({ subjects: JSON.stringify(subjects), since }),
    /** The notes of these vendors with an open follow-up. */
    findOpen,
    /** Ends an open follow-up; false where there is none. */
    end(id: string, ended: 'done' | 'answered', at: number): boolean {
      const found = find.get(id);
      if (found === null || found.ended !== null) return false;
      act({ kind: 'follow_up', subject: found.subject, body: { id, day: null, ended, at } });
      return true;
    },
    /** Reopens a follow-up that ended; false where there is none, or the vendor has another. */
    reopen: reopenOne,
    /** Moves an open follow-up and returns its day before; null where there is none. */
    move(id: string, day: string, at: number): string | null {
      const found = find.get(id);
      if (found === null || found.ended !== null) return null;
      act({ kind: 'follow_up', subject: found.subject, body: { id, day, ended: null, at } });
      return found.day;
    },
    /** How many follow-ups are due on a day such as 2027-03-31, of what a person takes care of by {@link limitToPerson}, or of all where it is null. */
    countDue: (today: string, person: string | null): number => countDue.one({ today, person }),
    /** Those that are due, the earliest first, with the vendor's name. */
    due: (today: string, limit: number, person: string | null) => due.all({ today, limit, person }),
  };
}
