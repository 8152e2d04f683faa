import { ChevronLeft, ChevronRight, RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { bindClasses } from '../../class-names.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { spokenKeys } from '../../key-labels.ts';
import { shortcutKeys } from '../../shortcuts.ts';
import { useShortcutLabel } from '../../stores/shown-keys.ts';
import { LocalCopyButton } from './local-copy-button.tsx';
import type { LocalCopy } from './local-copy.ts';
import type { Zoom } from './page-view.ts';
import styles from './picture.module.css';

const cls = bindClasses(styles);

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
  localName,
}: {
  enabled: boolean;
  scale: number | null;
  zoom: Zoom;
  page: number;
  pages: number | null;
  localName: string | null;
  onStep: (direction: 'in' | 'out') => void;
  onZoom: (zoom: Zoom) => void;
  onTurn: (direction: 'left' | 'right') => void;
  onPage: (page: number) => void;
  /** Puts a file of this computer in the picture's place; null where the way to it is elsewhere on the screen. */
  local: LocalCopy | null;
}) {
  const getKeys = useShortcutLabel();
  const fit = (kind: 'page' | 'width', label: string, keys: string) => (
    <button
      type="button"
      disabled={!enabled}
      aria-pressed={zoom.kind === kind}
      {...spokenKeys(getKeys(keys))}
      className={`${cls('fit', zoom.kind === kind && 'chosen')} rounded quiet medium unbroken`}
      onClick={() => onZoom({ kind })}
    >
      {label}
    </button>
  );
  return (
    <div
      role="toolbar"
      aria-label="Picture"
      className={`${cls('toolbar')} surface row gap-4 fixed ruled-below`}
    >
      <IconButton
        icon={ZoomOut}
        label="Smaller"
        keys={shortcutKeys.zoomOut}
        disabled={!enabled}
        onPress={() => onStep('out')}
      />
      <span className={`${cls('percent')} quiet figures`} role="status" aria-label="Zoom">
        {scale === null ? '–' : `${Math.round(scale * 100)}%`}
      </span>
      <IconButton
        icon={ZoomIn}
        label="Larger"
        keys={shortcutKeys.zoomIn}
        disabled={!enabled}
        onPress={() => onStep('in')}
      />
      {fit('page', 'Fit page', shortcutKeys.zoomFit)}
      {fit('width', 'Fit width', shortcutKeys.fitWidth)}
      <span className={`${cls('rule')} fixed`} />
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
      <span className="grows" />
      {pages !== null && pages > 1 ? (
        <IconButton
          icon={ChevronLeft}
          label="Previous page"
          keys={shortcutKeys.previousPage}
          disabled={page <= 1}
          onPress={() => onPage(page - 1)}
        />
      ) : null}
      {pages === null ? null : <span className="quiet figures unbroken">{`Page ${page} of ${pages}`}</span>}
      {pages !== null && pages > 1 ? (
        <IconButton
          icon={ChevronRight}
          label="Next page"
          keys={shortcutKeys.nextPage}
          disabled={page >= pages}
          onPress={() => onPage(page + 1)}
        />
      ) : null}
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
      {local === null ? null : (
        <LocalCopyButton quiet pending={local.pending} onOpen={(file) => void local.open(file)} />
      )}
    </div>
  );
}
