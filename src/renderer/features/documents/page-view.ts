import { useCallback, useEffect, useState, type RefObject } from 'react';
import { create } from 'zustand';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';

/** Degrees to the right. */
export type Turn = 0 | 90 | 180 | 270;

/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface PageSize extends Size {
  pages: number;
}

export type Zoom = { kind: 'page' } | { kind: 'width' } | { kind: 'scale'; scale: number };

const margin = 32;
const steps = [0.1, 0.15, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

export const turned = (size: Size, turn: Turn): Size =>
  turn === 90 || turn === 270 ? { width: size.height, height: size.width } : size;

/** The scale of a zoom in a room; fitting enlarges a page to twice its size at most. */
export function scaleFor(zoom: Zoom, size: Size, turn: Turn, room: Size): number {
  if (zoom.kind === 'scale') return zoom.scale;
  const { width, height } = turned(size, turn);
  const byWidth = (room.width - 2 * margin) / width;
  const byHeight = (room.height - 2 * margin) / height;
  const fitting = zoom.kind === 'width' ? byWidth : Math.min(byWidth, byHeight);
  return Math.min(2, Math.max(0.02, fitting));
}

export function stepped(scale: number, direction: 'in' | 'out'): number {
  // With tolerance, so that a fitted 0.5 does not step to 0.5.
  if (direction === 'in') return steps.find((step) => step > scale * 1.01) ?? scale;
  return steps.findLast((step) => step < scale * 0.99) ?? scale;
}

export function turnedOn(turn: Turn, direction: 'left' | 'right'): Turn {
  const turns: readonly Turn[] = [0, 90, 180, 270];
  const at = turns.indexOf(turn) + (direction === 'right' ? 1 : 3);
  return turns[at % 4] ?? 0;
}

export type PageView = ReturnType<typeof usePageView>;

/** Zoom, turn and page of the picture, with their keys. @param prepared the first page's size; null without a picture */
export function usePageView(
  prepared: PageSize | null,
  room: Size | null,
  canvas: RefObject<HTMLElement | null>,
) {
  const [pageSize, setPageSize] = useState<PageSize | null>(null);
  const [zoom, setZoom] = useState<Zoom>({ kind: 'page' });
  const [turn, setTurn] = useState<Turn>(0);
  const [page, setPage] = useState(1);
  const enabled = prepared !== null;
  const size = prepared === null ? null : (pageSize ?? prepared);
  const pages = size?.pages ?? null;
  const scale = size === null || room === null ? null : scaleFor(zoom, size, turn, room);
  const noteSize = useCallback((shown: PageSize) => {
    setPageSize((before) =>
      before?.width === shown.width && before.height === shown.height && before.pages === shown.pages
        ? before
        : shown,
    );
  }, []);
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
  return { size, pages, scale, zoom, turn, page, noteSize, step, setZoom, rotate, goTo };
}

/** The share of the visible page that one key scrolls. */
const share = 0.4;

function usePanning(
  element: RefObject<HTMLElement | null>,
  enabled: boolean,
  onWheelZoom: (direction: 'in' | 'out') => void,
): void {
  const move = (across: number, down: number) => {
    const area = element.current;
    area?.scrollBy(across * share * area.clientWidth, down * share * area.clientHeight);
  };
  useShortcut(shortcutKeys.panUp, () => move(0, -1), { enabled });
  useShortcut(shortcutKeys.panDown, () => move(0, 1), { enabled });
  useShortcut(shortcutKeys.panLeft, () => move(-1, 0), { enabled });
  useShortcut(shortcutKeys.panRight, () => move(1, 0), { enabled });

  useEffect(() => {
    const area = element.current;
    if (area === null || !enabled) return undefined;
    let last: { x: number; y: number } | null = null;
    const begin = (event: PointerEvent) => {
      // Scroll bars are not part of the page.
      const onBar = event.offsetX > area.clientWidth || event.offsetY > area.clientHeight;
      const onControl = event.target instanceof Element && event.target.closest('button,a') !== null;
      if (event.button !== 0 || onControl || (event.target === area && onBar)) return;
      last = { x: event.clientX, y: event.clientY };
      area.setPointerCapture(event.pointerId);
    };
    const drag = (event: PointerEvent) => {
      if (last === null) return;
      area.scrollBy({ left: last.x - event.clientX, top: last.y - event.clientY, behavior: 'instant' });
      last = { x: event.clientX, y: event.clientY };
    };
    const end = () => {
      last = null;
    };
    const turnWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onWheelZoom(event.deltaY < 0 ? 'in' : 'out');
    };
    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener('pointerdown', begin, { signal });
    area.addEventListener('pointermove', drag, { signal });
    area.addEventListener('pointerup', end, { signal });
    area.addEventListener('pointercancel', end, { signal });
    area.addEventListener('wheel', turnWheel, { passive: false, signal });
    return () => listening.abort();
  }, [element, enabled, onWheelZoom]);
}

export interface ShownPage {
  jobId: string;
  address: string;
  page: number;
  turn: Turn;
}

/** The page on the screen, for the check on this computer. */
export const useShownPage = create<{ shown: ShownPage | null }>(() => ({ shown: null }));
