import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, it, onTestFinished, vi } from 'vitest';
import { makeTemplate, startMachine, type Machine } from './model/machine.ts';
import { anyPoisonedStory, liveWithPoison } from './model/poisoned-story.ts';
import { anyChainStory, anyStory, live } from './model/story.ts';

vi.mock(import('#main/service-client/transport.ts'), async (original) => ({
  ...(await original()),
  createTransport: (await import('./model/fake-service.ts')).transportOfFake,
}));

/** A few stories in every run, many in the nights. */
const lives = [
  { runs: 10, tags: [] },
  { runs: Number(process.env['GANGWAY_MODEL_RUNS'] ?? '100'), tags: ['nightly'] },
];

describe.each(lives)('the outbox, whatever happens in whatever order, $runs times', ({ runs, tags }) => {
  it(
    'loses nothing, sends no invite twice unasked, keeps still when it must, and comes to an end',
    { tags, timeout: 60_000 + runs * 4000 },
    () => assertHolds(anyStory, live, runs),
  );

  it(
    'lets one of the items that correct one another leave at most, unless a person asks for another',
    { tags, timeout: 60_000 + runs * 4000 },
    () => assertHolds(anyChainStory, live, runs),
  );

  it(
    'sends what would be accepted within a bounded time, whatever the others are answered',
    { tags, timeout: 60_000 + runs * 4000 },
    () => assertHolds(anyPoisonedStory, liveWithPoison, Math.ceil(runs / 5)),
  );
});

/** Lives each of so many stories on a machine of its own. */
async function assertHolds<Story>(
  stories: fc.Arbitrary<Story>,
  liveIt: (machine: Machine, story: Story) => Promise<void>,
  numRuns: number,
): Promise<void> {
  const template = await makeTemplate();
  onTestFinished(() => {
    rmSync(template, { recursive: true, force: true });
  });
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const machine = await startMachine(template);
      try {
        await liveIt(machine, story);
      } finally {
        await machine.discard();
      }
    }),
    { numRuns, unbiased: true },
  );
}
