import { useCallback, useMemo } from 'react';
import type {
  DocumentChoice,
  DocumentFilter,
  DocumentGroup,
  DocumentOrder,
  DocumentRow,
} from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { useLive } from '../../stores/live.ts';
import { usePagedList } from '../../stores/paged-list.ts';
import { useWorkspace } from '../../stores/session.ts';

/** What the queue is narrowed to and how it is sorted. */
export interface QueueQuery {
  search: string;
  order: DocumentOrder;
  /** Only those to review that are under the threshold or without a score: the same that Today counts. */
  underThreshold: boolean;
  filter: DocumentFilter;
}

export type DecidedHere = ReadonlyMap<string, DocumentChoice>;

export type ReviewQueue = ReturnType<typeof useReviewQueue>;

function useGroup(group: DocumentGroup, query: QueueQuery, newRows: 'wait' | 'join') {
  return usePagedList<DocumentRow>(`documents ${group} ${JSON.stringify(query)}`, {
    fetchPage: (after, limit) => call('documents.page', { after, limit, group, ...query }),
    rowId: (row) => row.jobId,
    events: ['documents.changed'],
    newRows,
  });
}

/** The documents of this computer by what is to be done with them. */
export function useReviewQueue(query: QueueQuery) {
  const { search, order, underThreshold, filter } = query;
  const threshold = useWorkspace().settings.scoreThreshold;
  const toReview = useGroup('to_review', query, 'wait');
  const notReady = useGroup('not_ready', query, 'join');
  const decided = useGroup('decided', query, 'join');
  const counted = useLive('documents.counts', { search, underThreshold, filter }, [
    { event: 'documents.changed', id: null },
  ]);

  const bands = useMemo(
    () =>
      order === 'worst'
        ? {
            under: toReview.rows.filter((row) => isUnder(row, threshold)),
            over: toReview.rows.filter((row) => !isUnder(row, threshold)),
          }
        : null,
    [toReview.rows, threshold, order],
  );
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
    counted.state.kind === 'ready'
      ? {
          under: counted.state.value.under_threshold,
          over: counted.state.value.to_review - counted.state.value.under_threshold,
        }
      : null;
  const groups = [toReview, notReady, decided];
  const total = groups.every(({ kind }) => kind === 'ready')
    ? groups.reduce((sum, group) => sum + group.total, 0)
    : null;
  return {
    toReview,
    notReady,
    decided,
    /** To be reviewed, as far as they are loaded, in the order of the screen. */
    rows,
    /** Worst first, where they stand in two bands: under the threshold or without a score, then the rest. */
    bands,
    /** How many stand in each band, loaded or not; null until they are counted. */
    counts,
    /** How many there are of what is shown, in all groups; null until each of them was read. */
    total,
    /** What comes after a document once it is decided, leaving out those just decided; null where nothing is left. */
    after,
  };
}

function isUnder(row: DocumentRow, threshold: number): boolean {
  return row.score === null || row.score < threshold;
}
