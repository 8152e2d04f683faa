import { describe, expect, it, vi } from 'vitest';
import { createReachability } from '#main/outbox/reachability.ts';
import type { Exchange } from '#main/service-client/exchange.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { emptyAnswer } from '#test/exchange-samples.ts';

const answered: Exchange = emptyAnswer;
const refused: Exchange = { kind: 'not_sent', detail: 'ECONNREFUSED' };
const silent: Exchange = { kind: 'no_answer', detail: 'TIME_OUT' };

/** Waits until pending answers are processed. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A service that answers from `says`. Records the argument of every question. */
function createTested(random = 0.5) {
  const clock = createFakeClock();
  const says = {
    probe: (): Promise<Exchange> => Promise.resolve(refused),
    quick: (): Promise<Exchange> => Promise.resolve(silent),
    heartbeat: (): Promise<() => void> => Promise.resolve(() => undefined),
    mayAsk: true,
    mayBeat: true,
  };
  const probes: boolean[] = [];
  const quick: boolean[] = [];
  const beats: boolean[] = [];
  const hooks = { onBack: vi.fn(), onChange: vi.fn(), onSilence: vi.fn() };
  const reachability = createReachability({
    clock,
    random: () => random,
    probe(itself) {
      probes.push(itself);
      return says.probe();
    },
    quickProbe(itself) {
      quick.push(itself);
      return says.quick();
    },
    heartbeat(seen) {
      beats.push(seen);
      return says.heartbeat();
    },
    mayBeat: () => says.mayBeat,
    mayAsk: () => says.mayAsk,
    ...hooks,
  });
  /** Advances the clock and processes the answers. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  /** Milliseconds until the next question; null after the limit. */
  const untilNext = async (list: readonly boolean[], limit = 100_000) => {
    const before = list.length;
    for (let ms = 250; ms <= limit; ms += 250) {
      await pass(250);
      if (list.length > before) return ms;
    }
    return null;
  };
  return { clock, says, probes, quick, beats, hooks, reachability, pass, untilNext };
}

describe('a lost service', () => {
  it('is probed less and less often, at least every 15 seconds', async () => {
    const { clock, probes, hooks, reachability, untilNext } = createTested();
    expect(reachability.lost()).toBeNull();
    reachability.check();
    await settle();
    expect(reachability.lost()).toEqual({ since: testStart, detail: 'ECONNREFUSED' });
    const waits: (number | null)[] = [];
    for (let time = 0; time < 6; time += 1) waits.push(await untilNext(probes));
    expect(waits).toEqual([500, 1000, 2000, 4000, 7500, 7500]);
    expect(reachability.lost()?.since).toBe(testStart);
    expect(clock.wall()).toBe(testStart + 22_500);
    expect(hooks.onChange).toHaveBeenCalledTimes(7);
    expect([hooks.onBack.mock.calls, hooks.onSilence.mock.calls]).toEqual([[], []]);
  });

  it('is probed every 250 ms at most', async () => {
    const { probes, reachability, untilNext } = createTested(0);
    reachability.check();
    await settle();
    expect([await untilNext(probes), await untilNext(probes)]).toEqual([250, 250]);
  });

  it('is back with any answer, and the backoff restarts after the next loss', async () => {
    const { clock, says, probes, hooks, reachability, pass, untilNext } = createTested();
    reachability.check();
    await settle();
    await untilNext(probes);
    await untilNext(probes);
    says.probe = () => Promise.resolve(answered);
    await untilNext(probes);
    expect([reachability.lost(), hooks.onBack.mock.calls.length]).toEqual([null, 1]);
    const asked = probes.length;
    await pass(30_000);
    expect(probes).toHaveLength(asked);
    says.probe = () => Promise.resolve(refused);
    reachability.missed('ECONNRESET');
    expect(reachability.lost()).toEqual({ since: clock.wall(), detail: 'ECONNRESET' });
    expect([await untilNext(probes), await untilNext(probes)]).toEqual([500, 1000]);
    reachability.missed('EPIPE');
    expect(reachability.lost()?.detail).toBe('EPIPE');
    reachability.answered(false);
    expect([reachability.lost(), hooks.onBack.mock.calls.length]).toEqual([null, 2]);
    reachability.answered(false);
    expect(hooks.onBack).toHaveBeenCalledTimes(2);
  });

  it('is lost when a probe throws', async () => {
    const { says, reachability } = createTested();
    says.probe = () => Promise.reject(new RangeError('a bug'));
    reachability.check();
    await settle();
    expect(reachability.lost()?.detail).toBe('RangeError');
  });

  it('gets one probe at a time', async () => {
    const { says, probes, reachability, pass } = createTested();
    const answer = Promise.withResolvers<Exchange>();
    says.probe = () => answer.promise;
    reachability.check();
    reachability.check(true);
    reachability.missed('ECONNRESET');
    reachability.answered(false);
    await pass(100_000);
    expect(probes).toEqual([false]);
    answer.resolve(answered);
    await settle();
    reachability.check();
    expect(probes).toEqual([false, false]);
  });

  it('is not probed while mayAsk is false, and again afterwards', async () => {
    const { says, probes, hooks, reachability, untilNext } = createTested();
    says.probe = () => Promise.resolve(silent);
    says.mayAsk = false;
    reachability.missed('ECONNRESET');
    reachability.check(true);
    expect(await untilNext(probes, 20_000)).toBeNull();
    says.mayAsk = true;
    expect(await untilNext(probes, 20_000)).not.toBeNull();
    // The person's request expired with the skipped probe.
    expect(hooks.onSilence).not.toHaveBeenCalled();
  });
});

describe('a service that accepts connections and answers no probe', () => {
  it('gets one trial entry each time a person checks', async () => {
    const { says, hooks, reachability } = createTested();
    says.probe = () => Promise.resolve(silent);
    reachability.check(true);
    await settle();
    expect(hooks.onSilence).toHaveBeenCalledTimes(1);
    reachability.check();
    await settle();
    expect(hooks.onSilence).toHaveBeenCalledTimes(1);
    reachability.check(true);
    await settle();
    expect(hooks.onSilence).toHaveBeenCalledTimes(2);
    says.probe = () => Promise.resolve(refused);
    reachability.check(true);
    await settle();
    expect(hooks.onSilence).toHaveBeenCalledTimes(2);
  });

  it('gets one trial entry after two minutes, once per loss', async () => {
    const { clock, says, probes, hooks, reachability, pass, untilNext } = createTested();
    says.probe = () => Promise.resolve(silent);
    reachability.check();
    await settle();
    while (clock.wall() < testStart + 2 * 60_000 - 8000) await untilNext(probes);
    expect(hooks.onSilence).not.toHaveBeenCalled();
    for (let time = 0; time < 5; time += 1) await untilNext(probes);
    expect(hooks.onSilence).toHaveBeenCalledTimes(1);
    says.probe = () => Promise.resolve(answered);
    await untilNext(probes);
    says.probe = () => Promise.resolve(silent);
    reachability.missed('ECONNRESET');
    await pass(60_000);
    for (let time = 0; time < 20; time += 1) await untilNext(probes);
    expect(hooks.onSilence).toHaveBeenCalledTimes(2);
  });

  it('gets no trial entry after an unanswered one or an unexpected responder', async () => {
    for (const begin of ['sentInVain', 'unexpected'] as const) {
      const { says, probes, hooks, reachability, untilNext } = createTested();
      says.probe = () => Promise.resolve(silent);
      if (begin === 'sentInVain') reachability.sentInVain();
      else reachability.answeredByUnexpectedResponder('a page');
      await settle();
      for (let time = 0; time < 30; time += 1) await untilNext(probes);
      expect(reachability.lost()).not.toBeNull();
      expect(hooks.onSilence).not.toHaveBeenCalled();
    }
  });
});

describe('an unexpected responder', () => {
  it('keeps the service lost until the service itself answers', async () => {
    const { says, probes, hooks, reachability, untilNext } = createTested();
    reachability.answeredByUnexpectedResponder('a page');
    expect(reachability.lost()).toEqual({ since: testStart, detail: 'a page' });
    await untilNext(probes);
    expect(probes).toEqual([true]);
    reachability.answered(false);
    expect(reachability.lost()).not.toBeNull();
    reachability.answered(true);
    expect([reachability.lost(), hooks.onBack.mock.calls.length]).toEqual([null, 1]);
    reachability.answeredByUnexpectedResponder('a page');
    says.probe = () => Promise.resolve(answered);
    await untilNext(probes);
    expect([reachability.lost(), probes.at(-1)]).toEqual([null, true]);
    reachability.missed('ECONNRESET');
    await untilNext(probes);
    expect(probes.at(-1)).toBe(false);
  });

  it('is forgotten by takeAnyAnswer', () => {
    const { reachability } = createTested();
    reachability.answeredByUnexpectedResponder('a page');
    reachability.takeAnyAnswer();
    reachability.answered(false);
    expect(reachability.lost()).toBeNull();
  });

  it('invalidates the answer to an earlier probe', async () => {
    const { says, hooks, reachability } = createTested();
    const answer = Promise.withResolvers<Exchange>();
    says.probe = () => answer.promise;
    reachability.check();
    reachability.answeredByUnexpectedResponder('a page');
    answer.resolve(answered);
    await settle();
    expect([reachability.lost()?.detail, hooks.onBack.mock.calls]).toEqual(['a page', []]);
  });
});

describe('a lost service with the window in front', () => {
  it('gets a quick probe every two seconds until it is back', async () => {
    const { says, quick, hooks, reachability, pass } = createTested();
    says.probe = () => new Promise(() => undefined);
    reachability.check();
    reachability.missed('ECONNRESET');
    await pass(10_000);
    expect(quick).toEqual([]);
    reachability.attend(true);
    expect(quick).toEqual([false]);
    await settle();
    await pass(1999);
    expect(quick).toHaveLength(1);
    await pass(1);
    expect(quick).toHaveLength(2);
    says.quick = () => Promise.resolve(answered);
    await pass(2000);
    expect([reachability.lost(), hooks.onBack.mock.calls.length]).toEqual([null, 1]);
    await pass(20_000);
    expect(quick).toHaveLength(3);
  });

  it('gets the first quick probe after two seconds, one at a time', async () => {
    const { says, quick, reachability, pass } = createTested();
    const answer = Promise.withResolvers<Exchange>();
    says.quick = () => answer.promise;
    reachability.attend(true);
    reachability.missed('ECONNRESET');
    await pass(1999);
    expect(quick).toHaveLength(0);
    await pass(1);
    expect(quick).toHaveLength(1);
    reachability.attend(true);
    await pass(1500);
    expect(quick).toHaveLength(1);
    answer.resolve(silent);
    await settle();
    await pass(499);
    expect(quick).toHaveLength(1);
    await pass(1);
    expect(quick).toHaveLength(2);
  });

  it('gets the next quick probe two seconds after the last one', async () => {
    const { quick, reachability, pass } = createTested();
    reachability.missed('ECONNRESET');
    reachability.attend(true);
    await pass(1000);
    reachability.attend(true);
    expect(quick).toHaveLength(2);
    await pass(1999);
    expect(quick).toHaveLength(2);
    await pass(1);
    expect(quick).toHaveLength(3);
    reachability.answered(true);
    await pass(20_000);
    expect(quick).toHaveLength(3);
  });

  it('gets no quick probe in the background or while mayAsk is false', async () => {
    const { says, quick, reachability, pass } = createTested();
    reachability.missed('ECONNRESET');
    says.mayAsk = false;
    reachability.attend(true);
    expect(quick).toEqual([]);
    says.mayAsk = true;
    reachability.attend(false);
    await pass(20_000);
    expect(quick).toEqual([]);
  });

  it('stays lost after a quick answer that an unexpected responder may have given', async () => {
    const { says, quick, reachability, pass } = createTested();
    const answer = Promise.withResolvers<Exchange>();
    says.quick = () => answer.promise;
    reachability.missed('ECONNRESET');
    reachability.attend(true);
    reachability.answeredByUnexpectedResponder('a page');
    answer.resolve(answered);
    await settle();
    expect(reachability.lost()).not.toBeNull();
    says.quick = () => Promise.resolve(answered);
    await pass(2000);
    expect([quick, reachability.lost()]).toEqual([[false, true], null]);
  });
});

describe('a reachable service', () => {
  it('gets a heartbeat every minute, and every four seconds while the window is in use', async () => {
    const { clock, beats, reachability, pass, untilNext } = createTested();
    reachability.answered(false);
    await pass(59_999);
    expect(beats).toEqual([]);
    await pass(1);
    expect(beats).toEqual([false]);
    expect(await untilNext(beats)).toBe(60_000);
    reachability.attend(true);
    expect(await untilNext(beats)).toBe(4000);
    expect(beats).toEqual([false, false, true]);
    while (clock.wall() < testStart + 3 * 60_000 - 4000) await untilNext(beats);
    await untilNext(beats);
    expect(await untilNext(beats)).toBe(60_000);
    reachability.attend(false);
    expect(await untilNext(beats)).toBe(60_000);
    expect(beats.at(-1)).toBe(false);
  });

  it('gets the heartbeat later after another answer', async () => {
    const { beats, reachability, pass } = createTested();
    reachability.answered(false);
    await pass(40_000);
    reachability.answered(false);
    await pass(59_999);
    expect(beats).toEqual([]);
    await pass(1);
    expect(beats).toHaveLength(1);
  });

  it('gets a heartbeat at once when the window comes into use after a long silence', async () => {
    const { beats, reachability, pass } = createTested();
    reachability.answered(false);
    await pass(30_000);
    reachability.attend(true);
    await pass(0);
    expect(beats).toEqual([true]);
  });

  it('gets the heartbeat a minute later while mayBeat is false, and one at a time', async () => {
    const { says, beats, reachability, pass } = createTested();
    const applied = vi.fn();
    const answer = Promise.withResolvers<() => void>();
    says.heartbeat = () => answer.promise;
    says.mayBeat = false;
    reachability.answered(false);
    await pass(60_000);
    expect(beats).toEqual([]);
    says.mayBeat = true;
    await pass(59_999);
    expect(beats).toEqual([]);
    await pass(1);
    expect(beats).toHaveLength(1);
    reachability.attend(true);
    await pass(20_000);
    expect(beats).toHaveLength(1);
    answer.resolve(applied);
    await settle();
    expect(applied).toHaveBeenCalledTimes(1);
    await pass(4000);
    expect(beats).toHaveLength(2);
  });

  it('gets a heartbeat at once when it is back while the window is in use, otherwise after a minute', async () => {
    for (const used of [true, false]) {
      const { says, probes, beats, reachability, pass, untilNext } = createTested();
      if (used) reachability.attend(true);
      reachability.missed('ECONNRESET');
      await pass(5000);
      says.probe = () => Promise.resolve(answered);
      await untilNext(probes);
      await pass(0);
      expect([reachability.lost(), beats]).toEqual([null, used ? [true] : []]);
      expect(await untilNext(beats)).toBe(used ? 4000 : 60_000);
    }
  });
});

describe('stop', () => {
  it('ends all questions and ignores open answers', async () => {
    const { clock, says, probes, beats, quick, hooks, reachability, pass } = createTested();
    const answer = Promise.withResolvers<Exchange>();
    says.probe = () => answer.promise;
    reachability.attend(true);
    reachability.missed('ECONNRESET');
    reachability.check();
    const changes = hooks.onChange.mock.calls.length;
    reachability.stop();
    answer.resolve(answered);
    await pass(200_000);
    reachability.check(true);
    reachability.answered(true);
    reachability.attend(true);
    expect(clock.planned()).toBe(0);
    await pass(200_000);
    expect([probes.length, beats, quick, hooks.onChange.mock.calls.length]).toEqual([1, [], [], changes]);
    expect(clock.planned()).toBe(0);
  });

  it('ends quick probes', async () => {
    const { says, quick, reachability, pass } = createTested();
    const answer = Promise.withResolvers<Exchange>();
    says.quick = () => answer.promise;
    reachability.missed('ECONNRESET');
    reachability.attend(true);
    reachability.stop();
    answer.resolve(silent);
    await settle();
    await pass(200_000);
    expect(quick).toHaveLength(1);
  });

  it('ignores a failed probe and an open heartbeat', async () => {
    const { says, hooks, reachability, pass } = createTested();
    const applied = vi.fn();
    const answer = Promise.withResolvers<Exchange>();
    const beat = Promise.withResolvers<() => void>();
    says.probe = () => answer.promise;
    says.heartbeat = () => beat.promise;
    reachability.answered(false);
    await pass(60_000);
    reachability.check();
    reachability.stop();
    beat.resolve(applied);
    answer.reject(new Error('closed'));
    await settle();
    expect([applied.mock.calls, hooks.onChange.mock.calls, reachability.lost()]).toEqual([[], [], null]);
  });
});
