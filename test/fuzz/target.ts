import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';

/** Something that takes what comes from outside, and what has to hold whatever comes. */
export interface FuzzTarget {
  name: string;
  /** Its cases take many times longer than those of others, so fewer of them are lived through. */
  slow?: true;
  /** Makes what all cases need. */
  open(): Promise<OpenTarget>;
}

/** A target that is ready: one property, see {@link getCases}. */
export interface OpenTarget {
  cases: fc.Arbitrary<LiveCase>;
  close(): Promise<void>;
}

/** One case, as it is printed where it fails, and how it is lived through: it throws where something does not hold. */
export interface LiveCase {
  live(): void | Promise<void>;
  /** Work that takes long by its nature, so that its time says nothing. */
  takesLong: boolean;
  [fc.toStringMethod](): string;
}

/** Cases out of values and what has to hold for each of them. */
export function getCases<T>(
  values: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
  takesLong: (value: T) => boolean = () => false,
): fc.Arbitrary<LiveCase> {
  return values.map((value) => ({
    live: () => check(value),
    takesLong: takesLong(value),
    [fc.toStringMethod]: () => fc.stringify(value).slice(0, 4000),
  }));
}

/** What a run of one target came to. */
export interface FuzzResult {
  fuzz: string;
  cases: number;
  seed: number;
  /**
   * The most that one case took of the main thread, in ms; the wall clock says little where others work too. Collecting the
   * garbage of all cases before is not its work, and is told beside it.
   */
  slowestMs: number;
  /** The most that garbage collection took within one case, in ms. */
  maxGcMs: number;
  /** What failed, with the case; null where nothing did. */
  failure: string | null;
}

/** What a case may take at most, in ms. */
export interface CaseLimits {
  /** Of the main thread: beyond it the case hangs. */
  threadMs: number;
  /** Of the wall clock: beyond it the case never answers. It is long, because others work on the computer, too. */
  wallMs: number;
}

export const defaultLimits: CaseLimits = { threadMs: 1000, wallMs: 30_000 };
/** For a run by itself: nobody waits longer than this for anything else that the app does. */
export const strictLimits: CaseLimits = { ...defaultLimits, threadMs: 200 };
/** How much more of the wall clock work gets that takes long by its nature. */
const longWork = 10;

/** Throws where a promise is not settled in time. */
async function inTime(settled: void | Promise<void>, ms: number, late: string): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(late));
  }, ms);
  try {
    await Promise.race([settled, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lives through `cases` cases; the first one that fails ends the run. */
export async function runTarget(
  target: FuzzTarget,
  cases: number,
  seed: number,
  limits: CaseLimits = defaultLimits,
): Promise<FuzzResult> {
  const opened = await target.open();
  let slowestMs = 0;
  let maxGcMs = 0;
  let gcMs = 0;
  const collections = new PerformanceObserver((seen) => {
    for (const { duration } of seen.getEntries()) gcMs += duration;
  });
  collections.observe({ entryTypes: ['gc'] });
  const details = await fc.check(
    fc.asyncProperty(opened.cases, async (one) => {
      gcMs = 0;
      const before = process.threadCpuUsage();
      const wallMs = one.takesLong ? limits.wallMs * longWork : limits.wallMs;
      await inTime(one.live(), wallMs, `It had not answered after ${wallMs} ms.`);
      const { user, system } = process.threadCpuUsage(before);
      // The observer is told of what is over a turn later.
      await nextTurn();
      const tookMs = Math.max(0, (user + system) / 1000 - gcMs);
      maxGcMs = Math.max(maxGcMs, gcMs);
      if (!one.takesLong) slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > limits.threadMs && !one.takesLong) throw new Error(`It took ${tookMs.toFixed(0)} ms.`);
    }),
    { numRuns: cases, seed, endOnFailure: true },
  );
  collections.disconnect();
  const { errorInstance: cause } = details;
  let failure = details.failed
    ? [cause instanceof Error ? cause.stack : String(cause), fc.defaultReportMessage(details)].join('\n')
    : null;
  try {
    await inTime(opened.close(), limits.wallMs, 'What all cases needed could not be put away.');
  } catch (error) {
    // After a case that never answered this is to be expected, and that case is what counts.
    failure ??= String(error);
  }
  const rounded = { slowestMs: Math.round(slowestMs), maxGcMs: Math.round(maxGcMs) };
  return { fuzz: target.name, cases: details.numRuns, seed, ...rounded, failure };
}
