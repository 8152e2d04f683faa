import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entryKind } from '#shared/outbox/outbox.ts';
import { driverRuns, firstFinding } from '#test/driver-run.ts';

const report = z.object({
  rounds: z.number(),
  enqueued: z.number(),
  applied: z.number(),
  lost: z.number(),
  sentTwiceUnasked: z.record(entryKind, z.number()),
  sentBesideCorrection: z.number(),
  stuck: z.number(),
  wrongState: z.number(),
  takenForOlderCopy: z.number(),
  tokenLeaks: z.number(),
  endedUnasked: z.number(),
  faults: z.number(),
});

const nightly = { tags: ['nightly'] };

/** An attack that finds nothing is short in every run, and long in the nights. */
const attacks = [
  { ofRounds: 5, atLeast: { enqueued: 12, applied: 4 }, options: {} },
  { ofRounds: 12, atLeast: { enqueued: 30, applied: 10 }, options: nightly },
];

const run = driverRuns({ main: 'chaos/main.ts', brokenBuilds: 'chaos/broken-builds' }, report);
const chaos = (ofRounds: number, seed: number, brokenBuild?: string) =>
  run(['--rounds', String(ofRounds), '--seed', String(seed)], brokenBuild);

/** A short attack on a broken build, repeated until it found what was looked for. */
const searched = (brokenBuild: string, isFound: (found: z.infer<typeof report>) => boolean) =>
  firstFinding(
    (seed) => chaos(4, seed, brokenBuild),
    ({ found }) => isFound(found),
  );

describe('the attack on the outbox', () => {
  for (const { ofRounds, atLeast, options } of attacks)
    it(
      `finds that nothing is lost and nothing sent twice while the app is killed, paused, cut off and lied to, in ${ofRounds} rounds`,
      options,
      async () => {
        const { exitCode, found, printed } = await chaos(ofRounds, 2026);
        expect(found, printed).toMatchObject({
          rounds: ofRounds,
          lost: 0,
          sentTwiceUnasked: { invite: 0, verification: 0 },
          sentBesideCorrection: 0,
          stuck: 0,
          wrongState: 0,
          takenForOlderCopy: 0,
          tokenLeaks: 0,
          endedUnasked: 0,
          faults: 0,
        });
        expect(exitCode).toBe(0);
        // Otherwise the attack was none.
        expect(found.enqueued).toBeGreaterThan(atLeast.enqueued);
        expect(found.applied).toBeGreaterThan(atLeast.applied);
      },
    );

  for (const [what, brokenBuild, options] of [
    ['sends an invite again that may have been sent', 'doubt-is-sent-again', {}],
    ['does not write down an attempt before it begins', 'attempt-in-memory', nightly],
  ] as const)
    it(`counts emails sent twice where the app ${what}`, options, async () => {
      const { exitCode, found, printed } = await searched(
        brokenBuild,
        (run) => run.sentTwiceUnasked.invite > 0,
      );
      expect(found.sentTwiceUnasked.invite, printed).toBeGreaterThan(0);
      expect(found).toMatchObject({ lost: 0, endedUnasked: 0, faults: 0 });
      expect(exitCode).toBe(1);
    });

  it(
    'counts verifications submitted twice where the app submits one again that may have been submitted',
    nightly,
    async () => {
      const { exitCode, found, printed } = await searched(
        'verification-goes-again',
        (run) => run.sentTwiceUnasked.verification > 0,
      );
      expect(found.sentTwiceUnasked.verification, printed).toBeGreaterThan(0);
      expect(found).toMatchObject({ lost: 0, sentTwiceUnasked: { invite: 0 }, endedUnasked: 0, faults: 0 });
      expect(exitCode).toBe(1);
    },
  );

  it('counts corrections that are sent beside what they correct', nightly, async () => {
    const { exitCode, found, printed } = await firstFinding(
      (seed) => chaos(12, seed, 'corrections-leave-both'),
      (run) => run.found.sentBesideCorrection > 0,
    );
    expect(found.sentBesideCorrection, printed).toBeGreaterThan(0);
    expect(found).toMatchObject({ lost: 0, sentTwiceUnasked: { invite: 0 }, endedUnasked: 0, faults: 0 });
    expect(exitCode).toBe(1);
  });

  it('counts an app that ends by itself, although it starts again as after a kill', nightly, async () => {
    const { exitCode, found, printed } = await searched('crash-after-enqueue', (run) => run.endedUnasked > 0);
    expect(found.endedUnasked, printed).toBeGreaterThan(0);
    expect(found).toMatchObject({ lost: 0, sentTwiceUnasked: { invite: 0 } });
    expect(exitCode).toBe(1);
  });

  it('counts the faults that the app reports of itself', nightly, async () => {
    const { exitCode, found, printed } = await searched('fault-in-enqueue', (run) => run.faults > 0);
    expect(found.faults, printed).toBeGreaterThan(0);
    expect(found).toMatchObject({ lost: 0, sentTwiceUnasked: { invite: 0 }, endedUnasked: 0 });
    expect(exitCode).toBe(1);
  });
});
