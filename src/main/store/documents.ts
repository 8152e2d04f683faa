import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentEvidence } from '#shared/service/doubts.ts';
import { displayName, getName, toLine } from '#shared/base/foreign-text.ts';
import type { DocumentGroup, DocumentOrder, DocumentRow } from '#shared/ipc/documents.ts';
import {
  createDocumentFacets,
  isUnder,
  narrowDocuments,
  type DocumentNarrowing,
} from './document-narrowing.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { selectColumns, shownName, yesNo } from './shown-row.ts';
import { decisionColumns, toDecision } from './decisions.ts';
import { createSubjectResolver, toVendorLink, vendorColumns } from './vendor-links.ts';
import { watchColumns, toWatch } from './watches.ts';

export interface DocumentSummary {
  title: string | null;
  documentType: string | null;
  status: string | null;
  processingStep: string | null;
  overallScore: number | null;
  score: number | null;
  ready: boolean;
  /** When the service says that it created it, in milliseconds since 1970; null where it does not say, or not clearly. */
  createdAt: number | null;
  evidence: DocumentEvidence;
}

const shown = z.object({
  jobId: z.string(),
  documentType: shownName,
  status: z.string().nullable(),
  processingStep: shownName,
  overallScore: z.number().nullable(),
  score: z.number().nullable(),
  ready: yesNo,
  addedAt: z.number(),
  fetchedAt: z.number().nullable(),
});
const named = z.object({ title: shownName });

const columns = `COALESCE(o.title, p.company_name, (SELECT name FROM onboarding WHERE subject = o.vendor_id AND subject LIKE '@%')) AS title,
  ${selectColumns('o', shown)}, ${vendorColumns('o')}, ${watchColumns}, ${decisionColumns}`;
const from = `FROM document o LEFT JOIN vendor p ON p.vendor_id = o.vendor_id
  LEFT JOIN watch w ON w.kind = 'document' AND w.subject = o.job_id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'document' AND subject = o.job_id AND undone_at IS NULL)`;

const words = z.object({
  title: z.string().nullable(),
  type: z.string().nullable(),
  vendorId: z.string().nullable(),
});

function toRow(raw: unknown): DocumentRow {
  const watch = toWatch(raw);
  if (watch === null) throw new Error('A document is watched from the moment it is added.');
  return { ...named.parse(raw), ...shown.parse(raw), ...toVendorLink(raw), watch, decision: toDecision(raw) };
}

const orders: Record<DocumentOrder, { by: string; down: boolean }> = {
  worst: { by: 'o.rank', down: false },
  best: { by: 'o.rank', down: true },
  oldest: { by: 'o.added_at', down: false },
  newest: { by: 'o.added_at', down: true },
  status: { by: "lower(COALESCE(o.status, ''))", down: false },
  decision: { by: 'o.decided_as', down: false },
};

/** Where a page ends: in which order, by what, and at which job. */
const place = z.tuple([z.string(), z.union([z.number(), z.string()]), z.string()]);
const placed = z.object({ place: z.union([z.number(), z.string()]) });

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** Document jobs of this computer, worst first by default. */
export function createDocumentStore(db: Database, search: SearchIndex) {
  const insert = db.prepare(
    'INSERT INTO document (job_id, added_at, vendor_id) VALUES (?, ?, ?) ON CONFLICT (job_id) DO NOTHING',
  );
  const noteResult = db.prepare(
    `UPDATE document SET title = @title, document_type = @documentType, status = @status,
       processing_step = @processingStep, overall_score = @overallScore, score = @score, ready = @ready, fetched_at = @at,
       created_at = @createdAt, evidence = @evidence,
       rank = COALESCE(@score, -1), review_group = CASE
         WHEN review_group = 'decided' THEN 'decided' WHEN @ready = 1 THEN 'to_review' ELSE 'not_ready' END
     WHERE job_id = @jobId`,
  );
  const assignVendor = db.prepare('UPDATE document SET vendor_id = ? WHERE job_id = ?');
  const resolve = createSubjectResolver(db);
  const get = db.prepare(`SELECT ${columns} ${from} WHERE o.job_id = ?`);
  const selectWords = db.prepare(
    'SELECT title, document_type AS type, vendor_id AS vendorId FROM document WHERE job_id = ?',
  );
  const total = z.object({ total: z.number() });
  const groupCount = z.object({ number: z.number(), under: z.number() });

  const facets = createDocumentFacets(db);
  const selectNotFinal = db
    .prepare(
      `SELECT o.job_id FROM document o JOIN watch w ON w.kind = 'document' AND w.subject = o.job_id
       WHERE w.state <> 'settled' AND o.review_group = COALESCE(@group, o.review_group) ORDER BY o.added_at`,
    )
    .pluck();

  const found = createRowSearch(db, search, 'documents');
  const getHits = (text: string) => (search.queryFor(text) === null ? null : found(text));

  function makeFindable(jobId: string): void {
    const { title, type, vendorId } = words.parse(selectWords.get(jobId));
    search.put('document', jobId, {
      title: getName(title, jobId),
      subtitle: displayName(type) ?? 'Document',
      words: vendorId === null ? [jobId] : [jobId, vendorId],
    });
  }

  return {
    /** Those of a group, or of all, that have no final result yet. */
    notFinal: (group: DocumentGroup | null): string[] =>
      z.array(z.string()).parse(selectNotFinal.all({ group })),
    /** False where the job was known already. */
    add(jobId: string, vendorId: string | null, at: number): boolean {
      if (insert.run(jobId, at, resolve(vendorId)).changes === 0) return false;
      makeFindable(jobId);
      return true;
    },
    noteResult(jobId: string, summary: DocumentSummary, at: number): void {
      noteResult.run({
        jobId,
        ...summary,
        title: toLine(summary.title),
        documentType: toLine(summary.documentType),
        status: toLine(summary.status),
        processingStep: toLine(summary.processingStep),
        ready: summary.ready ? 1 : 0,
        evidence: JSON.stringify(summary.evidence),
        at,
      });
      makeFindable(jobId);
    },
    assignVendor(jobId: string, vendorId: string | null): void {
      db.transaction(() => {
        assignVendor.run(resolve(vendorId), jobId);
        makeFindable(jobId);
      }).immediate();
    },
    page({
      group,
      order = 'worst',
      after,
      limit,
      ...narrowing
    }: DocumentNarrowing & {
      group: DocumentGroup | null;
      order?: DocumentOrder;
      after: string | null;
      limit: number;
    }): {
      rows: DocumentRow[];
      next: string | null;
      total: number;
      coming?: number;
    } {
      const hits = getHits(narrowing.search);
      const narrowed = narrowDocuments(narrowing, hits);
      const where = `${group === null ? '1' : 'o.review_group = @group'} AND ${narrowed.where}`;
      const values = { ...narrowed.values, group };
      const { by, down } = orders[order];
      const last = readKeyset(place, after);
      // A place in another order is none in this one.
      const since = last === null || last[0] !== order ? null : last;
      const beyond = since === null ? '' : ` AND (${by}, o.job_id) ${down ? '<' : '>'} (@place, @jobId)`;
      const direction = down ? 'DESC' : 'ASC';
      const found = db
        .prepare(
          `SELECT ${columns}, ${by} AS place ${from} WHERE ${where}${beyond}
           ORDER BY ${by} ${direction}, o.job_id ${direction} LIMIT @limit`,
        )
        .all({
          ...values,
          place: since?.[1] ?? null,
          jobId: since?.[2] ?? null,
          limit: limit + 1,
        });
      const page = cutPage(found, limit, (raw) => [order, placed.parse(raw).place, shown.parse(raw).jobId]);
      const counted = total.parse(
        db.prepare(`SELECT COUNT(*) AS total FROM document o WHERE ${where}`).get(values),
      );
      return {
        rows: page.rows.map(toRow),
        next: page.next,
        total: counted.total,
        ...search.coming(hits !== null),
      };
    },
    /** How many there are of what a list is narrowed to, or of all. */
    counts(
      threshold: number,
      narrowing: DocumentNarrowing = { search: '' },
    ): Record<DocumentGroup | 'under_threshold', number> {
      const { where, values } = narrowDocuments(narrowing, getHits(narrowing.search));
      // Group by group, as each index begins with it.
      const count = db.prepare(
        `SELECT COUNT(*) AS number, COUNT(*) FILTER (WHERE o.rank < @scoresUnder) AS under
         FROM document o WHERE o.review_group = @group AND ${where}`,
      );
      const of = (group: DocumentGroup) =>
        groupCount.parse(count.get({ ...values, group, scoresUnder: threshold }));
      const toReview = of('to_review');
      return {
        to_review: toReview.number,
        not_ready: of('not_ready').number,
        decided: of('decided').number,
        under_threshold: toReview.under,
      };
    },
    facets,
    underThreshold: (threshold: number, limit: number): DocumentRow[] =>
      db
        .prepare(`SELECT ${columns} ${from} WHERE ${isUnder} ORDER BY o.rank, o.job_id LIMIT @limit`)
        .all({ under: threshold, limit })
        .map(toRow),
    get(jobId: string): DocumentRow | null {
      const raw = get.get(jobId);
      return raw === undefined ? null : toRow(raw);
    },
    ofVendor: (vendorId: string): DocumentRow[] =>
      db
        .prepare(`SELECT ${columns} ${from} WHERE o.vendor_id = ? ORDER BY o.added_at DESC LIMIT 200`)
        .all(vendorId)
        .map(toRow),
  };
}
