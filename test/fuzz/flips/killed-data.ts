import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { systemClock } from '#main/clock.ts';
import { startCore, type StartedCore, type Core } from '#main/app/core.ts';
import type { Keychain } from '#main/keychain/keychain.ts';
import { listBackups } from '#main/store/backup.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { appStart } from '#shared/ipc/app.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { fuzzAssets, fuzzToken, unwrap } from '../targets/connected-core.ts';
import type { Arrived } from './recording-service.ts';

/** What a killed app left behind: a workspace with work of every kind in it, and another one. */
export interface KilledData {
  folder: string;
  /** The workspace whose files are altered; it was open. */
  workspace: string;
  other: string;
  /** Everything that was ever enqueued, as it has to arrive, by its id. `list`: it is a row of a list that is not taken in yet. */
  enqueued: Map<string, Arrived & { sent: boolean; list: boolean }>;
  /** What lists show of each, by its id. */
  shown: Map<string, string>;
}

export async function startFuzzCore(dataDir: string, keychain: Keychain): Promise<StartedCore> {
  const started = await startCore({
    dataDir,
    facts: { version: '1.0.0', host: 'browser', platform: 'linux' },
    clock: systemClock,
    keychain,
    emit: () => undefined,
    openOutside: () => Promise.resolve(false),
    random: Math.random,
    assets: fuzzAssets,
  });
  if (started.ok) await started.core.begun;
  return started;
}

/** Waits until something is so, looking every few milliseconds; tells whether it became so within `ms`. */
export async function within(ms: number, isSo: () => boolean): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await wait(3)) if (isSo()) return true;
  return isSo();
}

const preparedMs = 60_000;
const paths = { invite: '/vendors', verification: '/api/verification/queue' } as const;

async function connect(core: Core, baseUrl: string, name: string): Promise<Workspace> {
  const { sealingKey } = appStart.parse(await unwrap(core, 'app.start'));
  const token = await sealToken(fuzzToken, sealingKey);
  await unwrap(core, 'workspaces.connect', { address: baseUrl, name, token, vendorId: null });
  const workspace = openIn(core);
  workspace.updateSettings({ sendDelayS: 0 });
  return workspace;
}

async function enqueue(core: Core, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) {
    const vendor = {
      email: `vendor${number}@example.invalid`,
      firstName: 'Ada',
      companyName: `Company ${number}`,
    };
    await unwrap(core, 'invites.enqueue', { invitation: { vendor }, replaces: null });
    const data = { licenseNumber: `LIC-${number}`, licenseeName: `Licensee ${number}` };
    await unwrap(core, 'verifications.enqueue', { type: 'license', data, vendorId: null, replaces: null });
  }
}

const requests = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['invite', 'verification']),
    key: z.string(),
    body: z.string(),
    sent: z.number(),
    list: z.number(),
  }),
);

function everythingEnqueued(workspace: Workspace): KilledData['enqueued'] {
  const rows = requests.parse(
    workspace.db
      .prepare(
        `SELECT id, kind, idempotency_key AS key, body, state IN ('accepted', 'cancelled') AS sent, 0 AS list FROM entry
         UNION ALL SELECT r.id, b.kind, r.idempotency_key, r.body, 0, 1
         FROM import_row r JOIN import_batch b ON b.number = r.batch`,
      )
      .all(),
  );
  return new Map(
    rows.map(({ id, kind, key, body, sent, list }) => [
      id,
      { path: paths[kind], key: `"${key}"`, body, sent: sent === 1, list: list === 1 },
    ]),
  );
}

const shownRows = z.array(z.tuple([z.string()]).rest(z.string().nullable()));

/** What lists show of each entry's request, and of each row of a list as if it were one. */
export function everythingShown(workspace: Workspace): Map<string, string> {
  const rows = workspace.db
    .prepare(
      `SELECT e.id, e.title, e.subtitle, i.email, i.contact_name, i.company_name, v.type, v.license_number, v.licensee_name
       FROM entry e LEFT JOIN invite i ON i.entry = e.seq LEFT JOIN verification v ON v.entry = e.seq
       UNION ALL SELECT id, email, email, email, NULL, NULL, NULL, NULL, NULL FROM import_row`,
    )
    .raw()
    .all();
  return new Map(shownRows.parse(rows).map(([id, ...texts]) => [id, JSON.stringify(texts)]));
}

async function start(dataDir: string, keychain: Keychain): Promise<Core> {
  const started = await startFuzzCore(dataDir, keychain);
  if (!started.ok) throw new Error(started.error.message);
  return started.core;
}

function openIn(core: Core): Workspace {
  const workspace = core.workspace();
  if (workspace === null) throw new Error('No workspace is open.');
  return workspace;
}

/** Makes the data in `folder`: entries that were sent, queued, held and canceled, and a list that is on its way. */
export async function makeKilledData(folder: string, baseUrl: string): Promise<KilledData> {
  const dataDir = join(folder, 'running');
  const keychain = await memoryKeychain();
  const before = await start(dataDir, keychain);
  const other = (await connect(before, baseUrl, 'Other')).describe().id;
  const first = await connect(before, baseUrl, 'Altered');
  const { id } = first.describe();
  const file = join(dataDir, 'workspaces', id, 'workspace.db');
  if (!(await within(preparedMs, () => listBackups(file).length === 1))) throw new Error('No copy was made.');
  await enqueue(before, 0, 6);
  const sent = () => first.dispatcher.status().counts.accepted === 12;
  if (!(await within(preparedMs, sent))) throw new Error('Nothing is sent.');
  first.dispatcher.setPaused(true);
  await enqueue(before, 6, 14);
  const [unsent] = [...everythingEnqueued(first)].filter(([, entry]) => !entry.sent);
  if (unsent !== undefined) await unwrap(before, 'outbox.cancel', { entryId: unsent[0] });
  // What was queued so far lies in the database, and what is queued from here on in its log.
  await before.stop();
  const core = await start(dataDir, keychain);
  const workspace = openIn(core);
  const { dispatcher, imports } = workspace;
  await enqueue(core, 14, 17);
  // How far the workspace has come is noted in the turn after a commit.
  await setImmediate();
  const batch = imports.begin('list.csv', 'invite');
  const items = Array.from({ length: 12 }, (_, number) => ({
    kind: 'invite' as const,
    invitation: { vendor: { email: `row${number}@example.invalid` } },
  }));
  imports.stage(batch, items);
  // What is asked for from here on is copied before any of it is begun.
  imports.commit(batch);
  const enqueued = everythingEnqueued(workspace);
  const shown = everythingShown(workspace);
  dispatcher.setPaused(false);
  const killed = join(folder, 'killed');
  cpSync(dataDir, killed, {
    recursive: true,
    filter: (source) => !source.includes('workspace.lock') && !source.endsWith('-shm'),
  });
  dispatcher.setPaused(true);
  await core.stop();
  return { folder: killed, workspace: id, other, enqueued, shown };
}
