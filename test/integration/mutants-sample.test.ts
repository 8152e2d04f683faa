import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#test/chaos/random.ts';
import { readMutants, sampleMutants } from '#test/mutants/list.ts';
import { runMutants } from '#test/mutants/run.ts';

const sample = 2;
const day = Math.floor(Date.now() / (24 * 60 * 60 * 1000));

describe('a sample of the lines that are broken on purpose', () => {
  it('is noticed by their tests; each day another one', async () => {
    const quick = readMutants(join(import.meta.dirname, '../..')).filter(
      ({ named, built, tests }) => named !== undefined && built === undefined && tests.length === 1,
    );
    const chosen = sampleMutants(quick, sample, createRandom(day));
    const lines: string[] = [];
    const report = await runMutants(chosen, (line) => void lines.push(line));
    expect(report, lines.join('\n')).toEqual({ mutants: sample, killed: sample, survived: 0, broken: 0 });
  });
});
