import type { Clock } from '../clock.ts';

export type CrashPolicy = ReturnType<typeof createCrashPolicy>;

/** More reloads than this within the time ask the person, so that no window flickers forever. */
const maxReloads = 3;
const withinMs = 10 * 60 * 1000;

/** A page that crashed is loaded again; the queue and drafts are in the main process. */
export function createCrashPolicy(clock: Clock) {
  let reloads: number[] = [];
  return {
    /** @param reason Electron's word for why the page's process ended */
    gone(reason: string): 'nothing' | 'reload' | 'ask' {
      if (reason === 'clean-exit') return 'nothing';
      const now = clock.steady();
      reloads = reloads.filter((at) => now - at < withinMs);
      if (reloads.length >= maxReloads) return 'ask';
      reloads.push(now);
      return 'reload';
    },
  };
}

export const crashMessages = {
  gone: {
    message: 'Gangway’s window keeps closing.',
    detail:
      'Nothing already queued is lost, and sending continues. Reload the window, or quit and start Gangway again.',
  },
  silent: {
    message: 'Gangway’s window isn’t responding.',
    detail: 'Nothing already queued is lost. Wait, or reload the window. Saved drafts are kept.',
  },
} as const;
