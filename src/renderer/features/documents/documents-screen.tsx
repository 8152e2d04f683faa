import { FolderInput, List, Plus, RefreshCw, ScanText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pluralize, countText } from '#shared/base/pluralize.ts';
import type { DocumentDetail, DocumentRow } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, SmallButton, IconButton, StepButtons } from '../../components/button.tsx';
import { CheckRunStrip } from '../../components/check-run-strip.tsx';
import { EmptyState, LoadError } from '../../components/message-block.tsx';
import { ExportState, useExport, exportChoices } from '../../components/export-menu.tsx';
import { Notices } from '../../components/list-screen.tsx';
import { Menu, type MenuChoice } from '../../components/menu.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ServiceDate, TimeText } from '../../components/time-text.tsx';
import { ServiceWord } from '../../components/service-word.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { checkMany } from '../../stores/checks.ts';
import { useLive } from '../../stores/live.ts';
import { navigate, useRoute } from '../../stores/navigation.ts';
import { useWorkspace } from '../../stores/session.ts';
import { useStable } from '../../stores/reloading.ts';
import { useOffline } from '../../stores/sync.ts';
import { addFiles, filingPlace } from '../filing/add-files.ts';
import { AddDocuments } from './add-documents.tsx';
import { useDecisions, type Decisions } from './decisions.ts';
import { clearDocumentFilter, hiddenMessage } from './document-filters.tsx';
import { documentName } from './document-labels.ts';
import styles from './documents-screen.module.css';
import { dropReadAhead, knownBefore, noteKnown, useNextReady } from './read-ahead.ts';
import { useReviewQueue, type Queue } from './review-queue-store.ts';
import { ReviewQueue } from './review-queue.tsx';
import { LastDecisionMessage, Review } from './review.tsx';
import { lazyPart, lazyScreen } from '../../lazy-part.ts';
import { useFilesDrop } from '../../components/file-input.tsx';

const cls = bindClasses(styles);

const parent = { label: 'Documents', target: { screen: 'documents' } } as const;

const tryOwn: MenuChoice = {
  label: 'Try your own document',
  icon: ScanText,
  to: { screen: 'documents', path: ['own'] },
};

const OwnDocument = lazyPart(async () => (await import('./own-document.tsx')).OwnDocument);

const FileDocuments = lazyScreen(async () => (await import('../filing/file-screen.tsx')).FileScreen);

/** The review of looked-up documents, or the pile of dropped ones. */
export function DocumentsScreen() {
  return useRoute().path[0] === 'file' ? <FileDocuments /> : <ReviewScreen />;
}

/** The review queue with the open document beside it; opens the worst one by default. */
function ReviewScreen() {
  const { over, drop } = useFilesDrop(addFiles);
  const { value: counts } = useLive('filing.counts', null, ['filing.changed']);
  const waiting = counts?.pile ?? 0;
  const { path, query } = useRoute();
  const adding = path[0] === 'add';
  const { practice } = useWorkspace();
  const trying = practice && path[0] === 'own';
  const openId = adding || trying ? null : (path[0] ?? null);
  const queue = useReviewQueue();
  const [queueShown, setQueueShown] = useState(false);
  const live = useLive('documents.get', openId === null ? undefined : { jobId: openId }, [
    { event: 'documents.changed', id: openId },
  ]);
  const { state, adopt } = live;

  const rows = queue.rows;
  const at = rows.findIndex((row) => row.jobId === openId);
  const { toReview } = queue;
  const { search, underThreshold, filter } = queue.query;
  const open = (row: DocumentRow | undefined) => {
    if (row !== undefined) navigate({ screen: 'documents', path: [row.jobId], query }, false, true);
  };

  useEffect(() => dropReadAhead, []);
  useShortcut(shortcutKeys.close, () => setQueueShown(false), { enabled: queueShown });
  const read = state.kind === 'ready' && openId !== null ? state.value : null;
  // Usually equal to what was read ahead, which is then not rendered again.
  const detail = useStable(
    read ?? (state.kind === 'loading' && openId !== null ? knownBefore(openId) : null),
  );
  useEffect(() => {
    if (read !== null) noteKnown(read);
  }, [read]);
  const decisions = useDecisions(openId, detail, queue, query, adopt);
  const following = openId === null ? null : queue.after(openId, decisions.decided);
  useNextReady(following?.jobId ?? null, detail !== null);

  const firstId = rows.find((row) => !decisions.decided.has(row.jobId))?.jobId ?? null;
  // Loads more before the last loaded document is decided.
  const { more, loadMore } = toReview;
  useEffect(() => {
    if (more && (at >= rows.length - 5 || firstId === null)) loadMore();
  }, [more, loadMore, at, rows.length, firstId]);
  const exporting = useExport();
  const offline = useOffline();
  const nothingOpen = openId === null && !adding && !trying && search === '';
  const first = useStable(nothingOpen && firstId !== null ? { path: [firstId], query } : null);
  useEffect(() => {
    if (first !== null) navigate({ screen: 'documents', ...first }, true);
  }, [first]);

  const empty = queue.total === 0 && search === '' && !underThreshold && !queue.narrowed;
  return (
    <Page drop={drop} isOver={over}>
      <PageHeader
        title={detail === null ? 'Documents' : documentName(detail)}
        {...(detail === null ? {} : { parent })}
        subtitle={detail === null ? 'Reviewed on this computer' : <Subtitle detail={detail} />}
        low
        ruled
        actions={
          <>
            {at === -1 ? null : (
              <span className="faint-figure">{`${countText(at + 1)} of ${countText(toReview.total)}`}</span>
            )}
            {rows.length === 0 ? null : (
              <StepButtons
                of="document"
                previous={at <= 0 ? null : () => open(rows[at - 1])}
                next={at === rows.length - 1 ? null : () => open(rows[at + 1])}
              />
            )}
            <span className={`${cls('narrowOnly')} gone`}>
              <IconButton
                icon={List}
                label={queueShown ? 'Hide the queue' : 'Show the queue'}
                pressed={queueShown}
                onPress={() => setQueueShown(!queueShown)}
              />
            </span>
            <Menu
              label="More for documents"
              choices={[
                ...(practice ? [tryOwn] : []),
                {
                  label: offline ? 'Check when online' : 'Check all now',
                  detail: 'Those without a final result, a few at a time',
                  icon: RefreshCw,
                  disabled: offline,
                  onChoose: () => void checkMany({ what: 'document_group', group: null }),
                },
                ...exportChoices(exporting, { list: 'documents', search, underThreshold, filter }, true),
              ]}
            />
            <SmallButton icon={Plus} onPress={() => navigate({ screen: 'documents', path: ['add'] })}>
              Add documents
            </SmallButton>
            <SmallButton icon={FolderInput} to={filingPlace}>
              {waiting === 0 ? 'File documents' : `File ${pluralize(waiting, 'document')}`}
            </SmallButton>
          </>
        }
      />
      <Notices>
        <ExportState exporting={exporting} />
        <CheckRunStrip list="documents" />
      </Notices>
      {empty && openId === null ? (
        <div className="grows padded-wide">
          <EmptyState
            title="Nothing to review."
            action={
              <Button icon={Plus} onPress={() => navigate({ screen: 'documents', path: ['add'] })}>
                Paste job IDs
              </Button>
            }
          >
            Paste document job IDs to look some up.
          </EmptyState>
        </div>
      ) : (
        <div className="fills-column relative flex">
          <div
            className={`${cls('queue', (queueShown || toReview.kind === 'failed') && 'shown')} fixed flex shortens`}
          >
            <ReviewQueue queue={queue} openId={openId} onOpen={open} />
          </div>
          {openId === null ? (
            <div className="grows padded-wide">
              <NothingOpen queue={queue} decisions={decisions} />
            </div>
          ) : state.kind === 'failed' ? (
            <div className="grows padded-wide">
              {state.error.code === 'not_found' || state.error.code === 'bad_input' ? (
                <EmptyState title="There is no such document on this computer.">
                  Add its job ID to look it up.
                </EmptyState>
              ) : (
                <LoadError title="This document could not be read." of={live} />
              )}
            </div>
          ) : (
            <Review detail={detail} decisions={decisions} onChanged={adopt} />
          )}
        </div>
      )}
      {adding ? <AddDocuments onClose={() => navigate({ screen: 'documents' }, true)} /> : null}
      {trying ? <OwnDocument onClose={() => navigate({ screen: 'documents' }, true)} /> : null}
    </Page>
  );
}

function Subtitle({ detail }: { detail: DocumentDetail }) {
  const updated = detail.result?.value.updatedAt ?? '';
  return (
    <span className={`${cls('subtitle')} row gap-8`}>
      {updated !== '' ? (
        <span>
          Processed <ServiceDate text={updated} withTime />
        </span>
      ) : detail.fetchedAt === null ? (
        <span>Not looked up yet</span>
      ) : (
        <span>
          Fetched <TimeText at={detail.fetchedAt} form="detail" />
        </span>
      )}
      {detail.status === null || detail.status === '' ? null : (
        <>
          <span aria-hidden>·</span>
          <ServiceWord word={detail.status} />
        </>
      )}
    </span>
  );
}

function NothingOpen({ queue, decisions }: { queue: Queue; decisions: Decisions }) {
  const { query } = useRoute();
  const { toReview, notReady, decided, rows, narrowed, threshold } = queue;
  const { search, underThreshold } = queue.query;
  if (toReview.kind !== 'ready') return null;
  // A decision made here takes precedence over the row, which is updated a moment later.
  const toChoice = (row: DocumentRow) => decisions.decided.get(row.jobId) ?? row.decision?.choice;
  const left = rows.filter((row) => (decisions.decided.get(row.jobId) ?? 'skip') === 'skip');
  const [skipped] = left;
  if (skipped !== undefined) {
    // A document that is neither skipped nor decided opens automatically.
    if (left.some((row) => toChoice(row) !== 'skip')) return null;
    return (
      <EmptyState
        title={`${pluralize(left.length, 'document was', 'documents were')} skipped.`}
        action={
          <>
            <Button
              onPress={() => {
                decisions.reopenSkipped();
                navigate({ screen: 'documents', path: [skipped.jobId], query });
              }}
            >
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
  const reading = [notReady, decided].some(({ kind }) => kind === 'loading');
  if (toReview.total > 0 || search !== '' || reading) return null;
  return (
    <EmptyState
      title={
        narrowed
          ? 'Nothing to review matches this filter.'
          : underThreshold
            ? `Nothing to review is under ${threshold}.`
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
        ? hiddenMessage(queue)
        : underThreshold
          ? 'The rest are in the full queue.'
          : notReady.total > 0
            ? 'Documents still being processed appear here automatically.'
            : 'All reviewed.'}
    </EmptyState>
  );
}

function Last({ decisions }: { decisions: Decisions }) {
  if (decisions.last === null) return null;
  return (
    <span className={`${cls('last')} centered quiet flex`}>
      <LastDecisionMessage decisions={decisions} />
    </span>
  );
}
