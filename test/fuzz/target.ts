import fc from 'fast-check';

/** Something that takes what comes from outside, and what has to hold whatever comes. */
export interface FuzzTarget {
  name: string;
  /** Makes what all cases need. */
  open(): Promise<OpenTarget>;
}

/** A target that is ready: one property, see {@link casesOf}. */
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
export function casesOf<T>(
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
  /** The most that one case took of the main thread, in ms; the wall clock says little where others work too. */
  slowestMs: number;
  /** What failed, with the case; null where nothing did. */
  failure: string | null;
}

/** A case that takes longer than this of the main thread hangs, ms. */
const hangsMs = 1000;

/** Lives through `cases` cases; the first one that fails ends the run. */
export async function runTarget(target: FuzzTarget, cases: number, seed: number): Promise<FuzzResult> {
  const opened = await target.open();
  let slowestMs = 0;
  try {
    const details = await fc.check(
      fc.asyncProperty(opened.cases, async (one) => {
        const before = process.threadCpuUsage();
        await one.live();
        const { user, system } = process.threadCpuUsage(before);
        const tookMs = (user + system) / 1000;
        if (!one.takesLong) slowestMs = Math.max(slowestMs, tookMs);
        if (tookMs > hangsMs && !one.takesLong) throw new Error(`It took ${tookMs.toFixed(0)} ms.`);
      }),
      { numRuns: cases, seed, endOnFailure: true },
    );
    const { errorInstance: cause } = details;
    const failure = details.failed
      ? [cause instanceof Error ? cause.stack : String(cause), fc.defaultReportMessage(details)].join('\n')
      : null;
    return { fuzz: target.name, cases: details.numRuns, seed, slowestMs: Math.round(slowestMs), failure };
  } finally {
    await opened.close();
  }
}
