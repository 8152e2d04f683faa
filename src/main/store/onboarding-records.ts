import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { assignee, onboardingRecord, type Assignee, type OnboardingRecord } from '#shared/ipc/onboarding.ts';
import { language, type Language } from '#shared/letters/letter-templates.ts';
import type { Act } from '#shared/team/acts.ts';
import { createQueries, inTransaction } from './query.ts';
import type { DatedAct } from './record-rows.ts';
import type { TeamLog } from './team-log.ts';

export interface Words {
  subject: string;
  requirementId: string;
  requirement: string;
}

// A day that was altered on the disk is shown as it is.
const record = onboardingRecord.extend({ day: z.string().nullable(), until: z.string().nullable() });

/**
 * SQL for what `@person` takes care of: about vendors that are assigned to them and, where nobody is, what is their own. All of
 * it where `@person` is null.
 * @param subject SQL for the vendor's subject, with its table
 * @param isOwn SQL for whether it is the person's own
 */
export const limitToPerson = (subject: string, isOwn = '0'): string =>
  `(@person IS NULL OR COALESCE((SELECT member = @person FROM vendor_assignee WHERE subject = ${subject}), ${isOwn}))`;

/** Waivers, attestations, tags, languages, assignees and expiration dates that people enter here. */
export function createOnboardingRecords(db: Database, log: TeamLog) {
  const { prepareQuery, prepareText, prepareValue } = createQueries(db);
  const insertIn = {
    waiver: db.prepare(
      `INSERT OR IGNORE INTO waiver (id, subject, requirement_id, requirement, reason, until, given_by, at)
       VALUES (@id, @subject, @requirementId, @requirement, @reason, @until, @by, @at)`,
    ),
    attestation: db.prepare(
      `INSERT OR IGNORE INTO attestation (id, subject, requirement_id, requirement, day, until, note, given_by, at)
       VALUES (@id, @subject, @requirementId, @requirement, @day, @until, @note, @by, @at)`,
    ),
  };
  const endIn = (table: 'waiver' | 'attestation') =>
    db.prepare(`UPDATE ${table} SET ended_at = @at, ended_by = @by WHERE id = @id`);
  const [endWaiver, endAttestation] = [endIn('waiver'), endIn('attestation')];
  const selectEnd = prepareQuery(
    `SELECT subject, ended_at AS endedAt FROM waiver WHERE id = @id
     UNION ALL SELECT subject, ended_at FROM attestation WHERE id = @id`,
    z.object({ subject: z.string(), endedAt: z.number().nullable() }),
  );
  const common = `id, requirement_id AS requirementId, requirement, until, given_by AS by, at, ended_at AS endedAt,
    ended_by AS endedBy`;
  const select = prepareQuery(
    `SELECT 'waiver' AS kind, reason AS text, NULL AS day, ${common} FROM waiver WHERE subject = @subject
     UNION ALL SELECT 'attestation', note, day, ${common} FROM attestation WHERE subject = @subject
     ORDER BY at DESC, id LIMIT 500`,
    record,
  );
  const tag = db.prepare('INSERT OR IGNORE INTO vendor_tag (vendor_id, tag) VALUES (?, ?)');
  const untag = db.prepare('DELETE FROM vendor_tag WHERE vendor_id = ? AND tag = ?');
  const tags = prepareQuery(
    'SELECT tag, COUNT(*) AS count FROM vendor_tag GROUP BY tag ORDER BY count DESC, tag LIMIT 200',
    z.object({ tag: z.string(), count: z.number() }),
  );
  const hasTag = prepareValue('SELECT 1 FROM vendor_tag WHERE vendor_id = ? AND tag = ?', z.literal(1));
  const selectLanguage = prepareValue('SELECT language FROM vendor_language WHERE subject = ?', language);
  const setLanguage = db.prepare(
    `INSERT INTO vendor_language (subject, language) VALUES (?, ?)
     ON CONFLICT (subject) DO UPDATE SET language = excluded.language`,
  );
  const removeLanguage = db.prepare('DELETE FROM vendor_language WHERE subject = ?');
  const assign = db.prepare(
    `INSERT INTO vendor_assignee (subject, member, assigned_by, at) VALUES (@subject, @member, @by, @at)
     ON CONFLICT (subject) DO UPDATE SET member = @member, assigned_by = @by, at = @at`,
  );
  const unassign = db.prepare('DELETE FROM vendor_assignee WHERE subject = ?');
  const assignees = prepareQuery(
    `SELECT subject, member, assigned_by AS by, at FROM vendor_assignee
     WHERE subject IN (SELECT value FROM json_each(?))`,
    assignee.extend({ subject: z.string() }),
  );
  const assignedNames = prepareText('SELECT DISTINCT member FROM vendor_assignee LIMIT 200');
  const selectValidUntil = prepareQuery(
    'SELECT valid_until AS day FROM document WHERE job_id = ?',
    z.object({ day: z.string().nullable() }),
  );
  const setValidUntil = db.prepare(
    'UPDATE document SET valid_until = @day, valid_until_by = @by WHERE job_id = @jobId',
  );

  /** Applies one act. */
  function apply({ kind, subject, body, by }: DatedAct): void {
    switch (kind) {
      case 'waiver':
      case 'attestation':
        insertIn[kind].run({ ...body, subject, by });
        break;
      case 'exception_ended': {
        const values = { id: body.id, at: body.isEnded ? body.at : null, by: body.isEnded ? by : null };
        endWaiver.run(values);
        endAttestation.run(values);
        break;
      }
      case 'tag':
        (body.isOn ? tag : untag).run(subject, body.tag);
        break;
      case 'language':
        setLanguage.run(subject, body.language);
        break;
      case 'assigned_to':
        if (body.member === null) unassign.run(subject);
        else assign.run({ subject, member: body.member, by, at: body.at });
        break;
      case 'valid_until':
        setValidUntil.run({ jobId: subject, day: body.day, by: body.day === null ? null : by });
        break;
      // Of other kinds are the stores of notes, documents and decisions.
      default:
        break;
    }
  }

  /** Nothing was done to this vendor: what was done to an address is another's. */
  function clear({ kind, subject, body }: Act): void {
    if (kind === 'tag') untag.run(subject, body.tag);
    else if (kind === 'language') removeLanguage.run(subject);
    else if (kind === 'assigned_to') unassign.run(subject);
  }

  /** Brings into effect what all acts about the same come to, in whatever order they came in. */
  function settle(about: Act): void {
    const acts = log.acts(about);
    const given = acts.find(({ kind }) => kind === 'waiver' || kind === 'attestation');
    if (given !== undefined) apply(given);
    // An end counts even if its clock is before that of what it ends.
    const last = given === undefined ? acts.at(-1) : acts.findLast(({ kind }) => kind === 'exception_ended');
    if (last !== undefined) apply(last);
    else if (given === undefined) clear(about);
  }

  const act = (one: Act): void => inTransaction(db, () => settle(log.append(one)));

  function changeTag(subject: string, text: string, isOn: boolean): boolean {
    if ((hasTag.get(subject, text) === 1) === isOn) return false;
    act({ kind: 'tag', subject, body: { tag: text, isOn } });
    return true;
  }

  function endException(id: string, isEnded: boolean, at: number): boolean {
    const found = selectEnd.get({ id });
    if (found === null || (found.endedAt !== null) === isEnded) return false;
    act({ kind: 'exception_ended', subject: found.subject, body: { id, isEnded, at } });
    return true;
  }

  return {
    settle,
    waive({ subject, ...waiver }: Words & { reason: string; until: string }, at: number): string {
      const id = randomUUID();
      act({ kind: 'waiver', subject, body: { id, ...waiver, at } });
      return id;
    },
    attest(
      { subject, ...attestation }: Words & { day: string; until: string | null; note: string },
      at: number,
    ): string {
      const id = randomUUID();
      act({ kind: 'attestation', subject, body: { id, ...attestation, at } });
      return id;
    },
    /** Restores an ended waiver or attestation; false where there is none. */
    putBack: (id: string, at: number): boolean => endException(id, false, at),
    /** Ends a waiver or an attestation; false where there is none that counts under this ID. */
    takeBack: (id: string, at: number): boolean => endException(id, true, at),
    of: (subject: string): OnboardingRecord[] => select.all({ subject }),
    tag: (vendorId: string, text: string): boolean => changeTag(vendorId, text, true),
    untag: (vendorId: string, text: string): boolean => changeTag(vendorId, text, false),
    tags: (): { tag: string; count: number }[] => tags.all(),
    /** The language of a vendor's letters. */
    language: (subject: string): Language => selectLanguage.get(subject) ?? 'en',
    setLanguage: (subject: string, to: Language): void =>
      act({ kind: 'language', subject, body: { language: to } }),
    /** Who takes care of these vendors, by their subjects. */
    assignees: (subjects: readonly string[]): Map<string, Assignee> =>
      new Map(assignees.all(JSON.stringify(subjects)).map(({ subject, ...one }) => [subject, one])),
    /** All whom a vendor is assigned to. */
    assignedNames: (): string[] => assignedNames.all(),
    assign: (subject: string, member: string | null, at: number): void =>
      act({ kind: 'assigned_to', subject, body: { member, at } }),
    /** Sets until when a document is valid (null: undone). Returns the former day; undefined for an unknown document. */
    setValidUntil(jobId: string, day: string | null): string | null | undefined {
      const before = selectValidUntil.get(jobId)?.day;
      if (before !== undefined) act({ kind: 'valid_until', subject: jobId, body: { day } });
      return before;
    },
  };
}
