import type { DocumentRow } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useLive } from '../../stores/live.ts';
import { useWorkspace } from '../../stores/session.ts';
import type { Decisions } from './decisions.ts';
import { clearDocumentFilter, hiddenMessage, isNarrowed } from './document-filters.tsx';
import styles from './documents-screen.module.css';
import type { QueueQuery, ReviewQueue } from './review-queue-store.ts';
import { LastDecisionMessage } from './review.tsx';

const cls = bindClasses(styles);

/** Beside the queue while no document is open: why there is none, and what may be done next. */
export function NothingOpen({
  queue,
  shown,
  decisions,
  onAgain,
}: {
  queue: ReviewQueue;
  shown: QueueQuery;
  decisions: Decisions;
  onAgain: (jobId: string) => void;
}) {
  const { settings } = useWorkspace();
  const { toReview, notReady, rows } = queue;
  const narrowed = isNarrowed(shown.filter);
  const { state: facets } = useLive('documents.facets', null, [{ event: 'documents.changed', id: null }]);
  if (toReview.kind !== 'ready') return null;
  // What was decided here counts before what its row says, which comes a moment later.
  const toChoice = (row: DocumentRow) => decisions.decided.get(row.jobId) ?? row.decision?.choice;
  const left = rows.filter((row) => (decisions.decided.get(row.jobId) ?? 'skip') === 'skip');
  const [skipped] = left;
  if (skipped !== undefined) {
    // One that is neither skipped nor decided here is opened by itself.
    if (left.some((row) => toChoice(row) !== 'skip')) return null;
    return (
      <EmptyState
        title={
          left.length === 1 ? '1 document was skipped.' : `${number(left.length)} documents were skipped.`
        }
        action={
          <>
            <Button onPress={() => onAgain(skipped.jobId)}>
              {left.length === 1 ? 'Review it again' : 'Review them again'}
            </Button>
            <Last decisions={decisions} />
          </>
        }
      >
        {notReady.total > 0
          ? 'Documents still being processed appear here automatically.'
          : 'Everything else in this list is reviewed.'}
      </EmptyState>
    );
  }
  if (toReview.total > 0 || shown.search !== '') return null;
  return (
    <EmptyState
      title={
        narrowed
          ? 'Nothing to review matches this filter.'
          : shown.underThreshold
            ? `Nothing to review is under ${settings.scoreThreshold}.`
            : 'Nothing to review.'
      }
      action={
        narrowed ? (
          <Button onPress={clearDocumentFilter}>Clear filter</Button>
        ) : decisions.last === null ? undefined : (
          <Last decisions={decisions} />
        )
      }
    >
      {narrowed
        ? hiddenMessage(facets.kind === 'ready' ? facets.value.all : null, queue.total)
        : shown.underThreshold
          ? 'The rest are in the full queue.'
          : notReady.total > 0
            ? 'Documents still being processed appear here automatically.'
            : 'All reviewed.'}
    </EmptyState>
  );
}

/** What was decided last, with a way back. */
function Last({ decisions }: { decisions: Decisions }) {
  if (decisions.last === null) return null;
  return (
    <span className={`${cls('last')} centered quiet`}>
      <LastDecisionMessage last={decisions.last} onUndo={() => void decisions.undo()} />
    </span>
  );
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
