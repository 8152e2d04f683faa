import { Check, Circle, FileUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { pluralize } from '#shared/base/pluralize.ts';
import { pictureTypes } from '#shared/base/picture-file.ts';
import { wantedDay } from '#shared/filing/propose-paper.ts';
import type { PilePaper } from '#shared/ipc/filing.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, SmallButton, IconButton } from '../../components/button.tsx';
import { useFilesInput, useFilesDrop } from '../../components/file-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notices } from '../../components/list-screen.tsx';
import { EmptyState, MessageBlock, NotLoaded, Note, Problem } from '../../components/message-block.tsx';
import { isFocusIdle, Page, PageBody, PageHeader } from '../../components/page.tsx';
import { ServiceDate } from '../../components/time-text.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { useLive } from '../../stores/live.ts';
import { navigate } from '../../stores/navigation.ts';
import { forgetAddingNotes, addFiles, useAdding } from './add-files.ts';
import { PageImage } from './page-image.tsx';
import { PaperSide } from './paper-side.tsx';
import { useReadPile } from './read-pile.ts';
import styles from './filing.module.css';

const cls = bindClasses(styles);

const parent = { label: 'Documents', target: { screen: 'documents' } } as const;
const close = () => navigate(parent.target);

const isRecognized = ({ isRead, problem, toCheck }: PilePaper): boolean =>
  isRead && problem === null && toCheck.length === 0;

/** The pile of dropped papers: what each was read to be, filed one by one or all recognized at once. */
export function FileScreen() {
  const live = useLive('filing.pile', null, ['filing.changed', 'vendors.changed'], 300);
  const file = useAction('filing.file');
  const [openId, setOpenId] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlyMap<string, string>>(new Map());
  const adding = useAdding();
  const { over, drop } = useFilesDrop(addFiles);
  const chooser = useFilesInput('Documents to file', pictureTypes, addFiles);
  const pile = live.value ?? { papers: [], total: 0, kinds: [] };
  const { papers } = pile;
  const reading = useReadPile(papers);
  const recognized = papers.filter(isRecognized);
  const unreadable = papers.filter(({ problem }) => problem !== null).length;
  const unread = papers.filter(({ isRead }) => !isRead).length;
  /** The next paper to check: behind this one, then from the beginning. */
  function findNext(id: string | null): PilePaper | null {
    const at = papers.findIndex((paper) => paper.id === id);
    const behind = [...papers.slice(at + 1), ...papers.slice(0, Math.max(0, at))];
    return behind.find((paper) => paper.isRead && !isRecognized(paper)) ?? behind[0] ?? null;
  }
  const open = papers.find(({ id }) => id === openId) ?? findNext(null);

  const grid = useRef<HTMLUListElement>(null);
  const shownId = open?.id ?? null;
  useLayoutEffect(() => {
    const isFree = isFocusIdle() || grid.current?.contains(document.activeElement) === true;
    const card = grid.current?.querySelector(`[data-paper="${shownId ?? ''}"]`);
    if (isFree && card instanceof HTMLElement) card.focus({ preventScroll: false });
  }, [shownId]);

  async function fileAll(these: readonly PilePaper[], recognizedOnly: boolean): Promise<void> {
    const [first, ...others] = these;
    if (first === undefined || file.pending) return;
    const next = others.length === 0 ? findNext(first.id) : null;
    const result = await file.run({ ids: these.map(({ id }) => id), recognizedOnly });
    if (!result.ok) return;
    setLeft(new Map(result.value.left.map(({ id, sentence }) => [id, sentence])));
    if (result.value.filed.length > 0 && next !== null) setOpenId(next.id);
  }
  const fileRecognized = () => void fileAll(recognized, true);
  const step = (by: number) => {
    const at = papers.findIndex(({ id }) => id === open?.id);
    setOpenId(papers[at + by]?.id ?? open?.id ?? null);
  };
  useShortcut(shortcutKeys.queue, fileRecognized, { enabled: recognized.length > 0 });
  useShortcut('arrowright', () => step(1));
  useShortcut('arrowleft', () => step(-1));
  useShortcut(shortcutKeys.close, close);

  return (
    <Page drop={drop} isOver={over}>
      <PageHeader
        title="File documents"
        parent={parent}
        ruled
        passing={live.state.kind === 'loading'}
        subtitle={[
          `${pile.total} in the pile`,
          `${unread} to read`,
          `${recognized.length} recognized`,
          `${papers.length - recognized.length - unreadable - unread} to choose`,
          `${unreadable} not readable`,
        ]
          .filter((part) => !part.startsWith('0 '))
          .join(' · ')}
        actions={
          <>
            <IconButton icon={FileUp} label="Add files" onPress={chooser.choose} />
            <Button onPress={close}>{papers.length === 0 ? 'Close' : 'Close, keep for later'}</Button>
            {recognized.length === 0 ? null : (
              <Button
                variant="primary"
                keys={shortcutKeys.queue}
                pending={file.pending}
                onPress={fileRecognized}
              >
                {`File ${recognized.length}`}
              </Button>
            )}
          </>
        }
      />
      {chooser.input}
      <Notices>
        {adding.waiting.length === 0 ? null : (
          <Note live>{`Adding ${adding.added + 1} of ${pluralize(adding.total, 'file')}`}</Note>
        )}
        {adding.notes.length === 0 ? null : (
          <MessageBlock
            tone="cau"
            live
            title={`${pluralize(adding.notes.length, 'file was', 'files were')} not added.`}
            actions={<SmallButton onPress={forgetAddingNotes}>Dismiss</SmallButton>}
          >
            <ul className="breakable">
              {adding.notes.map(({ name, sentence }, index) => (
                <li key={`${index} ${name}`}>{`${name}: ${sentence}`}</li>
              ))}
            </ul>
          </MessageBlock>
        )}
        {reading.progress === null ? null : (
          <Note>
            {`Reading page ${reading.progress.page} of ${reading.progress.pages}. ${pluralize(unread, 'file')} left to read.`}
          </Note>
        )}
        <Problem title="What was read could not be saved." error={reading.error} onRetry={reading.retry} />
        <Problem title="Nothing was filed." error={file.error} />
      </Notices>
      <div className="fills-column relative flex">
        {live.value === null ? (
          <PageBody>
            <NotLoaded title="The pile couldn’t be loaded." of={live} />
          </PageBody>
        ) : papers.length === 0 ? (
          <PageBody>
            <EmptyState
              title="No documents to file."
              action={<Button onPress={chooser.choose}>Choose files</Button>}
            >
              Drop PDFs or photos here. Gangway reads them on this computer and finds their vendors.
            </EmptyState>
          </PageBody>
        ) : (
          <>
            <div className="scroller grows">
              <ul ref={grid} className={`${cls('grid')} grid`} aria-label="Documents to file">
                {papers.map((paper) => (
                  <Card
                    key={paper.id}
                    paper={paper}
                    isOpen={paper.id === open?.id}
                    page={reading.progress?.id === paper.id ? reading.progress.page : null}
                    onOpen={() => setOpenId(paper.id)}
                  />
                ))}
              </ul>
              {pile.total === papers.length ? null : (
                <p className="quiet padded-wide">
                  {`${pluralize(pile.total - papers.length, 'more document')} will appear here once these are filed.`}
                </p>
              )}
            </div>
            {open === null ? null : (
              <PaperSide
                key={`${open.id} ${open.firstPage} ${String(open.lastPage)}`}
                paper={open}
                kinds={pile.kinds}
                problem={left.get(open.id) ?? null}
                onFile={() => void fileAll([open], false)}
                onSkip={() => setOpenId(findNext(open.id)?.id ?? null)}
              />
            )}
          </>
        )}
      </div>
    </Page>
  );
}

interface CardProps {
  paper: PilePaper;
  isOpen: boolean;
  /** The page that is being read. */
  page: number | null;
  onOpen: () => void;
}

function Card({ paper, isOpen, page, onOpen }: CardProps) {
  const { id, address, firstPage, lastPage, fileName, isRead, problem, vendor, kind, number } = paper;
  const pages = lastPage === null ? null : lastPage - firstPage + 1;
  return (
    <li>
      <button
        type="button"
        data-paper={id}
        aria-current={isOpen}
        className={`${cls('card')} stack whole-width left breakable`}
        onClick={onOpen}
        onFocus={onOpen}
      >
        <PageImage
          address={address}
          page={firstPage}
          label={pages === null ? 'page 1' : `page 1 of ${pages}`}
        />
        <span className="bold one-line">
          {!isRead ? fileName : problem !== null ? 'Not readable' : (vendor?.name ?? 'Which vendor?')}
        </span>
        {!isRead ? (
          <span className="quiet-note">{page === null ? 'Waiting to be read' : `Reading page ${page}`}</span>
        ) : (
          <>
            <span className="one-line">
              {problem !== null && kind === null
                ? `${pages === null ? '' : `${pluralize(pages, 'page')}, `}${fileName}`
                : `${kind ?? 'Which type?'}${number === null || kind === null ? '' : ` ${number}`}`}
            </span>
            <span className="quiet-note">
              <PaperDay paper={paper} />
            </span>
            <Evidence paper={paper} />
          </>
        )}
      </button>
    </li>
  );
}

function PaperDay({ paper: { kind, signedOn, validUntil, toCheck } }: { paper: PilePaper }) {
  const wanted = kind === null ? null : wantedDay(kind);
  const isSigned = wanted === 'signedOn' || (wanted === null && validUntil === null);
  const day = isSigned ? signedOn : validUntil;
  if (day === null) return toCheck.includes('date') ? 'date?' : null;
  return (
    <>
      {isSigned ? 'signed ' : 'through '}
      <ServiceDate text={day} />
    </>
  );
}

/** Why it is recognized, or what a person has to check, in a few words. */
function Evidence({ paper }: { paper: PilePaper }) {
  const { problem, toCheck, evidence } = paper;
  const isGood = isRecognized(paper);
  const [first] = toCheck;
  const words =
    problem !== null
      ? 'retake or choose by hand'
      : first === undefined || first === 'vendor'
        ? evidence
        : checkWords(first, paper);
  return (
    <span className={`${isGood ? cls('good') : 'caution'} row-top gap-4 note`}>
      <span className="drop-2">
        <Icon of={isGood ? Check : Circle} size={12} />
      </span>
      {words}
    </span>
  );
}

function checkWords(what: 'kind' | 'date' | 'pages', { kind, signedOn, validUntil }: PilePaper): string {
  switch (what) {
    case 'kind':
      return kind === null ? 'choose the type' : 'check the type';
    case 'date': {
      const day = kind !== null && wantedDay(kind) === 'signedOn' ? signedOn : validUntil;
      return day === null ? 'add the date' : 'check the date';
    }
    case 'pages':
      return 'check which pages belong together';
  }
}
