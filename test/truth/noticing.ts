import type { NetworkState } from './network.ts';

/** How long it took until the screen said what had changed, in milliseconds. */
export interface Noticed {
  times: number;
  medianMs: number;
  p95Ms: number;
}

/** What a person does that the sync block has to say. */
export type Said = 'pause' | 'resume' | 'work_offline' | 'work_online' | 'work';

/** By which title a change is noticed; null where none has to say it. */
const titles: Record<NetworkState | Said, RegExp | null> = {
  open: /^(Online|Sending|[\d,]+ will retry)/,
  refuse: /^Offline/,
  black_hole: /^(Offline|Connecting|Checking)/,
  reset: /^(Offline|Connecting|Checking)/,
  drop_answer: null,
  unauthorized: /^Signed out/,
  too_many: /^Service is busy/,
  unavailable: /^Service (is busy|has trouble)/,
  portal: /^(Offline|Network sign-in)/,
  slow: null,
  pause: /^Paused/,
  resume: /^(?!Paused)/,
  work_offline: /^Working offline/,
  work_online: /^(?!Working offline)/,
  work: null,
};

/** Measures how soon changes are said. A change that another one follows before it is said does not count. */
export function createNoticing() {
  const times: Record<string, number[]> = {};
  let expected: { change: NetworkState | Said; title: RegExp; since: number } | null = null;
  return {
    expect(change: NetworkState | Said): void {
      const title = titles[change];
      if (change !== 'work') expected = title === null ? null : { change, title, since: Date.now() };
    },
    look(title: string, at: number): void {
      if (expected === null || !expected.title.test(title)) return;
      (times[expected.change] ??= []).push(Math.max(0, at - expected.since));
      expected = null;
    },
    report(): Record<string, Noticed> {
      return Object.fromEntries(
        Object.entries(times).map(([change, all]) => {
          const sorted = all.toSorted((a, b) => a - b);
          const at = (share: number) =>
            sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
          return [change, { times: sorted.length, medianMs: at(0.5), p95Ms: at(0.95) }];
        }),
      );
    },
  };
}
