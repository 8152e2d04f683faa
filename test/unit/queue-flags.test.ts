import { describe, expect, it, vi } from 'vitest';
import { closedBreaker } from '#main/outbox/breaker.ts';
import { createQueueFlags } from '#main/outbox/queue-flags.ts';
import { maxRetryAfterMs } from '#main/service-client/retry-after.ts';
import { memorySettings } from '#test/memory-settings.ts';

const now = Date.UTC(2026, 2, 1, 12);

describe('queue flags', () => {
  it('start unset and keep their values over a restart', () => {
    const settings = memorySettings();
    const flags = createQueueFlags(settings);
    const read = (of: typeof flags) => [of.paused(), of.workOffline(), of.tokenRefused(), of.busyUntil()];
    expect([...read(flags), flags.breaker(), flags.pausedUnread]).toEqual([
      false,
      false,
      false,
      null,
      closedBreaker,
      false,
    ]);
    const breaker = { ...closedBreaker, openUntil: now };
    flags.setPaused(true);
    flags.setWorkOffline(true);
    flags.setTokenRefused(true);
    flags.setBusyUntil(now);
    flags.setBreaker(breaker);
    for (const of of [flags, createQueueFlags(settings)]) {
      expect([...read(of), of.breaker(), of.pausedUnread]).toEqual([true, true, true, now, breaker, false]);
    }
    flags.setPaused(false);
    flags.setWorkOffline(false);
    flags.setTokenRefused(false);
    flags.setBusyUntil(null);
    for (const of of [flags, createQueueFlags(settings)])
      expect(read(of)).toEqual([false, false, false, null]);
  });

  it('are written on change, and change only after the write', () => {
    const settings = memorySettings();
    const flags = createQueueFlags(settings);
    const write = vi.spyOn(settings, 'write');
    flags.setTokenRefused(false);
    flags.setBusyUntil(null);
    expect(write).not.toHaveBeenCalled();
    write.mockImplementation(() => {
      throw new Error('The disk is full.');
    });
    expect(() => flags.setPaused(true)).toThrow();
    expect(() => flags.setWorkOffline(true)).toThrow();
    expect(() => flags.setTokenRefused(true)).toThrow();
    expect(() => flags.setBusyUntil(now)).toThrow();
    expect(() => flags.setBreaker({ ...closedBreaker, openUntil: now })).toThrow();
    expect([flags.paused(), flags.workOffline(), flags.tokenRefused(), flags.busyUntil()]).toEqual([
      false,
      false,
      false,
      null,
    ]);
    expect(flags.breaker()).toEqual(closedBreaker);
  });

  it.each(['queue.paused', 'queue.work_offline'])('pause the queue when %s cannot be read', (name) => {
    const settings = memorySettings();
    settings.write('queue.work_offline', true);
    settings.write(name, 'maybe');
    const flags = createQueueFlags(settings);
    expect([flags.pausedUnread, flags.paused(), flags.workOffline()]).toEqual([
      true,
      true,
      name === 'queue.paused',
    ]);
    const again = createQueueFlags(settings);
    expect([again.pausedUnread, again.paused(), again.workOffline()]).toEqual([
      false,
      true,
      name === 'queue.paused',
    ]);
  });
});

describe('a stored time beyond every rule', () => {
  it.each([
    [now - 1, null],
    [now, null],
    [now + 1, now + 1],
    [now + maxRetryAfterMs, now + maxRetryAfterMs],
    [now + maxRetryAfterMs + 1, now + maxRetryAfterMs],
  ])('is clamped: busy until %d becomes %j', (stored, until) => {
    const flags = createQueueFlags(memorySettings());
    flags.setBusyUntil(stored);
    flags.clamp(now);
    expect(flags.busyUntil()).toBe(until);
  });

  it.each([
    [null, null],
    [now - 1, now - 1],
    [now + maxRetryAfterMs + 1, now + maxRetryAfterMs],
  ])('is clamped: openUntil %j becomes %j, and is written only on change', (stored, until) => {
    const settings = memorySettings();
    const flags = createQueueFlags(settings);
    flags.setBreaker({ ...closedBreaker, openUntil: stored });
    const write = vi.spyOn(settings, 'write');
    flags.clamp(now);
    expect(flags.breaker().openUntil).toBe(until);
    expect(write).toHaveBeenCalledTimes(stored === until ? 0 : 1);
  });
});
