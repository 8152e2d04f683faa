import type { Clock, Timer } from '../clock.ts';

interface BadgeDeps {
  clock: Clock;
  /** How many items need the person; null while unknown. */
  count(): Promise<number | null>;
  wanted(): boolean;
  show(count: number): void;
}

/** Changes within this time draw one badge. */
const gatheringMs = 400;

/** Keeps the number on the app's icon up to date. */
export function createBadge(deps: BadgeDeps) {
  let shown = 0;
  let timer: Timer | null = null;
  let counting = false;
  let again = false;
  let stopped = false;

  async function draw(): Promise<void> {
    counting = true;
    const count = deps.wanted() ? await deps.count() : 0;
    counting = false;
    if (stopped) return;
    if (count !== null && count !== shown) {
      shown = count;
      deps.show(count);
    }
    if (again) plan();
  }

  function plan(): void {
    again = counting;
    if (counting || timer !== null || stopped) return;
    timer = deps.clock.after(gatheringMs, () => {
      timer = null;
      void draw();
    });
  }

  return {
    changed: plan,
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}

/** The badge for screen readers. */
export const badgeText = (count: number): string =>
  count === 1 ? '1 item needs you' : `${count} items need you`;

/** Width and height of a small icon in points (ITaskbarList3::SetOverlayIcon). */
const points = 16;

/** Blue, green, red. */
const accent = [0x6a, 0x5a, 0x0e];
const ink = [0xff, 0xff, 0xff];

/** The signs for one, two and so on, with ink for each #; the last means more. */
const signs: readonly (readonly string[])[] = [
  ['..#..', '.##..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  ['.###.', '#...#', '....#', '...#.', '..#..', '.#...', '#####'],
  ['#####', '...#.', '..#..', '...#.', '....#', '#...#', '.###.'],
  ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
  ['#####', '#....', '####.', '....#', '....#', '#...#', '.###.'],
  ['..##.', '.#...', '#....', '####.', '#...#', '#...#', '.###.'],
  ['#####', '....#', '...#.', '..#..', '.#...', '.#...', '.#...'],
  ['.###.', '#...#', '#...#', '.###.', '#...#', '#...#', '.###.'],
  ['.###.', '#...#', '#...#', '.####', '....#', '...#.', '.##..'],
  ['.##.....', '#..#....', '#..#..#.', '.###.###', '...#..#.', '..#.....', '.#......'],
];

/**
 * The overlay icon for Windows: the number (or `9+`) on a disc, as premultiplied BGRA. @param scale pixels per point
 */
export function badgePicture(
  count: number,
  scale: number,
): { pixels: Buffer; width: number; height: number } {
  const grain = Math.max(1, Math.ceil(scale));
  const size = points * grain;
  const sign = signs[Math.min(count, signs.length) - 1] ?? [];
  const left = Math.floor((points - (sign[0]?.length ?? 0)) / 2);
  const top = Math.floor((points - sign.length) / 2);
  const middle = (size - 1) / 2;
  const pixels = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      // The edge is softened over one pixel.
      const cover = Math.max(0, Math.min(1, size / 2 - Math.hypot(x - middle, y - middle)));
      const written = sign[Math.floor(y / grain) - top]?.[Math.floor(x / grain) - left] === '#';
      const colour = [...(written ? ink : accent), 0xff];
      pixels.set(
        colour.map((part) => Math.round(part * cover)),
        (y * size + x) * 4,
      );
    }
  }
  return { pixels, width: size, height: size };
}
