import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { vendorHandlers } from '#main/features/vendors.ts';
import { withFolder } from './bench-folder.ts';
import { openBenchWorkspace } from './bench-workspace.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { maxTurn } from './longest-turn.ts';
import { report } from './report.ts';

/** No longer than this may anything else have to wait for an answer, in milliseconds. */
const goal = 50;

/**
 * The longest turn of the main process while an answer is fetched, and while what was kept of it is looked at, beside that of an
 * ordinary answer of the same run.
 */
export async function hostileAnswers(): Promise<void> {
  const server = new Worker(join(import.meta.dirname, 'hostile-server.ts'));
  const [{ port }] = z.tuple([z.object({ port: z.number() })]).parse(await once(server, 'message'));
  await withFolder(async (folder) => {
    const workspace = await openBenchWorkspace(folder, `http://127.0.0.1:${port}`);
    workspace.token.holdForSession('bench-token-of-some-length');
    const handlers = vendorHandlers(workspace);
    async function measured(vendorId: string) {
      const fetched = await maxTurn(async () => handlers['vendors.lookUp']({ vendorId }));
      const viewed = await maxTurn(async () => {
        await handlers['vendors.get']({ vendorId });
        await handlers['vendors.changes']({ vendorId });
      });
      return { fetched, viewed };
    }
    for (const warm of ['1', '2', '3']) await measured(warm);
    const { ordinary: _ordinary, ...hostile } = hostileBodies;
    const usual = await measured('ordinary');
    for (const name of Object.keys(hostile)) {
      const turns = await measured(name);
      for (const kind of ['fetched', 'viewed'] as const) {
        for (const measure of ['wall', 'busy'] as const) {
          const value = turns[kind][measure];
          report({
            bench: `hostile_${name}_${kind}_${measure}`,
            value,
            unit: 'ms',
            baseline: { name: 'an ordinary answer', value: usual[kind][measure] },
            durability: 'FULL',
            met: value <= goal,
          });
        }
      }
    }
    await workspace.close();
  });
  await server.terminate();
}
