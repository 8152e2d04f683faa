import { buildDBClient, Runner, SqliteQueue } from 'liteque';

type LitequeDatabase = ReturnType<typeof buildDBClient>;

/**
 * Jobs a second that liteque works off, 16 at once, with FULL. Its claim sorts all that waits, so it is the faster the
 * fewer there are.
 */
export async function litequePerSecond(file: string, jobs: number): Promise<number> {
  const db = buildDBClient(file, { runMigrations: true });
  db.run('PRAGMA synchronous = FULL');
  const queue = new SqliteQueue<{ number: number }>('job', withUnboundTransactions(db), {
    defaultJobArgs: { numRetries: 0 },
    keepFailedJobs: false,
  });
  for (let number = 0; number < jobs; number += 1) await queue.enqueue({ number });
  let done = 0;
  const runner = new Runner<{ number: number }>(
    queue,
    {
      run: () => {
        done += 1;
        if (done === jobs) runner.stop();
        return Promise.resolve();
      },
    },
    { pollIntervalMs: 1, timeoutSecs: 600, concurrency: 16 },
  );
  const from = performance.now();
  await runner.run();
  return jobs / ((performance.now() - from) / 1000);
}

/**
 * liteque hands an asynchronous function to a transaction of better-sqlite3. Up to 11.9 that committed before the function
 * had done anything, so that each statement was a commit of its own; since 11.10 it throws. This is what it did
 * (docs/decisions/benchmarks.md).
 */
function withUnboundTransactions(db: LitequeDatabase): LitequeDatabase {
  return new Proxy(db, {
    get: (target, name): unknown =>
      name === 'transaction'
        ? (work: (inside: LitequeDatabase) => unknown) => work(target)
        : Reflect.get(target, name),
  });
}
