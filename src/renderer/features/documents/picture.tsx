import { LoaderCircle } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { bindClasses } from '../../class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Problem } from '../../components/problem.tsx';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useElementSize, useWindowFocused } from '../../stores/window-state.ts';
import { ImagePage } from './image-page.tsx';
import { useLocalCopy } from './local-copy.ts';
import { usePanning } from './panning.ts';
import { PdfPage } from './pdf-page.tsx';
import { PictureMissing } from './picture-missing.tsx';
import { lastRoom, noteRoom, usePicture } from './picture-shelf.ts';
import { PictureToolbar } from './picture-toolbar.tsx';
import { scaleFor, stepped, turned, turnedOn, type PageSize, type Turn, type Zoom } from './page-view.ts';
import { noteShownPage } from './shown-page.ts';
import styles from './picture.module.css';
import { useAction } from '../../stores/action.ts';
import { useOffline } from '../../stores/sync.ts';

const cls = bindClasses(styles);

interface PictureProps {
  detail: DocumentDetail;
  onChanged: (detail: DocumentDetail) => void;
}

/** The document's picture: the kept copy or a local replacement. It blurs while the window is inactive. */
export function Picture({ detail, onChanged }: PictureProps) {
  const address = detail.file.kind === 'kept' ? detail.file.address : 'none';
  return <Viewer key={`${detail.jobId} ${address}`} detail={detail} onChanged={onChanged} />;
}

function Viewer({ detail, onChanged }: PictureProps) {
  const { address, fetching, problem, fetchNow } = usePictureSource(detail, onChanged);
  const local = useLocalCopy(detail.jobId, onChanged);
  const prepared = usePicture(address);
  const canvas = useRef<HTMLDivElement>(null);
  // Until it is measured again, the room is that of the document before.
  const room = useElementSize(canvas) ?? lastRoom();
  const focused = useWindowFocused();
  const [pageSize, setPageSize] = useState<PageSize | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [zoom, setZoom] = useState<Zoom>({ kind: 'page' });
  const [turn, setTurn] = useState<Turn>(0);
  const [page, setPage] = useState(1);
  const noteSize = useCallback((shown: PageSize) => {
    setPageSize((before) =>
      before?.width === shown.width && before.height === shown.height && before.pages === shown.pages
        ? before
        : shown,
    );
  }, []);
  useEffect(() => {
    if (room !== null) noteRoom(room);
  }, [room]);

  const failure = prepared?.kind === 'failed' ? prepared.sentence : broken;
  const shown = prepared === null || prepared.kind === 'failed' || failure !== null ? null : prepared;
  const size = shown === null ? null : (pageSize ?? shown.size);
  const pages = size?.pages ?? null;
  const scale = size === null || room === null ? null : scaleFor(zoom, size, turn, room);
  const step = useCallback(
    (direction: 'in' | 'out') => {
      if (scale !== null) setZoom({ kind: 'scale', scale: stepped(scale, direction) });
    },
    [scale],
  );
  const rotate = (direction: 'left' | 'right') => setTurn(turnedOn(turn, direction));
  const goTo = (to: number) => {
    if (pages === null || to < 1 || to > pages) return;
    setPage(to);
    canvas.current?.scrollTo(0, 0);
  };
  const enabled = shown !== null;
  const { jobId } = detail;
  useEffect(() => {
    if (!enabled || address === null) return undefined;
    noteShownPage({ jobId, address, page, turn });
    return () => noteShownPage(null);
  }, [enabled, jobId, address, page, turn]);
  useShortcut(shortcutKeys.zoomIn, () => step('in'), { enabled });
  useShortcut('=', () => step('in'), { enabled });
  useShortcut(shortcutKeys.zoomOut, () => step('out'), { enabled });
  useShortcut(shortcutKeys.zoomFit, () => setZoom({ kind: 'page' }), { enabled });
  useShortcut(shortcutKeys.fitWidth, () => setZoom({ kind: 'width' }), { enabled });
  useShortcut(shortcutKeys.turnLeft, () => rotate('left'), { enabled });
  useShortcut(shortcutKeys.turnRight, () => rotate('right'), { enabled });
  useShortcut(shortcutKeys.previousPage, () => goTo(page - 1), { enabled });
  useShortcut(shortcutKeys.nextPage, () => goTo(page + 1), { enabled });
  usePanning(canvas, enabled, step);

  const box = size === null || scale === null ? null : turned(size, turn);
  const view = { turn, scale, onFailed: setBroken };
  return (
    <section className={`${cls('viewer')} stack fills-column narrows`} aria-label="The document">
      <PictureToolbar
        enabled={enabled}
        scale={scale}
        zoom={zoom}
        page={page}
        pages={pages}
        localName={detail.file.kind === 'kept' ? detail.file.localName : null}
        local={address === null ? null : local}
        onStep={step}
        onZoom={setZoom}
        onTurn={rotate}
        onPage={goTo}
      />
      <Problem error={local.problem} slim />
      <div ref={canvas} className={`${cls('canvas', enabled && 'movable')} fills-column`} tabIndex={-1}>
        {address === null ? (
          <PictureMissing
            detail={detail}
            fetching={fetching}
            problem={problem}
            onFetch={fetchNow}
            local={local}
          />
        ) : failure !== null ? (
          <div className={`${cls('missing')} row gap-4 quiet`} role="alert">
            <p className="text bold">The picture cannot be shown.</p>
            <p>{failure}</p>
          </div>
        ) : shown === null || size === null ? (
          <div className={`${cls('missing')} row gap-4 quiet`} role="status" aria-label="Reading the picture">
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
              <PdfPage prepared={shown} page={page} onShown={noteSize} {...view} />
            ) : (
              <ImagePage url={shown.url} size={size} {...view} />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** The picture's source: the kept copy. Without one it is fetched once automatically when online. */
function usePictureSource(detail: DocumentDetail, onChanged: (detail: DocumentDetail) => void) {
  const { jobId, file } = detail;
  const offline = useOffline();
  const { run, pending, error } = useAction('documents.fetchFile');

  const fetchNow = useCallback(() => {
    void run({ jobId }).then((result) => {
      if (result.ok) onChanged(result.value);
    });
  }, [run, jobId, onChanged]);

  const wanted = file.kind === 'not_kept' && !offline;
  useEffect(() => {
    if (wanted) fetchNow();
  }, [wanted, fetchNow]);

  return { address: file.kind === 'kept' ? file.address : null, fetching: pending, problem: error, fetchNow };
}
