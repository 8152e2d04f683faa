import { ArrowDownWideNarrow } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { countText } from '#shared/base/counted.ts';
import { documentOrder, type DocumentOrder, type DocumentRow } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { listSearch } from '../../filter-label.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Line } from '../../components/data-table.tsx';
import type { Column } from '../../components/table-column.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { Menu } from '../../components/menu.tsx';
import { NotRead } from '../../components/problem.tsx';
import { NewRowsButton } from '../../components/new-rows-button.tsx';
import { StillReading } from '../../components/still-reading.tsx';
import { ViewsMenu } from '../../components/views-menu.tsx';
import { shortcutKeys } from '../../shortcuts.ts';
import { checkMany } from '../../stores/checks.ts';
import { clearFilters } from '../../stores/list-query.ts';
import { useLive } from '../../stores/live.ts';
import { changeQuery } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useTicks } from '../../stores/ticks.ts';
import { useOffline } from '../../stores/sync.ts';
import {
  DocumentFilterButton,
  DocumentFilters,
  filterParts,
  hiddenMessage,
  isNarrowed,
} from './document-filters.tsx';
import { QueueItem } from './queue-item.tsx';
import type { QueueQuery, ReviewQueue as Queue } from './review-queue-store.ts';
import { documentName } from './document-labels.ts';
import styles from './review-queue.module.css';
import { TickedDocuments } from './ticked-documents.tsx';

const cls = bindClasses(styles);

const orderLabels: Record<DocumentOrder, string> = {
  worst: 'Worst first',
  best: 'Best first',
  oldest: 'Oldest first',
  newest: 'Newest first',
  status: 'By status',
  decision: 'By decision',
};

/** The documents at the left, in groups, worst first unless asked otherwise. Moving to one opens it. */
export function ReviewQueue({
  queue,
  openId,
  shown,
  onOpen,
}: {
  queue: Queue;
  openId: string | null;
  shown: QueueQuery;
  onOpen: (row: DocumentRow) => void;
}) {
  const { search, order, underThreshold, filter } = shown;
  const threshold = useWorkspace().settings.scoreThreshold;
  const narrowed = isNarrowed(filter);
  const [withDecided, setWithDecided] = useState(false);
  // Ticks belong to the list as it is narrowed: what is not in sight any more is not acted on.
  const key = JSON.stringify({ search, underThreshold, filter });
  const { state: facets } = useLive('documents.facets', null, [{ event: 'documents.changed', id: null }]);
  const known = facets.kind === 'ready' ? facets.value : null;
  const whole = search === '' && !underThreshold && !narrowed;
  const lines = useLines(queue, threshold, whole, withDecided, setWithDecided);
  const ticks = useTicks(
    key,
    queue.toReview,
    lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])),
  );
  const { toReview, notReady, decided } = queue;
  const cell = useCallback(
    (row: DocumentRow) => <QueueItem row={row} threshold={threshold} order={order} />,
    [threshold, order],
  );
  const countLabel = whole
    ? countText(toReview.total)
    : `${countText(toReview.total)} ${toReview.total === 1 ? 'matches' : 'match'}`;
  const columns = useMemo(
    (): Column<DocumentRow>[] => [
      {
        id: 'document',
        header: (
          <span className="row between">
            <span>
              <span className="text bold">To review</span>{' '}
              <span className="faint figures">{toReview.kind === 'ready' ? countLabel : ''}</span>
            </span>
            <span>{orderLabels[order]}</span>
          </span>
        ),
        width: 'minmax(0, 1fr)',
        cell,
      },
    ],
    [toReview.kind, countLabel, order, cell],
  );

  function loadMore(): void {
    if (toReview.more) toReview.loadMore();
    else if (notReady.more) notReady.loadMore();
    else if (withDecided) decided.loadMore();
  }

  if (toReview.kind === 'failed') {
    return (
      <div className={`${cls('queue')} stack fixed surface`}>
        <NotRead title="The queue could not be read." error={toReview.error} onRetry={toReview.reload} />
      </div>
    );
  }
  return (
    <div className={`${cls('queue', narrowed && 'crowded')} stack fixed surface`}>
      <div className={`${cls('filter')} row gap-8 fixed`}>
        <FilterField list="documents" />
        <DocumentFilterButton filter={filter} facets={known} threshold={threshold} />
        <ViewsMenu list="documents" small />
        <Menu
          label="Order of the documents"
          trigger={
            <IconButton icon={ArrowDownWideNarrow} label={`Order: ${orderLabels[order].toLowerCase()}`} />
          }
          choices={documentOrder.options.map((id) => ({
            id,
            label: orderLabels[id],
            current: id === order,
            onChoose: () => changeQuery({ order: id === 'worst' ? null : id }),
          }))}
        />
        <NewRowsButton list={toReview} />
      </div>
      <DocumentFilters filter={filter} facets={known} threshold={threshold} total={queue.total} />
      {!underThreshold ? null : (
        <div className={`${cls('narrowed')} quiet-note row-baseline between gap-8`}>
          <span>{`Only those under ${threshold} or without a score.`}</span>
          <Button variant="link" size="small" onPress={() => changeQuery({ show: null })}>
            Show all
          </Button>
        </div>
      )}
      {ticks.rows.length === 0 ? null : <TickedDocuments ticks={ticks} />}
      <DataTable
        label="Documents"
        columns={columns}
        lines={lines}
        rowId={(row) => row.jobId}
        total={toReview.total + notReady.total + decided.total}
        rowHeight={50}
        openId={openId}
        opensOnMove
        rowName={documentName}
        ticked={ticks.ticked}
        onTick={ticks.setTicked}
        onOpen={onOpen}
        onNearEnd={loadMore}
        empty={
          toReview.kind === 'loading' ? (
            <StillReading />
          ) : queue.total !== 0 ? null : search !== '' ? (
            <div className={`${cls('none')} row-top gap-8 quiet padded`}>
              <p>{`No document matches “${search}”.`}</p>
              <p>{listSearch.documents.fields}</p>
              <Button size="small" onPress={() => clearFilters(filterParts)}>
                Clear filter
              </Button>
            </div>
          ) : narrowed && openId !== null ? (
            // While no document is open it is said beside the queue.
            <div className={`${cls('none')} row-top gap-8 quiet padded`}>
              <p>No document matches this filter.</p>
              <p>{hiddenMessage(known?.all ?? null, 0)}</p>
            </div>
          ) : null
        }
      />
      <ul className={`${cls('keys')} subtle fixed ruled-above`}>
        <KeyLine keys={[shortcutKeys.next, shortcutKeys.previous]}>next, previous</KeyLine>
        <KeyLine keys={[shortcutKeys.zoomIn, shortcutKeys.zoomOut, shortcutKeys.zoomFit]}>zoom, fit</KeyLine>
        <KeyLine keys={[shortcutKeys.turnLeft, shortcutKeys.turnRight]}>turn the page</KeyLine>
        <KeyLine keys={[shortcutKeys.help]}>all shortcuts</KeyLine>
      </ul>
    </div>
  );
}

function KeyLine({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <li className={`${cls('keyLine')} row gap-4 quiet small`}>
      {keys.map((key) => (
        <KeyCap key={key} keys={key} />
      ))}
      <span>{children}</span>
    </li>
  );
}

function useLines(
  queue: Queue,
  threshold: number,
  /** Whether all documents are shown, narrowed by nothing. */
  whole: boolean,
  withDecided: boolean,
  setWithDecided: (shown: boolean) => void,
): Line<DocumentRow>[] {
  const { rows, bands, counts, toReview, notReady, decided } = queue;
  return useMemo(() => {
    const band = (
      id: string,
      words: string,
      count: number | null,
      action?: ReactNode,
    ): Line<DocumentRow> => ({
      kind: 'band',
      id,
      height: 34,
      content: (
        <span className={`${cls('band')} whole-height row between quiet small`}>
          <span>
            {words} <span className="faint figures">{count === null ? null : countText(count)}</span>
          </span>
          {action}
        </span>
      ),
    });
    const getRows = (rows: readonly DocumentRow[]) =>
      rows.map((row): Line<DocumentRow> => ({ kind: 'row', row }));
    const lines: Line<DocumentRow>[] = [];
    if (bands === null) lines.push(...getRows(rows));
    else {
      const { under, over } = bands;
      if (under.length > 0) {
        const unscored = under.some((row) => row.score === null);
        const words = unscored ? `Under ${threshold} or without a score` : `Under ${threshold}`;
        lines.push(band('under', words, counts?.under ?? under.length), ...getRows(under));
      }
      if (over.length > 0)
        lines.push(band('over', `${threshold} and over`, counts?.over ?? over.length), ...getRows(over));
    }
    // What follows stands after the last to be reviewed, and so only once all of those are here.
    if (toReview.more) return lines;
    if (notReady.rows.length > 0)
      lines.push(
        band('not ready', 'Not ready', notReady.total, whole ? <CheckNotReady /> : undefined),
        ...getRows(notReady.rows),
      );
    if (notReady.more || decided.total === 0) return lines;
    lines.push(
      band(
        'decided',
        'Decided',
        decided.total,
        <Button variant="link" size="small" onPress={() => setWithDecided(!withDecided)}>
          {withDecided ? 'Hide' : 'Show'}
        </Button>,
      ),
      ...(withDecided ? getRows(decided.rows) : []),
    );
    return lines;
  }, [rows, bands, counts, toReview, notReady, decided, threshold, whole, withDecided, setWithDecided]);
}

/** Asks for all that are not ready, a few at a time. */
function CheckNotReady() {
  const offline = useOffline();
  return (
    <Button
      variant="link"
      size="small"
      disabled={offline}
      label={`${offline ? 'Check when online' : 'Check now'}: all that are not ready`}
      onPress={() => void checkMany({ what: 'document_group', group: 'not_ready' })}
    >
      {offline ? 'Check when online' : 'Check now'}
    </Button>
  );
}
