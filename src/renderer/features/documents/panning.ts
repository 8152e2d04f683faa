import { useEffect, type RefObject } from 'react';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';

/** How much of what is in sight one key moves on. */
const share = 0.4;

/** Moves a page that is larger than its room: by dragging it, and by Ctrl or Cmd with an arrow. */
export function usePanning(
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
      // The scroll bars of the area are no part of the page.
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
    area.addEventListener('pointerdown', begin);
    area.addEventListener('pointermove', drag);
    area.addEventListener('pointerup', end);
    area.addEventListener('pointercancel', end);
    area.addEventListener('wheel', turnWheel, { passive: false });
    return () => {
      area.removeEventListener('pointerdown', begin);
      area.removeEventListener('pointermove', drag);
      area.removeEventListener('pointerup', end);
      area.removeEventListener('pointercancel', end);
      area.removeEventListener('wheel', turnWheel);
    };
  }, [element, enabled, onWheelZoom]);
}
