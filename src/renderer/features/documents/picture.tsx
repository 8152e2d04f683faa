import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { classesOf } from '../../class-names.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { useElementSize } from '../../stores/element-size.ts';
import { useWindowFocused } from '../../stores/window-focus.ts';
import { ImageSheet } from './image-sheet.tsx';
import { PictureMissing } from './picture-missing.tsx';
import { PictureToolbar } from './picture-toolbar.tsx';
import { usePictureSource, type PictureSource } from './picture-source.ts';
import { scaleFor, stepped, turned, turnedOn, type SheetSize, type Turn, type Zoom } from './sheet.ts';
import styles from './picture.module.css';

const cls = classesOf(styles);
const PdfSheet = lazy(() => import('./pdf-sheet.tsx'));

/**
 * The document itself: the kept copy, or one chosen from this computer. It can be made larger and turned; it blurs while
 * the window is not in use. To be keyed by document and by what is shown.
 */
export function Picture({
  detail,
  onChanged,
}: {
  detail: DocumentDetail;
  onChanged: (detail: DocumentDetail) => void;
}) {
  const { source, fetching, problem, fetchNow, local, openLocal, closeLocal } = usePictureSource(
    detail,
    onChanged,
  );
  return (
    <Viewer
      key={source?.address ?? 'none'}
      source={source}
      local={local?.name ?? null}
      onOpenLocal={openLocal}
      onCloseLocal={closeLocal}
      missing={
        <PictureMissing
          detail={detail}
          fetching={fetching}
          problem={problem}
          onFetch={fetchNow}
          onOpenLocal={openLocal}
        />
      }
    />
  );
}

function Viewer({
  source,
  local,
  onOpenLocal,
  onCloseLocal,
  missing,
}: {
  source: PictureSource | null;
  local: string | null;
  onOpenLocal: (file: File) => void;
  onCloseLocal: () => void;
  missing: ReactNode;
}) {
  const canvas = useRef<HTMLDivElement>(null);
  const room = useElementSize(canvas);
  const focused = useWindowFocused();
  const [size, setSize] = useState<SheetSize | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [zoom, setZoom] = useState<Zoom>({ kind: 'page' });
  const [turn, setTurn] = useState<Turn>(0);
  const [page, setPage] = useState(1);
  const noteSize = useCallback((shown: SheetSize) => {
    setSize((before) =>
      before?.width === shown.width && before.height === shown.height && before.pages === shown.pages
        ? before
        : shown,
    );
  }, []);

  const scale = size === null || room === null ? null : scaleFor(zoom, size, turn, room);
  const step = (direction: 'in' | 'out') => {
    if (scale !== null) setZoom({ kind: 'scale', scale: stepped(scale, direction) });
  };
  const rotate = (direction: 'left' | 'right') => setTurn(turnedOn(turn, direction));
  const enabled = source !== null && failure === null;
  useShortcut(shortcutKeys.zoomIn, () => step('in'), { enabled });
  useShortcut('=', () => step('in'), { enabled });
  useShortcut(shortcutKeys.zoomOut, () => step('out'), { enabled });
  useShortcut(shortcutKeys.zoomFit, () => setZoom({ kind: 'page' }), { enabled });
  useShortcut(shortcutKeys.turnLeft, () => rotate('left'), { enabled });
  useShortcut(shortcutKeys.turnRight, () => rotate('right'), { enabled });

  const box = size === null || scale === null ? null : turned(size, turn);
  const sheet = { page, turn, scale, onShown: noteSize, onFailed: setFailure };
  return (
    <section className={cls('viewer')} aria-label="The document">
      <PictureToolbar
        enabled={enabled}
        scale={scale}
        zoom={zoom}
        page={page}
        pages={enabled ? (size?.pages ?? null) : null}
        local={local}
        onStep={step}
        onZoom={setZoom}
        onTurn={rotate}
        onPage={setPage}
        onOpenLocal={onOpenLocal}
        onCloseLocal={onCloseLocal}
      />
      <div ref={canvas} className={cls('canvas')} tabIndex={-1}>
        {source === null ? (
          missing
        ) : failure === null ? (
          <div
            className={cls('paper', !focused && 'blurred', box === null && 'unsized')}
            style={
              box === null || scale === null
                ? {}
                : { width: Math.round(box.width * scale), height: Math.round(box.height * scale) }
            }
          >
            {source.pdf ? (
              <Suspense fallback={null}>
                <PdfSheet address={source.address} chosen={source.chosen} {...sheet} />
              </Suspense>
            ) : (
              <ImageSheet address={source.address} chosen={source.chosen} {...sheet} size={size} />
            )}
          </div>
        ) : (
          <div className={cls('missing')} role="alert">
            <p className={cls('missingTitle')}>The picture cannot be shown.</p>
            <p>{failure}</p>
          </div>
        )}
      </div>
    </section>
  );
}
