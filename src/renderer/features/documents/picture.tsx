import {
  ChevronLeft,
  ChevronRight,
  LoaderCircle,
  Paperclip,
  RotateCcw,
  RotateCw,
  X,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { pictureTypes } from '#shared/base/picture-file.ts';
import type { CallError, CallResult } from '#shared/ipc/call.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { call, takeAnswer } from '../../bridge.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { useFileInput } from '../../components/file-input.tsx';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/message-block.tsx';
import { spokenKeys } from '../../key-labels.ts';
import { sendInParts } from '../../send-in-parts.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useAction, useWork } from '../../stores/action.ts';
import { useElementSize, useWindowFocused } from '../../stores/window-state.ts';
import { useShortcutLabel } from '../../stores/session.ts';
import { useOffline } from '../../stores/sync.ts';
import { tellDone } from '../../stores/undo.ts';
import { isProcessing, type DetailProps } from './document-labels.ts';
import { ImagePage, PdfPage } from './drawn-page.tsx';
import { turned, usePageView, useShownPage, type PageView } from './page-view.ts';
import styles from './picture.module.css';
import { lastRoom, usePicture } from './read-ahead.ts';

const cls = bindClasses(styles);

const missingClass = `${cls('missing')} row gap-4 quiet column text-center`;

export function Picture({ detail, onChanged }: DetailProps) {
  const address = detail.file.kind === 'kept' ? detail.file.address : 'none';
  return <Viewer key={`${detail.jobId} ${address}`} detail={detail} onChanged={onChanged} />;
}

function Viewer({ detail, onChanged }: DetailProps) {
  const source = usePictureSource(detail, onChanged);
  const { address } = source;
  const local = useLocalCopy(detail.jobId, onChanged);
  const prepared = usePicture(address);
  const canvas = useRef<HTMLDivElement>(null);
  // Until it is measured again, use the previous document's size.
  const room = useElementSize(canvas) ?? lastRoom.current;
  const focused = useWindowFocused();
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    lastRoom.current = room;
  }, [room]);

  const failure = prepared?.kind === 'failed' ? prepared.sentence : broken;
  const shown = prepared === null || prepared.kind === 'failed' || failure !== null ? null : prepared;
  const enabled = shown !== null;
  const view = usePageView(shown?.size ?? null, room, canvas);
  const { size, scale, turn, page } = view;
  const { jobId } = detail;
  useEffect(() => {
    if (!enabled || address === null) return undefined;
    useShownPage.setState({ shown: { jobId, address, page, turn } });
    return () => useShownPage.setState({ shown: null });
  }, [enabled, jobId, address, page, turn]);

  const box = size === null || scale === null ? null : turned(size, turn);
  const drawn = { turn, scale, onFailed: setBroken };
  return (
    <section className="stack fills-column narrows by-own-width" aria-label="The document">
      <PictureToolbar
        enabled={enabled}
        view={view}
        localName={detail.file.kind === 'kept' ? detail.file.localName : null}
        local={address === null ? null : local}
      />
      <Problem error={local.problem} slim />
      <div
        ref={canvas}
        className={`${cls('canvas', enabled && 'movable')} fills-column flex scroll-all ring-inside`}
        tabIndex={-1}
      >
        {address === null ? (
          <PictureMissing detail={detail} source={source} local={local} />
        ) : failure !== null ? (
          <div className={missingClass} role="alert">
            <p className="text bold">The picture cannot be shown.</p>
            <p>{failure}</p>
          </div>
        ) : shown === null || size === null ? (
          <div className={missingClass} role="status" aria-label="Reading the picture">
            <Icon of={LoaderCircle} turning />
          </div>
        ) : (
          <div
            className={`${cls('paper', !focused && 'blurred', box === null && 'unsized')} relative clipped fixed`}
            data-shown={detail.jobId}
            style={
              box === null || scale === null
                ? {}
                : { width: Math.round(box.width * scale), height: Math.round(box.height * scale) }
            }
          >
            {shown.kind === 'pages' ? (
              <PdfPage prepared={shown} page={page} onShown={view.noteSize} {...drawn} />
            ) : (
              <ImagePage url={shown.url} size={size} {...drawn} />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** The picture's source: the kept copy. Without one it is fetched once automatically when online. */
function usePictureSource({ jobId, file }: DocumentDetail, onChanged: DetailProps['onChanged']) {
  const offline = useOffline();
  const { run, pending, error } = useAction('documents.fetchFile', onChanged);
  const fetchNow = useCallback(() => void run({ jobId }), [run, jobId]);
  const wanted = file.kind === 'not_kept' && !offline;
  useEffect(() => {
    if (wanted) fetchNow();
  }, [wanted, fetchNow]);

  return { address: file.kind === 'kept' ? file.address : null, fetching: pending, problem: error, fetchNow };
}

interface PictureMissingProps {
  detail: DocumentDetail;
  source: ReturnType<typeof usePictureSource>;
  local: LocalCopy;
}

function PictureMissing({ detail, source, local }: PictureMissingProps) {
  const { fetching, problem, fetchNow } = source;
  const offline = useOffline();
  if (fetching) {
    return (
      <div className={missingClass} role="status">
        <Icon of={LoaderCircle} turning />
        <p>Fetching the picture</p>
      </div>
    );
  }
  const finished = detail.result !== null && !isProcessing(detail);
  const [title, sentence] = missingWords(detail.file, finished, offline, problem);
  return (
    <div className={missingClass} role="status">
      <p className="text bold">{title}</p>
      <p>{sentence}</p>
      <div className="gap-8 flex above-12">
        {detail.file.kind === 'not_kept' && !offline ? (
          <Button icon={RotateCw} onPress={fetchNow}>
            Try again
          </Button>
        ) : null}
        <LocalCopyButton local={local} />
      </div>
    </div>
  );
}

function missingWords(
  file: DocumentDetail['file'],
  finished: boolean,
  offline: boolean,
  problem: CallError | null,
): [title: string, sentence: string] {
  switch (file.kind) {
    case 'none':
      return finished
        ? ['The service sent no picture.', 'If you have the document, open your own copy of it.']
        : ['There is no picture yet.', 'It comes with the document’s result.'];
    case 'refused_address':
      return ['The picture was not fetched.', file.sentence];
    case 'not_kept':
      if (problem !== null) return ['The picture could not be fetched.', problem.message];
      return offline
        ? ['Picture not kept.', 'Gangway can fetch it when the service can be reached.']
        : ['Picture not kept.', 'It is fetched from the service when you open it.'];
    case 'kept':
      return ['Picture kept.', ''];
  }
}

interface PictureToolbarProps {
  enabled: boolean;
  view: PageView;
  localName: string | null;
  local: LocalCopy | null;
}

function PictureToolbar({ enabled, view, localName, local }: PictureToolbarProps) {
  const { scale, zoom, page, pages } = view;
  const getKeys = useShortcutLabel();
  const fit = (kind: 'page' | 'width', label: string, keys: string) => (
    <button
      type="button"
      disabled={!enabled}
      aria-pressed={zoom.kind === kind}
      {...spokenKeys(getKeys(keys))}
      className={`${cls('fit', zoom.kind === kind && 'chosen')} rounded quiet medium unbroken`}
      onClick={() => view.setZoom({ kind })}
    >
      {label}
    </button>
  );
  const tool = (icon: LucideIcon, label: string, keys: string, go: () => void, usable = enabled) => (
    <IconButton icon={icon} label={label} keys={keys} disabled={!usable} onPress={go} />
  );
  return (
    <div
      role="toolbar"
      aria-label="Picture"
      className={`${cls('toolbar')} surface row gap-4 fixed ruled-below pad-0-12`}
    >
      {tool(ZoomOut, 'Smaller', shortcutKeys.zoomOut, () => view.step('out'))}
      <span className={`${cls('percent')} quiet figures text-center`} role="status" aria-label="Zoom">
        {scale === null ? '–' : `${Math.round(scale * 100)}%`}
      </span>
      {tool(ZoomIn, 'Larger', shortcutKeys.zoomIn, () => view.step('in'))}
      {fit('page', 'Fit page', shortcutKeys.zoomFit)}
      {fit('width', 'Fit width', shortcutKeys.fitWidth)}
      <span className={`${cls('rule')} fixed`} />
      {tool(RotateCcw, 'Turn left', shortcutKeys.turnLeft, () => view.rotate('left'))}
      {tool(RotateCw, 'Turn right', shortcutKeys.turnRight, () => view.rotate('right'))}
      <span className="grows" />
      {pages !== null && pages > 1
        ? tool(ChevronLeft, 'Previous page', shortcutKeys.previousPage, () => view.goTo(page - 1), page > 1)
        : null}
      {pages === null ? null : <span className="quiet figures unbroken">{`Page ${page} of ${pages}`}</span>}
      {pages !== null && pages > 1
        ? tool(ChevronRight, 'Next page', shortcutKeys.nextPage, () => view.goTo(page + 1), page < pages)
        : null}
      <span className={`${cls('rule')} fixed`} />
      {localName === null ? null : (
        <span className="row gap-4 narrows">
          <span
            className={`${cls('localName')} quiet one-line`}
            title={localName}
          >{`Your copy: ${localName}`}</span>
          <IconButton icon={X} label="Remove your copy" onPress={() => void local?.remove()} />
        </span>
      )}
      {local === null ? null : <LocalCopyButton quiet local={local} />}
    </div>
  );
}

async function putInPlace(jobId: string, file: File): Promise<CallResult<DocumentDetail>> {
  const begun = await call('documents.localCopyBegin', {
    jobId,
    name: file.name.slice(0, 255),
    bytes: file.size,
  });
  if (!begun.ok) return begun;
  const { copyId } = begun.value;
  const sent = await sendInParts(file, (part) => call('documents.localCopyAppend', { copyId, ...part }));
  if (sent.kind !== 'sent') return { ok: false, error: sent.error };
  return call('documents.localCopyFinish', { copyId });
}

async function restoreCopy(jobId: string): Promise<string> {
  const result = await call('documents.restoreLocalCopy', { jobId });
  return result.ok ? 'Your copy is back.' : `Nothing was undone. ${result.error.message}`;
}

type LocalCopy = ReturnType<typeof useLocalCopy>;

function useLocalCopy(jobId: string, onChanged: (detail: DocumentDetail) => void) {
  const { run, pending, problem } = useWork();

  async function open(file: File): Promise<string | null> {
    return file.size === 0 ? 'The file is empty.' : takeAnswer(putInPlace(jobId, file), onChanged);
  }
  const remove = () =>
    takeAnswer(call('documents.removeLocalCopy', { jobId }), (detail) => {
      tellDone('Your copy was removed.', () => restoreCopy(jobId));
      onChanged(detail);
    });
  return { pending, problem, open: (file: File) => run(open(file)), remove: () => run(remove()) };
}

/** Chooses a picture or PDF on this computer to show instead of the document's. `quiet`: in the toolbar, as an icon where it is narrow. */
function LocalCopyButton({ local, quiet = false }: { local: LocalCopy; quiet?: boolean }) {
  const { input, choose } = useFileInput(
    'A copy of the document on this computer',
    pictureTypes,
    (file) => void local.open(file),
  );
  useShortcut(shortcutKeys.localCopy, choose, { enabled: !local.pending });
  const shown = { icon: Paperclip, keys: shortcutKeys.localCopy, onPress: choose };
  const label = 'Open a local copy';
  const button = (
    <Button {...shown} {...(quiet && { variant: 'quiet', size: 'small' })} pending={local.pending}>
      {label}
    </Button>
  );
  return (
    <>
      {input}
      {quiet ? <span className={cls('roomy')}>{button}</span> : button}
      {quiet ? (
        <span className={`${cls('tight')} gone`}>
          <IconButton {...shown} label={label} disabled={local.pending} />
        </span>
      ) : null}
    </>
  );
}
