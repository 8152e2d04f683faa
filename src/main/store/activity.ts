import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isHeldSql } from './entry-progress.ts';
import { createQueries } from './query.ts';

const happened = z.object({
  at: z.number(),
  source: z.enum(['history', 'reading', 'decision', 'undone', 'profile']),
  what: z.string(),
  kind: z.string(),
  title: z.string().nullable(),
  subtitle: z.string().nullable(),
  number: z.number().nullable(),
  attention: z.number().nullable(),
  /** Who decided, or the colleague who queued an entry; null where that was not noted, and for what this computer did. */
  person: z.string().nullable(),
  another: z.number().nullable(),
});
export type Happened = z.infer<typeof happened>;

export type ActivityStore = ReturnType<typeof createActivityStore>;

/** The decision that a line of an entry's history undid, as `undone_` and its name. */
const undoneEvent = `'undone_' || (
  SELECT d.event FROM history d WHERE d.entry = h.entry AND d.id < h.id AND d.before IS NOT NULL
    AND (SELECT COUNT(*) FROM history b WHERE b.entry = h.entry AND b.id > d.id AND b.id < h.id AND b.before IS NOT NULL)
      = (SELECT COUNT(*) FROM history b WHERE b.entry = h.entry AND b.id > d.id AND b.id < h.id AND b.event = 'undone')
  ORDER BY d.id DESC LIMIT 1)`;

/** A document on which nothing was read is not named by its ID. */
const unnamed = `CASE WHEN o.job_id IS NOT NULL THEN 'an unnamed vendor' END`;

const latest = `
SELECT * FROM (
  SELECT h.at, 'history' AS source, CASE WHEN h.event = 'undone' THEN ${undoneEvent} WHEN h.event = 'outcome_unknown' AND ${isHeldSql('h.reason')} THEN 'held' ELSE h.event END AS what, e.kind, e.title, e.subtitle, NULL AS number, NULL AS attention, e.colleague AS person,
    NULL AS another
  FROM history h JOIN entry e ON e.seq = h.entry
  WHERE h.event IN ('accepted', 'outcome_unknown', 'refused', 'gave_up', 'marked_as_sent', 'sent_again', 'cancelled', 'undone')
  ORDER BY h.id DESC LIMIT @limit + 0)
UNION ALL SELECT * FROM (
  SELECT queued_at, 'history', CASE WHEN replaces IS NULL THEN 'enqueued' ELSE 'corrected_by' END, kind, title, subtitle, NULL, NULL, colleague, NULL FROM entry ORDER BY seq DESC LIMIT @limit + 0)
UNION ALL SELECT * FROM (
  SELECT r.at, 'reading', COALESCE(r.status, ''), r.kind, COALESCE(v.licensee_name, o.title, ${unnamed}), v.license_number, r.differing, v.attention, NULL,
    v.answered_id IS NOT NULL
  FROM reading r LEFT JOIN entry e ON e.id = r.subject LEFT JOIN verification v ON v.entry = e.seq LEFT JOIN document o ON o.job_id = r.subject
  WHERE r.body IS NOT NULL AND (r.kind = 'document' OR r.differing IS NOT NULL OR v.attention = 1)
  ORDER BY r.at DESC, r.id DESC LIMIT @limit + 0)
UNION ALL SELECT * FROM (
  SELECT d.at, 'decision', d.choice, d.kind, COALESCE(v.licensee_name, o.title, ${unnamed}), COALESCE(v.license_number, o.document_type), NULL, NULL, d.decided_by, NULL
  FROM decision d LEFT JOIN entry e ON e.id = d.subject LEFT JOIN verification v ON v.entry = e.seq LEFT JOIN document o ON o.job_id = d.subject
  ORDER BY d.at DESC, d.id DESC LIMIT @limit + 0)
UNION ALL SELECT * FROM (
  SELECT d.undone_at, 'undone', d.choice, d.kind, COALESCE(v.licensee_name, o.title, ${unnamed}), COALESCE(v.license_number, o.document_type), NULL, NULL, d.decided_by, NULL
  FROM decision d LEFT JOIN entry e ON e.id = d.subject LEFT JOIN verification v ON v.entry = e.seq LEFT JOIN document o ON o.job_id = d.subject
  WHERE d.undone_at IS NOT NULL ORDER BY d.undone_at DESC, d.id DESC LIMIT @limit + 0)
UNION ALL SELECT * FROM (
  SELECT f.at, 'profile', '', 'vendor', COALESCE(p.company_name, p.contact_name, f.vendor_id), NULL, NULL, NULL, NULL, NULL
  FROM vendor_fetch f JOIN vendor p ON p.vendor_id = f.vendor_id ORDER BY f.at DESC, f.id DESC LIMIT @limit + 0)
ORDER BY at DESC LIMIT @limit + 0`;

export function createActivityStore(db: Database) {
  const { prepareQuery } = createQueries(db);
  const select = prepareQuery(latest, happened);
  return { latest: (limit: number): Happened[] => select.all({ limit }) };
}
