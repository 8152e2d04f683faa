import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentEvidence } from '#shared/service/doubts.ts';
import { displayName, getName, toLine } from '#shared/base/foreign-text.ts';
import type {
  DocumentGroup,
  DocumentOrder,
  DocumentRow,
  DocumentFacets,
  DocumentFilter,
} from '#shared/ipc/documents.ts';
import type { Act } from '#shared/team/acts.ts';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import {
  createQueries,
  cutPage,
  inTransaction,
  readKeyset,
  selectColumns,
  shownName,
  yesNo,
} from './query.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { decisionColumns, toDecision } from './decisions.ts';
import { limitToPerson } from './onboarding-records.ts';
import type { TeamLog } from './team-log.ts';
import { toVendorLink, vendorColumns } from './vendor-links.ts';
import { watchColumns, toWatch, type WatchStore } from './watches.ts';
import { scoreLimits } from '#shared/service/score.ts';
import { numbersAsJson, type IntegerSet } from './integer-set.ts';
import { dayMs } from '#shared/base/dates.ts';

export interface DocumentSummary extends Omit<z.infer<typeof shown>, 'jobId' | 'addedAt' | 'fetchedAt'> {
  title: string | null;
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
const sortValue = z.union([z.number(), z.string()]);

const columns = `COALESCE(o.title, p.company_name, (SELECT name FROM onboarding WHERE subject = o.vendor_id AND subject LIKE '@%')) AS title,
  ${selectColumns('o', shown)}, ${vendorColumns('o')}, ${watchColumns}, ${decisionColumns}`;
const from = `FROM document o LEFT JOIN vendor p ON p.vendor_id = o.vendor_id
  LEFT JOIN watch w ON w.kind = 'document' AND w.subject = o.job_id
  LEFT JOIN decision d ON d.id = (SELECT MAX(id) FROM decision
    WHERE kind = 'document' AND subject = o.job_id AND undone_at IS NULL)`;

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
const place = z.tuple([z.string(), sortValue, z.string()]);
const toPlacedRow = (raw: unknown) => ({
  row: toRow(raw),
  place: z.object({ place: sortValue }).parse(raw).place,
});

interface DocumentsDeps {
  search: SearchIndex;
  log: TeamLog;
  watches: Pick<WatchStore, 'begin'>;
  wall: () => number;
}

export function createDocumentStore(db: Database, { search, log, watches, wall }: DocumentsDeps) {
  const { prepareQuery, prepareNumber, prepareText, prepareValue } = createQueries(db);
  const has = prepareValue('SELECT 1 FROM document WHERE job_id = ?', z.literal(1));
  const insert = db.prepare('INSERT INTO document (job_id, added_at) VALUES (?, ?)');
  const setAdded = db.prepare('UPDATE document SET added_at = @at WHERE job_id = @jobId AND added_at > @at');
  const noteResult = db.prepare(
    `UPDATE document SET title = @title, document_type = @documentType, status = @status,
       processing_step = @processingStep, overall_score = @overallScore, score = @score, ready = @ready, fetched_at = @at,
       created_at = @createdAt, evidence = @evidence,
       rank = COALESCE(@score, -1), review_group = CASE
         WHEN review_group = 'decided' THEN 'decided' WHEN @ready = 1 THEN 'to_review' ELSE 'not_ready' END
     WHERE job_id = @jobId`,
  );
  const assignVendor = db.prepare(
    'UPDATE document SET vendor_id = @vendor WHERE job_id = @jobId AND vendor_id IS NOT @vendor',
  );
  const selectRows = (rest: string) => prepareQuery(`SELECT ${columns} ${from} WHERE ${rest}`, toRow);
  const get = selectRows('o.job_id = ?');
  const ofVendor = selectRows('o.vendor_id = ? ORDER BY o.added_at DESC LIMIT 200');
  const own = `EXISTS (SELECT 1 FROM watch WHERE kind = 'document' AND subject = o.job_id AND is_colleagues = 0)`;
  const ofPerson = limitToPerson('o.vendor_id', own);
  const countUnder = prepareNumber(`SELECT COUNT(*) FROM document o WHERE ${isUnder} AND ${ofPerson}`);
  const underThreshold = selectRows(`${isUnder} AND ${ofPerson} ORDER BY o.rank, o.job_id LIMIT @limit + 0`);
  const selectWords = prepareQuery(
    'SELECT title, document_type AS type, vendor_id AS vendorId FROM document WHERE job_id = ?',
    z.object({ title: z.string().nullable(), type: z.string().nullable(), vendorId: z.string().nullable() }),
  );

  const facets = createDocumentFacets(db);
  const selectNotFinal = prepareText(
    `SELECT o.job_id FROM document o JOIN watch w ON w.kind = 'document' AND w.subject = o.job_id
     WHERE w.state <> 'settled' AND o.review_group = COALESCE(@group, o.review_group) ORDER BY o.added_at`,
  );

  const found = createRowSearch(db, search, 'documents');
  const getHits = (text: string) => (search.queryFor(text) === null ? null : found(text));

  function makeFindable(jobId: string): void {
    const { title, type, vendorId } = selectWords.one(jobId);
    search.put('document', jobId, {
      title: getName(title, jobId),
      subtitle: displayName(type) ?? 'Document',
      words: vendorId === null ? [jobId] : [jobId, vendorId],
    });
  }

  /**
   * Brings into effect what all acts about a document come to, in whatever order they came in. One that a colleague added is
   * fetched with this workspace's own token.
   */
  function settle(about: Act, isColleagues = true): void {
    const { subject: jobId } = about;
    let added = Infinity;
    let vendor: string | null | undefined;
    for (const { kind, body, clock } of log.acts(about)) {
      if (kind === 'document') added = Math.min(added, body.at);
      // Adding it again without a vendor takes it from none.
      if (kind === 'document_vendor' || (kind === 'document' && body.vendor !== null))
        vendor = body.vendor === null ? null : log.resolve(body.vendor, clock);
    }
    if (has.get(jobId) !== null) setAdded.run({ jobId, at: added });
    else if (added === Infinity) return;
    else {
      insert.run(jobId, added);
      watches.begin('document', jobId, wall(), wall(), isColleagues);
    }
    if (vendor !== undefined) assignVendor.run({ jobId, vendor });
    makeFindable(jobId);
  }

  return {
    settle: (about: Act): void => settle(about),
    /** Those of a group, or of all, that have no final result yet. */
    notFinal: (group: DocumentGroup | null): string[] => selectNotFinal.all({ group }),
    /** Adds it and begins to fetch its result; false where the job was known already. */
    add(jobId: string, vendor: string | null, at: number): boolean {
      if (has.get(jobId) !== null) return false;
      inTransaction(db, () =>
        settle(log.append({ kind: 'document', subject: jobId, body: { vendor, at } }), false),
      );
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
    assignVendor: (jobId: string, vendor: string | null): void =>
      inTransaction(db, () =>
        settle(log.append({ kind: 'document_vendor', subject: jobId, body: { vendor } })),
      ),
    page({
      group,
      order = 'worst',
      after,
      limit,
      ...narrowing
    }: DocumentNarrowing &
      PageRequest & { group: DocumentGroup | null; order?: DocumentOrder }): ListPage<DocumentRow> {
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
      const select = prepareQuery(
        `SELECT ${columns}, ${by} AS place ${from} WHERE ${where}${beyond}
         ORDER BY ${by} ${direction}, o.job_id ${direction} LIMIT @limit + 0`,
        toPlacedRow,
      );
      const [, lastPlace = null, jobId = null] = since ?? [];
      const found = select.all({ ...values, place: lastPlace, jobId, limit: limit + 1 });
      const page = cutPage(found, limit, ({ row, place: at }) => [order, at, row.jobId]);
      return {
        rows: page.rows.map(({ row }) => row),
        next: page.next,
        total: prepareNumber(`SELECT COUNT(*) FROM document o WHERE ${where}`).one(values),
        ...search.coming(hits !== null),
      };
    },
    counts(
      threshold: number,
      narrowing: DocumentNarrowing = { search: '' },
    ): Record<DocumentGroup | 'under_threshold', number> {
      const { where, values } = narrowDocuments(narrowing, getHits(narrowing.search));
      // Group by group, as each index begins with it.
      const count = prepareQuery(
        `SELECT COUNT(*) AS number, COUNT(*) FILTER (WHERE o.rank < @scoresUnder) AS under
         FROM document o WHERE o.review_group = @group AND ${where}`,
        z.object({ number: z.number(), under: z.number() }),
      );
      const of = (group: DocumentGroup) => count.one({ ...values, group, scoresUnder: threshold });
      const toReview = of('to_review');
      return {
        to_review: toReview.number,
        not_ready: of('not_ready').number,
        decided: of('decided').number,
        under_threshold: toReview.under,
      };
    },
    facets,
    /** The worst first; of all where nobody is named, see {@link limitToPerson}. */
    underThreshold(
      under: number,
      limit: number,
      person: string | null,
    ): { total: number; rows: DocumentRow[] } {
      return { total: countUnder.one({ under, person }), rows: underThreshold.all({ under, limit, person }) };
    },
    get: (jobId: string): DocumentRow | null => get.get(jobId),
    ofVendor: (vendorId: string): DocumentRow[] => ofVendor.all(vendorId),
  };
}

export interface DocumentNarrowing {
  search: string;
  /** Only those to review that are under this score or have none; null for all. */
  under?: number | null;
  /** The filter, the threshold that gives scores their words, and from when ages are counted. */
  filter?: DocumentFilter & { threshold: number; now: number };
}

/** SQL that a document `o` fits which is to be reviewed and under `@under`, or without a score. */
export const isUnder = "o.review_group = 'to_review' AND o.rank < @under";

type Condition = [sql: string, values?: Record<string, string | number>];

/** By the stored rank, which is -1 where there is no score. */
function byScore(score: NonNullable<DocumentFilter['score']>, threshold: number): Condition {
  if (score === 'none') return ['o.rank < 0'];
  const { from, below } = scoreLimits(score, threshold);
  return below === null
    ? ['o.rank >= @from', { from }]
    : ['o.rank >= @from AND o.rank < @below', { from, below }];
}

function byFilter(filter: NonNullable<DocumentNarrowing['filter']>): (Condition | false)[] {
  const { status, score, olderThanDays, withinDays, decision, by, threshold, now } = filter;
  return [
    status !== null && ["lower(COALESCE(o.status, '')) = lower(@status)", { status }],
    score !== null && byScore(score, threshold),
    olderThanDays !== null && ['o.added_at < @before', { before: now - olderThanDays * dayMs }],
    withinDays !== null && ['o.added_at >= @since', { since: now - withinDays * dayMs }],
    by !== null && [
      `EXISTS (SELECT 1 FROM decision d WHERE d.kind = 'document' AND d.subject = o.job_id AND d.undone_at IS NULL
         AND d.decided_by = @by)`,
      { by },
    ],
    decision !== null && ['o.decided_as = @decision', { decision: decision === 'none' ? '' : decision }],
  ];
}

const found = `o.job_id IN (SELECT job_id FROM document_number WHERE number IN (SELECT value FROM json_each(@hits)))`;

/** SQL and values for the documents `o` of a list. @param hits numbers found by a search; null without one */
function narrowDocuments(
  { under = null, filter }: DocumentNarrowing,
  hits: IntegerSet | null,
): { where: string; values: Record<string, string | number> } {
  const all: (Condition | false)[] = [
    under !== null && [isUnder, { under }],
    hits !== null && [found, { hits: numbersAsJson(hits) }],
    ...(filter === undefined ? [] : byFilter(filter)),
  ];
  const conditions = all.filter((one) => one !== false);
  return {
    where: conditions.length === 0 ? '1' : conditions.map(([sql]) => sql).join(' AND '),
    values: Object.fromEntries(conditions.flatMap(([, values = {}]) => Object.entries(values))),
  };
}

/** More than can be chosen from in a list are reached by the search. */
const most = 200;

const grouped = z.object({ value: z.string(), count: z.number(), one: z.string() });

function createDocumentFacets(db: Database): () => DocumentFacets {
  const { prepareQuery, prepareValue, prepareNumber, prepareText } = createQueries(db);
  const countAll = prepareNumber('SELECT COUNT(*) FROM document');
  const countStatuses = prepareQuery(
    `SELECT lower(COALESCE(status, '')) AS value, COUNT(*) AS count, MIN(job_id) AS one FROM document
     GROUP BY value ORDER BY count DESC, value LIMIT ? + 0`,
    grouped,
  );
  // A folded word is shown as one of its documents has it.
  const label = prepareValue('SELECT status FROM document WHERE job_id = ?', z.string().nullable());
  const people = prepareText(
    "SELECT DISTINCT decided_by FROM decision WHERE kind = 'document' AND decided_by IS NOT NULL ORDER BY 1 LIMIT 200",
  );
  return () => ({
    all: countAll.one(),
    people: people.all(),
    statuses: countStatuses
      .all(most)
      .map(({ value, count, one }) => ({ value, label: label.get(one) ?? '', count })),
  });
}
