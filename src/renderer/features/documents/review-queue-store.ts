import { useCallback, useMemo } from 'react';
import {
  documentFilter,
  documentOrder,
  type DocumentChoice,
  type DocumentGroup,
  type DocumentRow,
} from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { useLive, type Dependency } from '../../stores/live.ts';
import { useRoute } from '../../stores/navigation.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useWorkspace } from '../../stores/session.ts';

/** Reads the queue's filter and order from the query; invalid values are dropped. */
function readQuery(query: Readonly<Record<string, string | undefined>>) {
  const { shape } = documentFilter;
  const days = (word: string | undefined) => shape.withinDays.safeParse(Number(word)).data ?? null;
  return {
    search: (query['search'] ?? '').trim(),
    order: documentOrder.safeParse(query['order']).data ?? 'worst',
    /** To review and under the threshold or without a score, as Today counts them. */
    underThreshold: query['show'] === 'under',
    filter: documentFilter.parse({
      status: shape.status.safeParse(query['status']).data ?? null,
      score: shape.score.safeParse(query['score']).data ?? null,
      olderThanDays: days(query['age']),
      withinDays: days(query['within']),
      decision: shape.decision.safeParse(query['decision']).data ?? null,
      by: query['by'] ?? null,
    }),
  };
}

export type DecidedHere = ReadonlyMap<string, DocumentChoice>;

export type Queue = ReturnType<typeof useReviewQueue>;

const useGroup = (group: DocumentGroup, query: ReturnType<typeof readQuery>, newRows: 'wait' | 'join') =>
  usePagedList<DocumentRow>(`documents ${group} ${JSON.stringify(query)}`, {
    fetchPage: (after, limit) => call('documents.page', { after, limit, group, ...query }),
    rowId: (row) => row.jobId,
    events: ['documents.changed'],
    newRows,
  });

const anyDocument: readonly Dependency[] = [{ event: 'documents.changed', id: null }];

/** This computer's documents by review state, filtered and sorted as the query says. */
export function useReviewQueue() {
  const query = readQuery(useRoute().query);
  const { search, order, underThreshold, filter } = query;
  const threshold = useWorkspace().settings.scoreThreshold;
  const toReview = useGroup('to_review', query, 'wait');
  const notReady = useGroup('not_ready', query, 'join');
  const decided = useGroup('decided', query, 'join');
  const { value: all } = useLive('documents.counts', { search, underThreshold, filter }, anyDocument);
  const { value: facets } = useLive('documents.facets', null, anyDocument);

  const bands = useMemo(() => {
    if (order !== 'worst') return null;
    const isUnder = ({ score }: DocumentRow) => score === null || score < threshold;
    const over = toReview.rows.filter((row) => !isUnder(row));
    return { under: toReview.rows.filter(isUnder), over };
  }, [toReview.rows, threshold, order]);
  const rows = useMemo(
    () => (bands === null ? toReview.rows : [...bands.under, ...bands.over]),
    [bands, toReview.rows],
  );
  const after = useCallback(
    (jobId: string, gone: DecidedHere) => {
      const at = rows.findIndex((row) => row.jobId === jobId);
      const left = (row: DocumentRow) => row.jobId !== jobId && !gone.has(row.jobId);
      return rows.slice(at + 1).find(left) ?? rows.find(left) ?? null;
    },
    [rows],
  );
  const counts =
    all === null ? null : { under: all.under_threshold, over: all.to_review - all.under_threshold };
  const groups = [toReview, notReady, decided];
  const total = groups.every(({ kind }) => kind === 'ready')
    ? groups.reduce((sum, group) => sum + group.total, 0)
    : null;
  return {
    query,
    threshold,
    narrowed: Object.values(filter).some((value) => value !== null),
    /** Null until read. */
    facets,
    toReview,
    notReady,
    decided,
    /** Loaded documents to review, in display order. */
    rows,
    bands,
    counts,
    total,
    /** The document to open after a decision, skipping those just decided; null for none. */
    after,
  };
}
