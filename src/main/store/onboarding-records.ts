import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { onboardingRecord, type OnboardingRecord } from '#shared/ipc/onboarding.ts';
import { language, type Language } from '#shared/letters/letter-templates.ts';
import { createQueries } from './query.ts';

export interface Words {
  subject: string;
  requirementId: string;
  requirement: string;
}

// A day that was altered on the disk is shown as it is.
const record = onboardingRecord.extend({ day: z.string().nullable(), until: z.string().nullable() });

/** Waivers, attestations, tags, languages and expiration dates that people enter here. Only tags are ever deleted. */
export function createOnboardingRecords(db: Database, by: () => string | null) {
  const { prepareQuery, prepareValue } = createQueries(db);
  const waive = db.prepare(
    `INSERT INTO waiver (id, subject, requirement_id, requirement, reason, until, given_by, at)
     VALUES (@id, @subject, @requirementId, @requirement, @reason, @until, @by, @at)`,
  );
  const attest = db.prepare(
    `INSERT INTO attestation (id, subject, requirement_id, requirement, day, until, note, given_by, at)
     VALUES (@id, @subject, @requirementId, @requirement, @day, @until, @note, @by, @at)`,
  );
  const endIn = (table: 'waiver' | 'attestation') =>
    db.prepare(`UPDATE ${table} SET ended_at = @at, ended_by = @by WHERE id = @id AND ended_at IS NULL`);
  const [endWaiver, endAttestation] = [endIn('waiver'), endIn('attestation')];
  const putBackIn = (table: 'waiver' | 'attestation') =>
    db.prepare(`UPDATE ${table} SET ended_at = NULL, ended_by = NULL WHERE id = ? AND ended_at IS NOT NULL`);
  const [putBackWaiver, putBackAttestation] = [putBackIn('waiver'), putBackIn('attestation')];
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
  const selectLanguage = prepareValue('SELECT language FROM vendor_language WHERE subject = ?', language);
  const setLanguage = db.prepare(
    `INSERT INTO vendor_language (subject, language) VALUES (?, ?)
     ON CONFLICT (subject) DO UPDATE SET language = excluded.language`,
  );
  const selectValidUntil = prepareQuery(
    'SELECT valid_until AS day FROM document WHERE job_id = ?',
    z.object({ day: z.string().nullable() }),
  );
  const setValidUntil = db.prepare(
    'UPDATE document SET valid_until = @day, valid_until_by = @by WHERE job_id = @jobId',
  );
  return {
    waive(waiver: Words & { reason: string; until: string }, at: number): string {
      const id = randomUUID();
      waive.run({ id, ...waiver, by: by(), at });
      return id;
    },
    attest(attestation: Words & { day: string; until: string | null; note: string }, at: number): string {
      const id = randomUUID();
      attest.run({ id, ...attestation, by: by(), at });
      return id;
    },
    /** Restores an ended waiver or attestation; false where there is none. */
    putBack: (id: string): boolean => putBackWaiver.run(id).changes + putBackAttestation.run(id).changes > 0,
    /** Ends a waiver or an attestation; false where there is none that counts under this ID. */
    takeBack(id: string, at: number): boolean {
      const values = { id, at, by: by() };
      return endWaiver.run(values).changes + endAttestation.run(values).changes > 0;
    },
    of: (subject: string): OnboardingRecord[] => select.all({ subject }),
    tag: (vendorId: string, text: string): boolean => tag.run(vendorId, text).changes > 0,
    untag: (vendorId: string, text: string): boolean => untag.run(vendorId, text).changes > 0,
    tags: (): { tag: string; count: number }[] => tags.all(),
    /** The language of a vendor's letters. */
    language: (subject: string): Language => selectLanguage.get(subject) ?? 'en',
    setLanguage: (subject: string, to: Language): void => void setLanguage.run(subject, to),
    /** Sets until when a document is valid (null: undone). Returns the former day; undefined for an unknown document. */
    setValidUntil(jobId: string, day: string | null): string | null | undefined {
      const before = selectValidUntil.get(jobId)?.day;
      if (before !== undefined) setValidUntil.run({ jobId, day, by: day === null ? null : by() });
      return before;
    },
  };
}
