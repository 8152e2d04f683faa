import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sessionSecrets } from '#browser/session-exchange.ts';
import { signIn } from '#test/boot/browser-host-process.ts';
import { startApp, temporaryFolder } from './processes.ts';

const shared = z.object({
  /** Where tests of a run keep what they share. */
  folder: z.string(),
  /** A practice workspace for tests that change nothing in it. */
  origin: z.string(),
  session: sessionSecrets,
});
type Shared = z.infer<typeof shared>;

/** Names the environment variable by which the workers of a run are told what they share. */
const variable = 'GANGWAY_TEST_SHARED';

/** What the tests of this run share. */
export function getShared(): Shared {
  return shared.parse(JSON.parse(process.env[variable] ?? ''));
}

/**
 * Starts a practice workspace before the workers of a run start; it is filled while they do. Playwright calls what this gives
 * when they have ended.
 */
export default async function startShared(): Promise<() => Promise<void>> {
  const folder = temporaryFolder('e2e');
  const app = await startApp(join(folder, 'practice'), ['--practice']);
  const { origin, port, searchParams } = new URL(app.url);
  const session = await signIn(Number(port), searchParams.get('key') ?? '');
  process.env[variable] = JSON.stringify({ folder, origin, session } satisfies Shared);
  return async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  };
}
