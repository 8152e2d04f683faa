import { ArrowDownWideNarrow, CircleQuestionMark, Loader, type LucideIcon } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { countText } from '#shared/base/pluralize.ts';
import { documentOrder, type DocumentOrder, type DocumentRow } from '#shared/ipc/documents.ts';
import {
  readScore,
  scoreText,
  scoreWord,
  unclearScaleSentence,
  type ReadScale,
} from '#shared/service/score.ts';
import { bindClasses } from '../../class-names.ts';
import { LinkButton, SmallButton, IconButton } from '../../components/button.tsx';
import { DataTable, type Line } from '../../components/data-table.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { Menu } from '../../components/menu.tsx';
import { NewRowsButton } from '../../components/list-table.tsx';
import { LoadError, StillReading } from '../../components/message-block.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import type { Column } from '../../components/table-column.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { ViewsMenu } from '../../components/views-menu.tsx';
import { listSearch } from '../../filter-label.ts';
import { shortcutKeys } from '../../shortcuts.ts';
import { checkMany } from '../../stores/checks.ts';
import { clearFilters } from '../../stores/list-query.ts';
import { changeQuery } from '../../stores/navigation.ts';
import { useScoreScales } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { useTicks } from '../../stores/ticks.ts';
import { DocumentFilterButton, DocumentFilters, filterParts, hiddenMessage } from './document-filters.tsx';
import { decisionWord, documentName, nameless } from './document-labels.ts';
import { scoreIcons } from './quality.tsx';
import itemStyles from './queue-item.module.css';
import type { Queue } from './review-queue-store.ts';
import styles from './review-queue.module.css';
import { TickedDocuments } from './ticked-documents.tsx';

const cls = bindClasses(styles);
const item = bindClasses(itemStyles);

const orderLabels: Record<DocumentOrder, string> = {
  worst: 'Worst first',
  best: 'Best first',
  oldest: 'Oldest first',
  newest: 'Newest first',
  status: 'By status',
  decision: 'By decision',
};

interface ReviewQueueProps {
  queue: Queue;
  openId: string | null;
  onOpen: (row: DocumentRow) => void;
}

export function ReviewQueue({ queue, openId, onOpen }: ReviewQueueProps) {
  const { search, order, underThreshold, filter } = queue.query;
  const { narrowed, threshold, toReview, notReady, decided } = queue;
  const [withDecided, setWithDecided] = useState(false);
  // The selection belongs to the filtered list, so no hidden document changes.
  const key = JSON.stringify({ search, underThreshold, filter });
  const whole = search === '' && !underThreshold && !narrowed;
  const lines = useLines(queue, whole, withDecided, setWithDecided);
  const ticks = useTicks(
    key,
    queue.toReview,
    lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])),
  );
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
    const within = `${cls('queue')} stack fixed surface shortens edge-right`;
    return <LoadError title="The queue could not be read." of={toReview} within={within} />;
  }
  return (
    <div className={`${cls('queue', narrowed && 'crowded')} stack fixed surface shortens edge-right`}>
      <div className={`${cls('filter')} row gap-8 fixed pad-0-10`}>
        <FilterField list="documents" />
        <DocumentFilterButton queue={queue} />
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
      <DocumentFilters queue={queue} />
      {!underThreshold ? null : (
        <div className={`${cls('narrowed')} quiet-note row-baseline between gap-8`}>
          <span>{`Only those under ${threshold} or without a score.`}</span>
          <LinkButton size="small" onPress={() => changeQuery({ show: null })}>
            Show all
          </LinkButton>
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
            <div className="row-top gap-8 quiet padded column">
              <p>{`No document matches “${search}”.`}</p>
              <p>{listSearch.documents.fields}</p>
              <SmallButton onPress={() => clearFilters(filterParts)}>Clear filter</SmallButton>
            </div>
          ) : narrowed && openId !== null ? (
            // Shown beside the queue while no document is open.
            <div className="row-top gap-8 quiet padded column">
              <p>No document matches this filter.</p>
              <p>{hiddenMessage(queue)}</p>
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
    <li className={`${cls('keyLine')} row gap-4 quiet small least-24`}>
      {keys.map((key) => (
        <KeyCap key={key} keys={key} />
      ))}
      <span>{children}</span>
    </li>
  );
}

function useLines(
  queue: Queue,
  whole: boolean,
  withDecided: boolean,
  setWithDecided: (shown: boolean) => void,
): Line<DocumentRow>[] {
  const { rows, bands, counts, toReview, notReady, decided, threshold } = queue;
  return useMemo(() => {
    const band = (id: string, words: string, count: number, action?: ReactNode): Line<DocumentRow> => ({
      kind: 'band',
      id,
      height: 34,
      content: (
        <span className="whole-height row between quiet small pad-gutter">
          <span>
            {words} <span className="faint figures">{countText(count)}</span>
          </span>
          {action}
        </span>
      ),
    });
    const getRows = (some: readonly DocumentRow[]) =>
      some.map((row): Line<DocumentRow> => ({ kind: 'row', row }));
    const lines: Line<DocumentRow>[] = [];
    const addGroup = (head: Line<DocumentRow>, some: readonly DocumentRow[]) =>
      lines.push(head, ...getRows(some));
    const { under, over } = bands ?? { under: [], over: [] };
    const unscored = under.some((row) => row.score === null) ? ' or without a score' : '';
    if (bands === null) lines.push(...getRows(rows));
    if (under.length > 0)
      addGroup(band('under', `Under ${threshold}${unscored}`, counts?.under ?? under.length), under);
    if (over.length > 0) addGroup(band('over', `${threshold} and over`, counts?.over ?? over.length), over);
    // The other groups follow once all documents to review are loaded.
    if (toReview.more) return lines;
    const check = whole ? <CheckNotReady /> : undefined;
    if (notReady.rows.length > 0)
      addGroup(band('not ready', 'Not ready', notReady.total, check), notReady.rows);
    if (notReady.more || decided.total === 0) return lines;
    const toggle = (
      <LinkButton size="small" onPress={() => setWithDecided(!withDecided)}>
        {withDecided ? 'Hide' : 'Show'}
      </LinkButton>
    );
    addGroup(band('decided', 'Decided', decided.total, toggle), withDecided ? decided.rows : []);
    return lines;
  }, [rows, bands, counts, toReview, notReady, decided, threshold, whole, withDecided, setWithDecided]);
}

function CheckNotReady() {
  const offline = useOffline();
  const words = offline ? 'Check when online' : 'Check now';
  return (
    <LinkButton
      size="small"
      disabled={offline}
      label={`${words}: all that are not ready`}
      onPress={() => void checkMany({ what: 'document_group', group: 'not_ready' })}
    >
      {words}
    </LinkButton>
  );
}

function QueueItem({ row, threshold, order }: { row: DocumentRow; threshold: number; order: DocumentOrder }) {
  const ready = row.ready || row.decision !== null;
  const { tone, word, icon, title } = describeRow(row, threshold, useScoreScales().overall);
  return (
    <span className="block">
      <span className="between gap-8 flex">
        <span className={`${item('name')} clipped narrows medium`} title={row.title ?? undefined}>
          {row.title ?? nameless}
        </span>
        {row.overallScore === null ? null : (
          <span className="right bold" title={`As received: ${row.overallScore}`}>
            {row.score === null ? row.overallScore : scoreText(row.score)}
          </span>
        )}
      </span>
      <span className="between gap-8 flex">
        <span className={`${item('about')} clipped narrows quiet small lines-18`}>
          {order === 'status' && row.status !== null && row.status !== '' ? (
            <ServiceWord word={row.status} />
          ) : !ready && row.processingStep !== null && row.processingStep !== '' ? (
            <span className="mono small tight">{row.processingStep}</span>
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
        <span
          className={`${item('word')} inline-row to-end fixed small lines-18`}
          data-tone={tone}
          title={title}
        >
          {icon === undefined ? null : <Icon of={icon} size={14} turning={icon === Loader} />}
          {word}
        </span>
      </span>
    </span>
  );
}

interface RowWords {
  tone: string;
  word: string;
  icon?: LucideIcon;
  title?: string;
}

function describeRow(row: DocumentRow, threshold: number, scale: ReadScale): RowWords {
  const { decision, score, overallScore, ready, watch } = row;
  if (decision !== null) return { tone: 'neu', word: decisionWord(decision.choice) };
  if (score !== null) {
    const { tone, word, icon } = scoreWord(score, threshold);
    return { tone, word, icon: scoreIcons[icon] };
  }
  if (overallScore !== null) {
    return readScore(overallScore, scale).unscored === 'off_scale'
      ? { tone: 'neu', word: 'Off the scale' }
      : { tone: 'neu', word: 'Scale not clear', title: unclearScaleSentence };
  }
  if (ready || watch.kind === 'settled') return { tone: 'neu', word: 'No score' };
  if (watch.problem !== null || watch.kind === 'by_hand') {
    const word = row.fetchedAt === null ? 'Not known yet' : 'Not checked';
    return { tone: 'cau', word, icon: CircleQuestionMark, title: watch.problem ?? '' };
  }
  return { tone: 'prog', word: 'In progress', icon: Loader };
}
