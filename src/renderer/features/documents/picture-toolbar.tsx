import { ChevronLeft, ChevronRight, RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { classesOf } from '../../class-names.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { shortcutKeys } from '../../shortcuts.ts';
import { LocalCopyButton } from './local-copy-button.tsx';
import type { Zoom } from './sheet.ts';
import styles from './picture.module.css';

const cls = classesOf(styles);

/** Zoom, turn and page of the picture. */
export function PictureToolbar({
  enabled,
  scale,
  zoom,
  page,
  pages,
  local,
  onStep,
  onZoom,
  onTurn,
  onPage,
  onOpenLocal,
  onCloseLocal,
}: {
  enabled: boolean;
  scale: number | null;
  zoom: Zoom;
  page: number;
  pages: number | null;
  /** The name of the file of this computer that is shown. */
  local: string | null;
  onStep: (direction: 'in' | 'out') => void;
  onZoom: (zoom: Zoom) => void;
  onTurn: (direction: 'left' | 'right') => void;
  onPage: (page: number) => void;
  onOpenLocal: (file: File) => void;
  onCloseLocal: () => void;
}) {
  const fit = (kind: 'page' | 'width', label: string) => (
    <button
      type="button"
      disabled={!enabled}
      aria-pressed={zoom.kind === kind}
      className={cls('fit', zoom.kind === kind && 'chosen')}
      onClick={() => onZoom({ kind })}
    >
      {label}
    </button>
  );
  return (
    <div role="toolbar" aria-label="Picture" className={cls('toolbar')}>
      <IconButton
        icon={ZoomOut}
        label="Smaller"
        keys={shortcutKeys.zoomOut}
        disabled={!enabled}
        onPress={() => onStep('out')}
      />
      <span className={cls('percent')} role="status" aria-label="Zoom">
        {scale === null ? '–' : `${Math.round(scale * 100)}%`}
      </span>
      <IconButton
        icon={ZoomIn}
        label="Larger"
        keys={shortcutKeys.zoomIn}
        disabled={!enabled}
        onPress={() => onStep('in')}
      />
      {fit('page', 'Fit page')}
      {fit('width', 'Fit width')}
      <span className={cls('rule')} />
      <IconButton
        icon={RotateCcw}
        label="Turn left"
        keys={shortcutKeys.turnLeft}
        disabled={!enabled}
        onPress={() => onTurn('left')}
      />
      <IconButton
        icon={RotateCw}
        label="Turn right"
        keys={shortcutKeys.turnRight}
        disabled={!enabled}
        onPress={() => onTurn('right')}
      />
      <span className={cls('space')} />
      {pages !== null && pages > 1 ? (
        <IconButton
          icon={ChevronLeft}
          label="Previous page"
          disabled={page <= 1}
          onPress={() => onPage(page - 1)}
        />
      ) : null}
      {pages === null ? null : <span className={cls('pages')}>{`Page ${page} of ${pages}`}</span>}
      {pages !== null && pages > 1 ? (
        <IconButton
          icon={ChevronRight}
          label="Next page"
          disabled={page >= pages}
          onPress={() => onPage(page + 1)}
        />
      ) : null}
      <span className={cls('rule')} />
      {local === null ? (
        <LocalCopyButton quiet onOpen={onOpenLocal} />
      ) : (
        <span className={cls('local')}>
          <span className={cls('localName')} title={local}>{`Your copy: ${local}`}</span>
          <IconButton icon={X} label="Close your copy" onPress={onCloseLocal} />
        </span>
      )}
    </div>
  );
}
