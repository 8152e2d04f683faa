import type { Postgres } from '#test/team/postgres.ts';
import type { Random } from '../random.ts';
import type { Seat } from './seat.ts';

export const troubles = [
  'none',
  'seatKills',
  'serverKills',
  'pushCuts',
  'restoredBackups',
  'failOvers',
  'fullDisks',
  'partitions',
] as const;
export type Trouble = (typeof troubles)[number];

/** What befalls the team while people work. */
export interface Scene {
  postgres: Postgres;
  seats: readonly [Seat, ...Seat[]];
  random: Random;
  /** The copies of the server's data so far, oldest first. */
  copies: string[];
  /** Waits until all seats share again. */
  untilShared: (seats: readonly Seat[]) => Promise<void>;
}

/** Begins a trouble. What comes back goes on with it in the middle of the work, and what that returns ends it. */
export async function begin(
  trouble: Trouble,
  scene: Scene,
): Promise<{ inTheMiddle: () => Promise<void>; end: () => Promise<void> }> {
  const { postgres, seats, random, copies, untilShared } = scene;
  const nothing = () => Promise.resolve();
  const setService = (on: boolean, of: readonly Seat[] = seats) =>
    Promise.all(of.map(({ service }) => service.setListening(on)));

  switch (trouble) {
    case 'none':
      return { inTheMiddle: nothing, end: nothing };
    case 'seatKills':
      // Others work on; it is started at the end, or in a later round.
      return { inTheMiddle: () => random.pick(seats).kill(), end: nothing };
    case 'serverKills':
      return {
        async inTheMiddle() {
          await setService(false);
          await postgres.kill();
        },
        async end() {
          await postgres.start();
          // Back together: each seat has to hear its team before it sends.
          await setService(true);
        },
      };
    case 'pushCuts':
      for (const { team } of seats) team.cutPush(random.pick(['before', 'meanwhile', 'answered']));
      return {
        inTheMiddle: nothing,
        end: async () => {
          for (const { team } of seats) team.cutPush(null);
        },
      };
    case 'restoredBackups':
    case 'failOvers': {
      if (trouble === 'failOvers') await takeCopy(scene);
      const [oldest, ...others] = copies;
      const copy = trouble === 'failOvers' ? copies.at(-1) : oldest && random.pick([oldest, ...others]);
      return {
        async inTheMiddle() {
          await setService(false);
          if (copy !== undefined) await postgres.putBack(copy);
        },
        async end() {
          // A server that forgot what a seat had pushed can hold nobody until that seat is there again.
          for (const seat of seats) await seat.start();
          await untilShared(seats);
          await setService(true);
        },
      };
    }
    case 'fullDisks':
      return {
        async inTheMiddle() {
          await setService(false);
          postgres.disk?.fill();
        },
        async end() {
          postgres.disk?.clear();
          if (!postgres.isRunning()) await postgres.start();
          await untilShared(seats.filter((seat) => seat.isAlive()));
          await setService(true);
        },
      };
    case 'partitions': {
      const away = random.pick(seats);
      // As a laptop without a network: it reaches neither the team nor the service.
      await setService(false, [away]);
      away.team.setHeld(true);
      return {
        inTheMiddle: nothing,
        async end() {
          away.team.setHeld(false);
          await setService(true, [away]);
        },
      };
    }
  }
}

/** Takes a copy of the server's data, as a nightly backup does. */
export async function takeCopy({ postgres, copies }: Scene): Promise<void> {
  const name = `copy-${copies.length + 1}`;
  await postgres.copy(name);
  copies.push(name);
}
