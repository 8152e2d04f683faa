export interface Turn {
  /** As the clock has it: with what the disk and the computer's other work took. */
  wall: number;
  /** What the thread itself was busy. */
  busy: number;
}

/** What this thread was busy since it began, in milliseconds. */
export function measureBusy(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest time in which nothing else could run, in milliseconds, while the work went on. */
export async function maxTurn(work: () => unknown): Promise<Turn> {
  const longest: Turn = { wall: 0, busy: 0 };
  let last: Turn = { wall: performance.now(), busy: measureBusy() };
  let going = true;
  const look = () => {
    const now: Turn = { wall: performance.now(), busy: measureBusy() };
    longest.wall = Math.max(longest.wall, now.wall - last.wall);
    longest.busy = Math.max(longest.busy, now.busy - last.busy);
    last = now;
    if (going) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  going = false;
  return longest;
}
