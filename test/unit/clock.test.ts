import { describe, expect, it } from 'vitest';
import { noticingJumps, systemClock } from '#main/clock.ts';
import { createFakeClock } from '#test/fake-clock.ts';

const hour = 60 * 60 * 1000;

function watched() {
  const fake = createFakeClock();
  const jumps: number[] = [];
  const clock = noticingJumps(fake, (byMs) => jumps.push(byMs));
  return { fake, jumps, clock };
}

describe('a clock that notices when it is set', () => {
  it('tells by how much before anybody reads the new time', () => {
    const { fake, jumps, clock } = watched();
    fake.setWall(fake.wall() + hour);
    expect(clock.wall()).toBe(fake.wall());
    expect(jumps).toEqual([hour]);
    fake.setWall(fake.wall() - 3 * hour);
    clock.wall();
    clock.wall();
    expect(jumps).toEqual([hour, -3 * hour]);
  });

  it('does not take time that goes by, a sleep, or a small correction for that', () => {
    const { fake, jumps, clock } = watched();
    fake.advance(30 * hour);
    clock.wall();
    fake.setWall(fake.wall() + 4000);
    clock.wall();
    expect(jumps).toEqual([]);
  });
});

describe('the machine’s clock', () => {
  it('never goes back, and can call a timer off', async () => {
    const before = systemClock.steady();
    let called = 0;
    const timer = systemClock.after(0, () => {
      called += 1;
    });
    timer.cancel();
    await new Promise<void>((resolve) => {
      systemClock.after(5, resolve);
    });
    expect(called).toBe(0);
    expect(systemClock.steady()).toBeGreaterThanOrEqual(before);
    expect(Math.abs(systemClock.wall() - Date.now())).toBeLessThan(1000);
  });
});
