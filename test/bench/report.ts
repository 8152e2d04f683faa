import { z } from 'zod';

/** One figure beside its baseline from the same run. */
export const figure = z.object({
  bench: z.string(),
  value: z.number(),
  unit: z.enum(['ms', 'per_s', 'kB', 'nodes', 'share']),
  /** What it is held against, and that one's value in the same unit. */
  baseline: z.object({ name: z.string(), value: z.number() }).nullable(),
  /** How `value` stands to the baseline or to the bar: value divided by baseline. */
  ratio: z.number().nullable(),
  /** What the design allows, where that is a figure by itself and the baseline is another. */
  bar: z.number().nullable(),
  /** How the database was told to keep its commits. */
  durability: z.enum(['FULL', 'none']),
  /** Whether the bar of the design is met; null where it sets none. */
  met: z.boolean().nullable(),
});
export type Figure = z.infer<typeof figure>;

const rounded = (value: number) => Number(value.toPrecision(4));

/** Prints a figure as one JSON object on a line of its own. */
export function report(found: Omit<Figure, 'ratio' | 'bar'> & { bar?: number }): void {
  const { baseline } = found;
  const line: Figure = {
    bench: found.bench,
    value: rounded(found.value),
    unit: found.unit,
    baseline: baseline === null ? null : { name: baseline.name, value: rounded(baseline.value) },
    ratio: baseline === null ? null : rounded(found.value / baseline.value),
    bar: found.bar ?? null,
    durability: found.durability,
    met: found.met,
  };
  console.log(JSON.stringify(line));
}

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How long one piece of work takes, in milliseconds, once for each run. */
export function timed(runs: number, work: (run: number) => void): number[] {
  return Array.from({ length: runs }, (_unused, run) => {
    const from = performance.now();
    work(run);
    return performance.now() - from;
  });
}
