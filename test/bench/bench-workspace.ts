import { join } from 'node:path';
import { systemClock } from '#main/clock.ts';
import { openKeychain } from '#main/keychain/keychain.ts';
import { environmentRoutes } from '#main/network/environment-routes.ts';
import { createNetwork } from '#main/network/network.ts';
import { serviceLimits } from '#main/service-client/transport.ts';
import { readMigrations } from '#main/store/migrations.ts';
import { answerWorker } from '#test/answer-reader.ts';
import { openWorkspace } from '#main/workspace/opening.ts';
import type { Workspace } from '#main/workspace/workspace.ts';

const migrationsFolder = join(import.meta.dirname, '../../src/main/store/migrations/workspace');
const migrations = readMigrations(migrationsFolder);

/** Opens a workspace as the app does. Without a keychain it has no token until it is given one. */
export async function openBenchWorkspace(folder: string, baseUrl: string): Promise<Workspace> {
  const summary = { id: 'bench', name: 'Bench', baseUrl, practice: false, createdAt: 0, lastOpenedAt: null };
  const keychain = await openKeychain(() => Promise.reject(new Error('Not in a bench.')));
  const opened = await openWorkspace(summary, {
    folder,
    markFile: join(folder, 'progress'),
    migrations,
    clock: systemClock,
    keychain,
    network: createNetwork(environmentRoutes({}), keychain),
    log: { write: () => undefined },
    emit: () => undefined,
    random: Math.random,
    limits: serviceLimits,
    answerWorker,
    dataCheck: {
      script: join(import.meta.dirname, '../../src/main/store/soundness-worker.ts'),
      migrations: migrationsFolder,
    },
  });
  if (!opened.ok) throw new Error(`The workspace does not open: ${opened.problem.kind}`);
  return opened.workspace;
}

/** Hands over a number of invites in one commit, without the forms; to have something to send or to search. */
export function fillWithInvites(workspace: Workspace, count: number, prefix: string): void {
  workspace.db
    .transaction(() => {
      for (let number = 0; number < count; number += 1) {
        const id = crypto.randomUUID();
        const invitation = {
          vendor: {
            email: `${prefix}${number}@bench.example.com`,
            firstName: `Name${number % 997}`,
            lastName: `Family${number % 1009}`,
            companyName: `Company ${number % 9973} ${prefix}`,
          },
        };
        const { vendor } = invitation;
        workspace.entries.handOver(
          {
            id,
            kind: 'invite',
            body: JSON.stringify(invitation),
            title: vendor.companyName,
            subtitle: `${vendor.firstName} ${vendor.lastName}`,
            replaces: null,
          },
          Date.now(),
          (progress) => workspace.invites.insert(progress, invitation),
        );
      }
    })
    .immediate();
}
