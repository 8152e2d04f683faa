import { describe, expect, it } from 'vitest';
import { createGracefulShutdown, quitMessage, type QuitChoice } from '#main/desktop/graceful-shutdown.ts';
import { createFakeClock } from '#test/fake-clock.ts';

/** An app with requests under way, which end when the test says so. */
function app({
  underWay = 0,
  stop = () => Promise.resolve(),
}: { underWay?: number; stop?: () => Promise<void> } = {}) {
  const clock = createFakeClock();
  const did: string[] = [];
  let left = underWay;
  let quietWaiters: (() => void)[] = [];
  let choose: (choice: QuitChoice) => void = () => undefined;
  let signal: AbortSignal | null = null;
  const order = createGracefulShutdown({
    clock,
    underWay: () => left,
    setSuspended: (on) => did.push(on ? 'stand still' : 'go on'),
    whenIdle: (withinMs) =>
      left === 0
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            quietWaiters.push(() => resolve(true));
            clock.after(withinMs, () => resolve(left === 0));
          }),
    ask: (count, taken) => {
      did.push(`ask about ${count}`);
      signal = taken;
      return new Promise((resolve) => {
        choose = resolve;
      });
    },
    stop: (graceMs) => {
      did.push(`stop within ${graceMs}`);
      return stop();
    },
    leave: () => did.push('leave'),
    onFault: (error) => did.push(`fault ${error instanceof Error ? error.message : ''}`),
  });
  const turn = async () => {
    for (let times = 0; times < 20; times += 1) await Promise.resolve();
  };
  return {
    did,
    order,
    turn,
    taken: () => signal?.aborted ?? false,
    pass: async (ms: number) => {
      await turn();
      clock.advance(ms);
      await turn();
    },
    answered: async () => {
      left = 0;
      for (const told of quietWaiters) told();
      quietWaiters = [];
      await turn();
    },
    choose: async (choice: QuitChoice) => {
      choose(choice);
      await turn();
    },
  };
}

describe('quitting', () => {
  it('asks nothing where nothing is under way, and closes in order', async () => {
    const { did, order, turn } = app();
    order.asked();
    expect(order.mayLeave()).toBe(false);
    await turn();
    expect(did).toEqual(['stand still', 'stop within 5000', 'leave']);
    expect(order.mayLeave()).toBe(true);
  });

  it('waits a moment for what is under way, without a word', async () => {
    const { did, order, pass, answered } = app({ underWay: 2 });
    order.asked();
    await pass(1500);
    await answered();
    expect(did).toEqual(['stand still', 'stop within 5000', 'leave']);
  });

  it('asks where it takes longer, and once only however often the person quits', async () => {
    const { did, order, pass } = app({ underWay: 2 });
    order.asked();
    order.asked();
    await pass(2000);
    order.asked();
    await pass(1000);
    expect(did).toEqual(['stand still', 'ask about 2']);
  });

  it('takes the question back and quits when the answers come meanwhile', async () => {
    const { did, order, pass, answered, taken } = app({ underWay: 1 });
    order.asked();
    await pass(2000);
    await answered();
    expect(taken()).toBe(true);
    expect(did.slice(1)).toEqual(['ask about 1', 'stop within 5000', 'leave']);
  });

  it('goes on where the person stays, and can be asked to quit again', async () => {
    const { did, order, pass, choose } = app({ underWay: 1 });
    order.asked();
    await pass(2000);
    await choose('stay');
    expect(did).toEqual(['stand still', 'ask about 1', 'go on']);
    expect(order.mayLeave()).toBe(false);
    order.asked();
    await pass(2000);
    expect(did.slice(3)).toEqual(['stand still', 'ask about 1']);
  });

  it('hangs up at once where the person quits now', async () => {
    const { did, order, pass, choose } = app({ underWay: 1 });
    order.asked();
    await pass(2000);
    await choose('now');
    expect(did.slice(2)).toEqual(['stop within 0', 'leave']);
  });

  it('waits as long as an answer may take where the person waits, and no longer', async () => {
    const { did, order, pass, choose } = app({ underWay: 1 });
    order.asked();
    await pass(2000);
    await choose('wait');
    await pass(60_000);
    expect(did).not.toContain('leave');
    await pass(6000);
    expect(did.slice(2)).toEqual(['stop within 5000', 'leave']);
  });

  it('quits by itself where nobody answers the question', async () => {
    const { did, order, pass } = app({ underWay: 1 });
    order.asked();
    await pass(2000);
    await pass(66_000);
    expect(did.slice(2)).toEqual(['stop within 0', 'leave']);
  });

  it('never hangs, even where the data cannot be closed', async () => {
    const { did, order, pass } = app({ stop: () => new Promise(() => undefined) });
    order.asked();
    await pass(14_000);
    expect(did).not.toContain('leave');
    await pass(2000);
    expect(did.at(-1)).toBe('leave');
  });

  it('notes a fault and quits all the same', async () => {
    const { did, order, turn } = app({ stop: () => Promise.reject(new Error('no disk')) });
    order.asked();
    await turn();
    expect(did.slice(1)).toEqual(['stop within 5000', 'fault no disk', 'leave']);
  });

  it('asks nobody when the system ends the session, and takes an open question back', async () => {
    const { did, order, pass, turn, taken } = app({ underWay: 3 });
    order.asked();
    await pass(2000);
    order.sessionEnds();
    await turn();
    expect(taken()).toBe(true);
    expect(did.slice(2)).toEqual(['stand still', 'stop within 1000', 'leave']);
  });

  it('says what is under way and what becomes of it', () => {
    expect(quitMessage(1).message).toBe('1 item is being sent.');
    expect(quitMessage(3)).toMatchObject({ message: '3 items are being sent.' });
    expect(quitMessage(3).detail).toContain('“May have been sent”');
  });
});
