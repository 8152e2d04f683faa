/** A quarter turn to the right, how many degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface PageSize {
  width: number;
  height: number;
  pages: number;
}

/** How large a page is shown: as a whole, as wide as there is room, or at a scale of one's own. */
export type Zoom = { kind: 'page' } | { kind: 'width' } | { kind: 'scale'; scale: number };

/** Room left around a page, in CSS pixels. */
const margin = 32;
const steps = [0.1, 0.15, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

/** A size with its sides changed over where the page stands on its side. */
export function turned(
  size: { width: number; height: number },
  turn: Turn,
): { width: number; height: number } {
  return turn === 90 || turn === 270 ? { width: size.height, height: size.width } : size;
}

/** The scale that a zoom comes to in the room there is; a page is not blown up over twice its size to fit. */
export function scaleFor(
  zoom: Zoom,
  size: { width: number; height: number },
  turn: Turn,
  room: { width: number; height: number },
): number {
  if (zoom.kind === 'scale') return zoom.scale;
  const { width, height } = turned(size, turn);
  const byWidth = (room.width - 2 * margin) / width;
  const byHeight = (room.height - 2 * margin) / height;
  const fitting = zoom.kind === 'width' ? byWidth : Math.min(byWidth, byHeight);
  return Math.min(2, Math.max(0.02, fitting));
}

/** The next larger or smaller of the fixed steps. */
export function stepped(scale: number, direction: 'in' | 'out'): number {
  // A hair's breadth, so that a fitted 0.5 does not step to 0.5.
  if (direction === 'in') return steps.find((step) => step > scale * 1.01) ?? scale;
  return steps.findLast((step) => step < scale * 0.99) ?? scale;
}

/** A quarter turn on. */
export function turnedOn(turn: Turn, direction: 'left' | 'right'): Turn {
  const turns: readonly Turn[] = [0, 90, 180, 270];
  const at = turns.indexOf(turn) + (direction === 'right' ? 1 : 3);
  return turns[at % 4] ?? 0;
}
