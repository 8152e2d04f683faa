import { describe, expect, it } from 'vitest';
import { createCheckRuns } from '#main/watcher/check-run.ts';
import type { CheckOutcome } from '#main/watcher/watcher.ts';
import type { CheckRun } from '#shared/ipc/checks.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function situation(concurrency = 2) {
  const open: { subject: string; end: (outcome: CheckOutcome | Error) => Promise<void> }[] = [];
  const told: CheckRun[] = [];
  const faults: unknown[] = [];
  let canRead = true;
  const runs = createCheckRuns({
    check(_kind, subject) {
      if (subject === 'cannot be read') throw new Error('The database connection is not open');
      const { promise, resolve, reject } = Promise.withResolvers<CheckOutcome>();
      open.push({
        subject,
        async end(outcome) {
          open.splice(
            open.findIndex((one) => one.subject === subject),
            1,
          );
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
          await settled();
        },
      });
      return promise;
    },
    concurrency: () => concurrency,
    canRead: () => canRead,
    blockedReason: () => 'The service can’t be reached.',
    onProgress: (run) => told.push(run),
    onFault: (error) => faults.push(error),
  });
  const end = (outcome: CheckOutcome | Error) => open[0]?.end(outcome);
  return { runs, open, told, faults, end, forbid: () => (canRead = false) };
}

const asked = (open: { subject: string }[]) => open.map(({ subject }) => subject);

describe('looking at many results now', () => {
  it('asks for a few at a time, counts what came, and ends', async () => {
    const { runs, open, told, end } = situation();
    expect(runs.begin('verification', ['a', 'b', 'c', 'a'])).toMatchObject({
      total: 3,
      done: 0,
      ended: false,
    });
    expect(asked(open)).toEqual(['a', 'b']);
    await end({ kind: 'final' });
    expect(asked(open)).toEqual(['b', 'c']);
    await end({ kind: 'open' });
    await end({ kind: 'unknown_id', problem: 'Not known.' });
    expect(told.at(-1)).toEqual({
      list: 'verifications',
      total: 3,
      done: 3,
      final: 1,
      problems: 1,
      notAsked: 0,
      reason: null,
      ended: true,
    });
    expect(told.filter(({ ended }) => ended)).toHaveLength(1);
  });

  it('lets more of the same list join, each once, and none of another list', async () => {
    const { runs, open, end } = situation(1);
    runs.begin('document', ['a', 'b']);
    expect(runs.begin('verification', ['x'])).toBeNull();
    expect(runs.begin('document', ['b', 'c'])).toMatchObject({ total: 3 });
    for (const subject of ['a', 'b', 'c']) {
      expect(asked(open)).toEqual([subject]);
      await end({ kind: 'open' });
    }
    expect(runs.latest()).toMatchObject({ done: 3, ended: true });
    expect(runs.begin('verification', ['x'])).toMatchObject({ list: 'verifications', total: 1 });
  });

  it('asks for no more once it is stopped, and says how many were left', async () => {
    const { runs, open, end } = situation();
    runs.begin('document', ['a', 'b', 'c', 'd']);
    runs.stop();
    expect(runs.latest()).toMatchObject({ notAsked: 2, ended: false, reason: 'You stopped it.' });
    await end({ kind: 'open' });
    await end({ kind: 'open' });
    expect(open).toEqual([]);
    expect(runs.latest()).toMatchObject({ done: 2, notAsked: 2, ended: true });
  });

  it('ends with what the service said where nothing can be asked any more', async () => {
    const { runs, open, end, forbid } = situation(1);
    runs.begin('document', ['a', 'b', 'c']);
    forbid();
    await end({ kind: 'not_made', error: { code: 'unreachable', message: 'Busy.' } });
    expect(open).toEqual([]);
    expect(runs.latest()).toMatchObject({ done: 0, notAsked: 3, reason: 'Busy.', ended: true });
  });

  it('says what keeps it from asking where the service said nothing', async () => {
    const { runs, end, forbid } = situation(1);
    runs.begin('document', ['a', 'b', 'c']);
    await end({ kind: 'final' });
    forbid();
    await end({ kind: 'not_made', error: null });
    const reason = 'The service can’t be reached.';
    expect(runs.latest()).toMatchObject({ done: 1, notAsked: 2, reason, ended: true });
  });

  it('goes on past a result that cannot be stored', async () => {
    const { runs, faults, end } = situation(1);
    runs.begin('document', ['a', 'b']);
    await end(new Error('disk full'));
    await end({ kind: 'final' });
    expect(faults).toHaveLength(1);
    expect(runs.latest()).toMatchObject({ done: 1, notAsked: 1, final: 1, ended: true });
  });

  it('goes on past one that cannot even be begun', async () => {
    const { runs, open, faults, end } = situation(1);
    runs.begin('document', ['cannot be read', 'b']);
    await settled();
    expect(faults).toHaveLength(1);
    expect(asked(open)).toEqual(['b']);
    await end({ kind: 'final' });
    expect(runs.latest()).toMatchObject({ done: 1, notAsked: 1, ended: true });
  });

  it('begins none of those that wait once it is closed, whatever comes of the ones under way', async () => {
    const { runs, open, end } = situation();
    runs.begin('document', ['a', 'b', 'c', 'd', 'cannot be read']);
    runs.close();
    expect(asked(open)).toEqual(['a', 'b']);
    await end({ kind: 'not_made', error: null });
    await end({ kind: 'not_made', error: null });
    expect(open).toEqual([]);
    expect(runs.latest()).toMatchObject({ done: 0, notAsked: 5, reason: null, ended: true });
    expect(runs.begin('document', ['e'])).toMatchObject({ total: 5, ended: true });
    expect(open).toEqual([]);
  });
});
