import { ArrowDownWideNarrow, CircleQuestionMark, Loader } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { documentOrder, type DocumentOrder, type DocumentRow } from '#shared/ipc/documents.ts';
import { scoreText, scoreWord } from '#shared/score.ts';
import { classesOf } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column, type Line } from '../../components/data-table.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { Menu } from '../../components/menu.tsx';
import { MessageBlock } from '../../components/message-block.tsx';
import { ServerWord } from '../../components/server-word.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { shortcutKeys } from '../../shortcuts.ts';
import { useWorkspace } from '../../stores/session.ts';
import { decisionWord } from './document-words.ts';
import type { ReviewQueue as Queue } from './review-queue-store.ts';
import styles from './review-queue.module.css';
import { scoreIcons } from './score-icons.ts';

const cls = classesOf(styles);

const orderWords: Record<DocumentOrder, string> = {
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
  search,
  order,
  onSearch,
  onOrder,
  onShowAll,
  onOpen,
}: {
  queue: Queue;
  openId: string | null;
  search: string;
  order: DocumentOrder;
  onSearch: (search: string) => void;
  onOrder: (order: DocumentOrder) => void;
  /** Takes back that only those under the threshold are shown; null where all are. */
  onShowAll: (() => void) | null;
  onOpen: (row: DocumentRow) => void;
}) {
  const threshold = useWorkspace().settings.scoreThreshold;
  const [withDecided, setWithDecided] = useState(false);
  const lines = useLines(queue, threshold, withDecided, setWithDecided);
  const { toReview, notReady, decided } = queue;
  const columns = useMemo(
    (): Column<DocumentRow>[] => [
      {
        id: 'document',
        header: (
          <span className={cls('head')}>
            <span>
              <span className={cls('title')}>To review</span>{' '}
              <span className={cls('count')}>{toReview.kind === 'ready' ? toReview.total : ''}</span>
            </span>
            <span>{orderWords[order]}</span>
          </span>
        ),
        width: 'minmax(0, 1fr)',
        cell: (row) => <Item row={row} threshold={threshold} order={order} />,
      },
    ],
    [toReview.kind, toReview.total, threshold, order],
  );

  function loadMore(): void {
    if (toReview.more) toReview.loadMore();
    else if (notReady.more) notReady.loadMore();
    else if (withDecided) decided.loadMore();
  }

  if (toReview.kind === 'failed') {
    return (
      <div className={cls('queue')}>
        <MessageBlock
          tone="neg"
          title="The queue could not be read."
          actions={<Button onPress={toReview.reload}>Try again</Button>}
        >
          {toReview.error?.message}
        </MessageBlock>
      </div>
    );
  }
  return (
    <div className={cls('queue')}>
      <div className={cls('filter')}>
        <FilterField
          label="Filter documents"
          placeholder="Name, type or job ID"
          value={search}
          onChange={onSearch}
        />
        <Menu
          label="Order of the documents"
          trigger={
            <IconButton icon={ArrowDownWideNarrow} label={`Order: ${orderWords[order].toLowerCase()}`} />
          }
          choices={documentOrder.options.map((id) => ({
            id,
            label: orderWords[id],
            current: id === order,
            onChoose: () => onOrder(id),
          }))}
        />
        {toReview.waiting === 0 ? null : (
          <Button size="small" onPress={toReview.reload}>{`${toReview.waiting} new`}</Button>
        )}
      </div>
      {onShowAll === null ? null : (
        <div className={cls('narrowed')}>
          <span>{`Only those under ${threshold} or without a score.`}</span>
          <Button variant="link" size="small" onPress={onShowAll}>
            Show all
          </Button>
        </div>
      )}
      <DataTable
        label="Documents"
        columns={columns}
        lines={lines}
        rowId={(row) => row.jobId}
        total={toReview.total + notReady.total + decided.total}
        rowHeight={50}
        openId={openId}
        opensOnMove
        onOpen={onOpen}
        onNearEnd={loadMore}
        empty={
          search === '' || toReview.kind !== 'ready' ? null : (
            <div className={cls('none')}>
              <p>Nothing matches.</p>
              <Button size="small" onPress={() => onSearch('')}>
                Clear filter
              </Button>
            </div>
          )
        }
      />
      <ul className={cls('keys')}>
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
    <li className={cls('keyLine')}>
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
        <span className={cls('band')}>
          <span>
            {words} <span className={cls('count')}>{count}</span>
          </span>
          {action}
        </span>
      ),
    });
    const rowsOf = (rows: readonly DocumentRow[]) =>
      rows.map((row): Line<DocumentRow> => ({ kind: 'row', row }));
    const lines: Line<DocumentRow>[] = [];
    if (bands === null) lines.push(...rowsOf(rows));
    else {
      const { under, over } = bands;
      if (under.length > 0) {
        const unscored = under.some((row) => row.score === null);
        const words = unscored ? `Under ${threshold} or without a score` : `Under ${threshold}`;
        lines.push(band('under', words, counts?.under ?? under.length), ...rowsOf(under));
      }
      if (over.length > 0)
        lines.push(band('over', `${threshold} and over`, counts?.over ?? over.length), ...rowsOf(over));
    }
    // What follows stands after the last to be reviewed, and so only once all of those are here.
    if (toReview.more) return lines;
    if (notReady.rows.length > 0)
      lines.push(band('not ready', 'Not ready', notReady.total), ...rowsOf(notReady.rows));
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
      ...(withDecided ? rowsOf(decided.rows) : []),
    );
    return lines;
  }, [rows, bands, counts, toReview, notReady, decided, threshold, withDecided, setWithDecided]);
}

function Item({ row, threshold, order }: { row: DocumentRow; threshold: number; order: DocumentOrder }) {
  const ready = row.score !== null || row.overallScore !== null || row.decision !== null;
  return (
    <span className={cls('item')}>
      <span className={cls('line')}>
        <span className={cls('name')} title={row.title ?? row.jobId}>
          {row.title ?? <span className={cls('job')}>{row.jobId.slice(0, 13)}</span>}
        </span>
        <Score row={row} />
      </span>
      <span className={cls('line')}>
        <span className={cls('about')}>
          {order === 'status' && row.status !== null && row.status !== '' ? (
            <ServerWord word={row.status} />
          ) : !ready && row.processingStep !== null && row.processingStep !== '' ? (
            <span className={cls('job')}>{row.processingStep}</span>
          ) : order === 'oldest' || order === 'newest' ? (
            <>
              Added <TimeText at={row.addedAt} />
            </>
          ) : (
            <>
              {row.documentType === null ? null : `${row.documentType} · `}
              <TimeText at={row.fetchedAt ?? row.addedAt} />
            </>
          )}
        </span>
        <Word row={row} threshold={threshold} />
      </span>
    </span>
  );
}

function Score({ row }: { row: DocumentRow }) {
  if (row.overallScore === null) return null;
  return (
    <span className={cls('score')} title={`As received: ${row.overallScore}`}>
      {row.score === null ? row.overallScore : scoreText(row.score)}
    </span>
  );
}

function Word({ row, threshold }: { row: DocumentRow; threshold: number }) {
  if (row.decision !== null)
    return <span className={cls('word', 'neu')}>{decisionWord(row.decision.choice)}</span>;
  if (row.score !== null) {
    const meaning = scoreWord(row.score, threshold);
    return (
      <span className={cls('word', meaning.tone)}>
        <Icon of={scoreIcons[meaning.icon]} size={14} />
        {meaning.word}
      </span>
    );
  }
  if (row.overallScore !== null) return <span className={cls('word', 'neu')}>Off the scale</span>;
  if (row.watch.kind === 'settled') return <span className={cls('word', 'neu')}>No score</span>;
  if (row.watch.problem !== null || row.watch.kind === 'by_hand') {
    return (
      <span className={cls('word', 'cau')} title={row.watch.problem ?? ''}>
        <Icon of={CircleQuestionMark} size={14} />
        {row.fetchedAt === null ? 'Not known yet' : 'Not checked'}
      </span>
    );
  }
  return (
    <span className={cls('word', 'prog')}>
      <Icon of={Loader} size={14} turning />
      In progress
    </span>
  );
}
