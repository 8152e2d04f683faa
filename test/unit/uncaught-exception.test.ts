import { describe, expect, it } from 'vitest';
import {
  createUncaughtExceptionHandler,
  uncaughtExceptionMessage,
} from '#main/desktop/uncaught-exception.ts';
import { createFakeClock } from '#test/fake-clock.ts';

function app({
  stop = () => Promise.resolve(),
  damage = false,
}: {
  stop?: () => Promise<void>;
  damage?: boolean;
}) {
  const did: string[] = [];
  const clock = createFakeClock();
  const heard = createUncaughtExceptionHandler({
    clock,
    handleCorruption: () => damage,
    write: (event, detail) => did.push(`${event} ${JSON.stringify(detail)}`),
    stop: (graceMs) => {
      did.push(`stop within ${graceMs}`);
      return stop();
    },
    showError: () => did.push('tell'),
    leave: () => did.push('leave'),
  });
  const turn = async () => {
    for (let times = 0; times < 20; times += 1) await Promise.resolve();
  };
  return { did, heard, clock, turn };
}

describe('an error that nobody took', () => {
  it('is noted without its message; what is under way is settled, the person told, and the app ended', async () => {
    const { did, heard, turn } = app({});
    heard(Object.assign(new TypeError('secret of a person'), { code: 'ERR_X' }));
    await turn();
    expect(did).toEqual([
      'not_caught {"error":"TypeError","code":"ERR_X"}',
      'stop within 1000',
      'tell',
      'leave',
    ]);
    expect(did.join()).not.toContain('secret');
  });

  it('ends the app all the same where the data does not close, and once only', async () => {
    const { did, heard, clock, turn } = app({ stop: () => new Promise(() => undefined) });
    heard(new Error('one'));
    heard('two');
    await turn();
    expect(did.filter((what) => what === 'leave')).toEqual([]);
    clock.advance(11_000);
    await turn();
    expect(did.filter((what) => !what.startsWith('not_caught'))).toEqual([
      'stop within 1000',
      'tell',
      'leave',
    ]);
    expect(did.filter((what) => what.startsWith('not_caught'))).toHaveLength(2);
  });

  it('ends the app where closing fails', async () => {
    const { did, heard, turn } = app({ stop: () => Promise.reject(new RangeError('x')) });
    heard(new Error('one'));
    await turn();
    expect(did.slice(-3)).toEqual(['not_settled {"error":"RangeError","code":null}', 'tell', 'leave']);
  });

  it('does not end the app where it says that the workspace’s data is damaged', async () => {
    const { did, heard, turn } = app({ damage: true });
    heard(new Error('database disk image is malformed'));
    await turn();
    expect(did).toEqual([]);
  });

  it('is told in words that say what becomes of the work', () => {
    expect(uncaughtExceptionMessage.detail).toContain('Nothing already queued is lost.');
  });
});
