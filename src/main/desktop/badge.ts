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
export function badgeText(count: number): string {
  return count === 1 ? '1 item needs you' : `${count} items need you`;
}
