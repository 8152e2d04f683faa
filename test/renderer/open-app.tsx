import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import '#renderer/bridge.ts';
import { App } from '#renderer/app/app.tsx';
import { readHash, useNavigation } from '#renderer/stores/navigation.ts';
import { startCoreBridge, type CoreBridge, type CoreBridgeOptions } from './core-bridge.ts';
import { createSampleService } from './sample-company.ts';
import { clear, show } from './screen.tsx';

export interface OpenAppOptions extends Omit<CoreBridgeOptions, 'dataDir'> {
  /** Whose data the app opens on: none at all, that of a workspace just connected, or of one that is weeks old. */
  company?: 'none' | 'new' | 'sample';
  /** What happens in the core before the page is opened. */
  before?: (bridge: CoreBridge) => unknown;
}

const opened: { bridge: CoreBridge; dataDir: string }[] = [];

/** Starts the core on its own copy of a company's data, with the page's door to it. */
export async function openCore({
  company = 'sample',
  before,
  ...options
}: OpenAppOptions = {}): Promise<CoreBridge> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gangway-page-'));
  if (company !== 'none') {
    const { folder } = inject('companies')[company];
    cpSync(folder, dataDir, { recursive: true, preserveTimestamps: true });
  }
  const bridge = await startCoreBridge({
    dataDir,
    service: createSampleService(),
    secrets: company === 'none' ? [] : inject('companies')[company].secrets,
    ...options,
  });
  opened.push({ bridge, dataDir });
  await before?.(bridge);
  window.gangway = bridge;
  return bridge;
}

/**
 * Opens the app at an address, as after a start, over a real core. Where the address depends on what happened in the core
 * before, `place` brings that about and gives it.
 */
export async function openApp(
  place: string | ((bridge: CoreBridge) => Promise<string>),
  options: OpenAppOptions = {},
): Promise<CoreBridge> {
  const bridge = await openCore(options);
  const hash = typeof place === 'string' ? place : await place(bridge);
  window.location.hash = hash;
  useNavigation.setState({ route: readHash(hash), position: 0, last: 0 });
  await show(<App />);
  return bridge;
}

/** Ends whatever the test opened; a test that opens the app twice ends the first one so. */
export async function closeApps(): Promise<void> {
  await clear();
  for (const { bridge, dataDir } of opened.splice(0)) {
    await bridge.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The id of an item of the sample company: the invite to somebody, or the verification of a license's number. */
export function toEntryId(who: string): string {
  const id = inject('sampleEntries')[who];
  if (id === undefined) throw new Error(`The sample company has nothing that is called ${who}.`);
  return id;
}
