import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { startCore } from '#main/app/core.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { openKeychain } from '../open-keychain.ts';
import { openFileKeychain } from './file-keychain.ts';
import { createRandom } from './random.ts';
import { createShiftedClock } from './shifted-clock.ts';

// The real app core in a process of its own, to be killed, paused and restarted. It is spoken to as a screen speaks to
// it: through the router, call by call. Without the file of a keychain the token is handed over after each start.

const options = z
  .object({
    dataDir: z.string(),
    speed: z.coerce.number(),
    offset: z.coerce.number(),
    seed: z.coerce.number().int(),
    keychainFile: z.string().optional(),
  })
  .parse({
    dataDir: process.argv[2],
    speed: process.argv[3],
    offset: process.argv[4],
    seed: process.argv[5],
    keychainFile: process.argv[6],
  });

const message = z.union([
  z.object({ id: z.number(), name: z.string(), input: z.unknown() }),
  z.object({ shiftClock: z.number() }),
]);

function tell(what: unknown): void {
  process.send?.(what);
}

const root = join(import.meta.dirname, '..', '..');
const random = createRandom(options.seed);
const clock = createShiftedClock(options.speed, options.offset);
const started = await startCore({
  dataDir: options.dataDir,
  facts: { version: 'chaos', host: 'browser', platform: 'linux' },
  clock,
  keychain: await (options.keychainFile === undefined
    ? openKeychain(() => Promise.reject(new Error('There is none in this test.')))
    : openFileKeychain(options.keychainFile)),
  emit: (name, payload) => {
    tell({ event: name, payload });
  },
  openOutside: () => Promise.resolve(false),
  random: () => random.next(),
  limits: { connectMs: 400, wholeMs: 800, bodyBytes: 1024 * 1024 },
  assets: assetsOfSource(root),
});
if (!started.ok) throw new Error(started.error.message);
const { core } = started;
await core.begun;

process.on('message', (raw) => {
  const told = message.parse(raw);
  if ('shiftClock' in told) {
    clock.shift(told.shiftClock);
    return;
  }
  void core.call(told.name, told.input).then((result) => {
    tell({ id: told.id, result });
  });
});
process.on('disconnect', () => process.exit(0));
// It will be killed, and then Node writes nothing down.
flushCompileCache();
tell({ ready: true });
