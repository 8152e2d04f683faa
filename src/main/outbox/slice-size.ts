/** How many rows bulk work takes at once, between which and how long that may last, in milliseconds. */
export interface SliceLimits {
  fewest: number;
  most: number;
  ms: number;
}

const first = 200;
/** A slice that went fast makes the next one larger by no more than this, since the next may go slowly again. */
const growth = 1.25;

/** Adapts how many rows are written before others get their turn. */
export function createSliceSize({ fewest, most, ms }: SliceLimits): {
  rows(): number;
  /** How long so many rows as `rows` said took, in milliseconds. */
  took(elapsed: number): void;
} {
  let size = first;
  return {
    rows: () => size,
    took(elapsed) {
      const next = Math.round(size * Math.min(growth, ms / Math.max(elapsed, 1)));
      size = Math.max(fewest, Math.min(most, next));
    },
  };
}
