import { join } from 'node:path';
import { systemClock } from '#main/clock.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import type { Emit } from '#main/ipc/handlers.ts';
import { createNetwork } from '#main/network/network.ts';
import { serviceLimits } from '#main/service-client/transport.ts';
import { readMigrations } from '#main/store/migrations.ts';
import { answerWorker } from '#test/answer-reader.ts';
import { openWorkspace } from '#main/workspace/opening.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { openKeychain } from '../open-keychain.ts';

const migrationsFolder = join(import.meta.dirname, '../../src/main/store/migrations/workspace');
const migrations = readMigrations(migrationsFolder);

/** Opens a workspace as the app does. Without a keychain it has no token until it is given one. */
export async function openBenchWorkspace(
  folder: string,
  baseUrl: string,
  emit: Emit = () => undefined,
): Promise<Workspace> {
  const summary = { id: 'bench', name: 'Bench', baseUrl, practice: false, createdAt: 0, lastOpenedAt: null };
  const keychain = await openKeychain(() => Promise.reject(new Error('Not in a bench.')));
  const opened = await openWorkspace(summary, {
    folder,
    markFile: join(folder, 'progress'),
    migrations,
    clock: systemClock,
    keychain,
    network: createNetwork(environmentProxies({}), keychain),
    log: { write: () => undefined },
    emit,
    random: Math.random,
    limits: serviceLimits,
    answerWorker,
    dataCheck: {
      script: join(import.meta.dirname, '../../src/main/store/integrity-worker.ts'),
      migrations: migrationsFolder,
    },
  });
  if (!opened.ok) throw new Error(`The workspace does not open: ${opened.problem.kind}`);
  return opened.workspace;
}

/** So many are written in one commit: one of a hundred thousand would outgrow SQLite's cache and write each page many times. */
const slice = 2000;

/** Does something for each number below `count`, in commits of a few thousand. */
export function inSlices(workspace: Workspace, count: number, write: (number: number) => void): void {
  for (let from = 0; from < count; from += slice) {
    workspace.db
      .transaction(() => {
        for (let number = from; number < Math.min(count, from + slice); number += 1) write(number);
      })
      .immediate();
  }
}

/** Enqueues a number of invites without the forms; to have something to send or to search. */
export function fillWithInvites(workspace: Workspace, count: number, prefix: string): void {
  inSlices(workspace, count, (number) => {
    const vendor = {
      email: `${prefix}${number}@bench.example.com`,
      firstName: `Name${number % 997}`,
      lastName: `Family${number % 1009}`,
      companyName: `Company ${number % 9973} ${prefix}`,
    };
    const id = crypto.randomUUID();
    workspace.entries.enqueue(
      {
        id,
        kind: 'invite',
        body: JSON.stringify({ vendor }),
        title: vendor.companyName,
        subtitle: `${vendor.firstName} ${vendor.lastName}`,
        replaces: null,
      },
      Date.now(),
      () => workspace.invites.insert(id, { vendor }),
    );
  });
}
