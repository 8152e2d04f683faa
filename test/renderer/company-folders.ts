import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { listBackups } from '#main/store/backup.ts';
import { noteLeft } from '#main/store/check-note.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { startCoreBridge, type CoreBridge } from './core-bridge.ts';
import { createRunningClock } from './running-clock.ts';
import {
  createSampleService,
  dayMs,
  fillSampleCompany,
  sampleAddress,
  sampleName,
} from './sample-company.ts';

/** A data folder that tests start from, and what the keychain holds with it. */
export interface CompanyFolder {
  folder: string;
  secrets: [string, string][];
}

declare module 'vitest' {
  interface ProvidedContext {
    /** By name: `new` has just been connected, `sample` has been worked with for weeks. */
    companies: Record<'new' | 'sample', CompanyFolder>;
    /** The ids of the sample company's items, by whom an invite is to, or a license's number. */
    sampleEntries: Record<string, string>;
  }
}

/** Connects a workspace on an empty folder, and gives what the keychain then holds. */
async function connect(dataDir: string): Promise<[string, string][]> {
  mkdirSync(dataDir, { mode: 0o700 });
  const bridge = await startCoreBridge({ dataDir, clock: createRunningClock(-90 * dayMs) });
  const { sealingKey } = await bridge.ask('app.start', null);
  const token = await sealToken('a-token-for-tests', sealingKey);
  await bridge.ask('workspaces.connect', { address: sampleAddress, name: sampleName, token, vendorId: null });
  await bridge.ask('workspaces.updateSettings', { sendDelayS: 0 });
  await bridge.stop();
  return [...bridge.secrets];
}

/** Leaves a folder as a start of today leaves it, so that no test waits for what is done once a day. */
async function startOnceToday(dataDir: string, secrets: [string, string][]): Promise<void> {
  const bridge = await startCoreBridge({ dataDir, service: createSampleService(), secrets });
  await bridge.ask('workspaces.updateSettings', { sendDelayS: defaultWorkspaceSettings.sendDelayS });
  await bridge.stop();
  for (const name of globSync('{gangway.db,workspaces/*/workspace.db}', { cwd: dataDir })) {
    const file = join(dataDir, name);
    for (const { file: backup } of listBackups(file).slice(1)) rmSync(backup);
    // In whole seconds, which the copy of the folder keeps, as its note says.
    utimesSync(file, leftAt, leftAt);
    noteLeft(file);
  }
}

async function listEntries({ ask }: CoreBridge): Promise<Record<string, string>> {
  const { rows: invites } = await ask('invites.page', { limit: 200 });
  const { rows: verifications } = await ask('verifications.page', { limit: 200 });
  const ids: Record<string, string> = {};
  for (const { contactName, entryId } of invites) ids[contactName ?? ''] = entryId;
  for (const { licenseNumber, entryId } of verifications) ids[licenseNumber ?? ''] = entryId;
  return ids;
}

const leftAt = Math.floor(Date.now() / 1000);

/** Makes the folders once for the whole run: starting on a copy takes a small part of the time. */
export default async function setUp(project: TestProject): Promise<() => void> {
  const root = mkdtempSync(join(tmpdir(), 'gangway-companies-'));
  const fresh = join(root, 'new');
  const sample = join(root, 'sample');
  const secrets = await connect(fresh);

  cpSync(fresh, sample, { recursive: true });
  const bridge = await startCoreBridge({
    dataDir: sample,
    service: createSampleService(),
    clock: createRunningClock(-90 * dayMs),
    secrets,
  });
  await fillSampleCompany(bridge);
  project.provide('sampleEntries', await listEntries(bridge));
  await bridge.stop();

  for (const folder of [fresh, sample]) await startOnceToday(folder, secrets);
  project.provide('companies', { new: { folder: fresh, secrets }, sample: { folder: sample, secrets } });
  return () => rmSync(root, { recursive: true, force: true });
}
