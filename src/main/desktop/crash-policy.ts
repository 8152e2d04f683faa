import type { Clock } from '../clock.ts';

/** What is done about a window whose page is gone. */
export type AfterCrash = 'nothing' | 'reload' | 'ask';

export type CrashPolicy = ReturnType<typeof createCrashPolicy>;

/** So many reloads in that time happen by themselves; after that the person is asked, so that no window flickers for ever. */
const maxReloads = 3;
const withinMs = 10 * 60 * 1000;

/** A page that crashed is loaded again where it was: what was enqueued and drafts are in the main process, not in it. */
export function createCrashPolicy(clock: Clock) {
  let reloads: number[] = [];
  return {
    /** `reason` is Electron's word for why the page's process ended. */
    gone(reason: string): AfterCrash {
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
