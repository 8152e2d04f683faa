import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, it, onTestFinished, vi } from 'vitest';
import { anyCommands, faultsStop } from './model/commands.ts';
import { makeTemplate, startMachine } from './model/machine.ts';

vi.mock(import('#main/service-client/transport.ts'), async (original) => ({
  ...(await original()),
  createTransport: (await import('./model/service-double.ts')).transportOfDouble,
}));

const runs = Number(process.env['GANGWAY_MODEL_RUNS'] ?? '150');

describe('the outbox, whatever happens in whatever order', () => {
  it(
    'loses nothing, sends no invite twice unasked, keeps still when it must, and comes to an end',
    async () => {
      const template = await makeTemplate();
      onTestFinished(() => {
        rmSync(template, { recursive: true, force: true });
      });
      await fc.assert(
        fc.asyncProperty(anyCommands, async (commands) => {
          const machine = await startMachine(template);
          try {
            await fc.asyncModelRun(() => ({ model: machine.ledger, real: machine }), commands);
            await faultsStop(machine);
          } finally {
            await machine.discard();
          }
        }),
        { numRuns: runs },
      );
    },
    60_000 + runs * 1000,
  );
});
