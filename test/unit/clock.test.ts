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

  it('tells whole milliseconds, as planned times are stored, though the steady clock is finer', () => {
    const { fake, jumps } = watched();
    const finer = { ...fake, wall: () => fake.wall(), steady: () => fake.steady() / 3 + 0.123 };
    const clock = noticingJumps(finer, (byMs) => jumps.push(byMs));
    fake.setWall(fake.wall() + hour + 1);
    fake.advance(100_000);
    clock.wall();
    expect(jumps).toHaveLength(1);
    expect(Number.isInteger(jumps[0])).toBe(true);
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
