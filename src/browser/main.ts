import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { systemClock } from '#main/clock.ts';
import { startCore, type Core } from '#main/app/core.ts';
import {
  createUncaughtExceptionHandler,
  uncaughtExceptionMessage,
} from '#main/desktop/uncaught-exception.ts';
import { createKeychain } from '#main/keychain/keychain.ts';
import { loadKeytar } from '#main/keychain/keytar-library.ts';
import { toPlatform } from '#main/platform.ts';
import { assetsOfBuild, assetsOfSource } from '#main/app/assets.ts';
import { administratorFiles } from '#main/updates/policy.ts';
import { startBrowserHost, type BrowserHost } from './host.ts';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';

const here = import.meta.dirname;
/** The same from its source and from what is built of it. */
const root = join(here, '..', '..');
const assets = import.meta.filename.endsWith('.ts') ? assetsOfSource(root) : assetsOfBuild(here);

function stopWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const options = readOptions();
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

  let core: Core | null = null;
  let host: BrowserHost | null = null;
  const started = await startCore({
    dataDir: options.dataDir,
    facts: { version, host: 'browser', platform: toPlatform(process.platform) },
    clock: systemClock,
    keychain: createKeychain(loadKeytar),
    emit: (name, payload) => host?.emit(name, payload),
    // The page shows notifications itself, where its browser lets it.
    notify: (news) => host?.emit('results.arrived', news),
    // The page opens addresses itself, in a tab of its own.
    openOutside: () => Promise.resolve(false),
    // Written by the build; the sources alone have no list.
    thirdPartyNoticeLists: [
      join(root, 'out', 'main', 'licenses.json.gz'),
      join(root, 'out', 'renderer', 'licenses.json.gz'),
    ],
    ...administratorFiles(process.platform),
    random: Math.random,
    begin: options.begin,
    practiceWhereNew: true,
    assets,
  });
  if (!started.ok) stopWith(started.error.message);
  core = started.core;
  const running = core;

  void running.begun.then(() => {
    const problem = running.startProblem();
    if (problem !== null) process.stderr.write(`${problem.message}\n`);
  });

  try {
    host = await startBrowserHost(() => running, join(root, 'out', 'renderer'), options.port);
  } catch (error) {
    await running.stop();
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken) throw error;
    stopWith(`Port ${options.port} is taken by another program. Choose another with --port.`);
  }
  const listening = host;

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await listening.close();
    await running.stop();
    process.exit(0);
  }
  const notTaken = createUncaughtExceptionHandler({
    clock: systemClock,
    handleCorruption: (error) => running.handleCorruption(error),
    write: (event, detail) => running.log.write(event, detail),
    stop: async (graceMs) => {
      stopping = true;
      await listening.close();
      await running.stop(graceMs);
    },
    showError: () => {
      process.stderr.write(`${uncaughtExceptionMessage.title}. ${uncaughtExceptionMessage.detail}\n`);
    },
    leave: () => process.exit(1),
  });
  process.on('uncaughtException', notTaken);
  process.on('unhandledRejection', notTaken);
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // Said last: whoever reads it may end this process at once, and that has to be done in order too.
  const tellAddress = () => process.stdout.write(`Gangway is at ${listening.newUrl()}\n`);
  tellAddress();
  // An address works once; whoever opens Gangway in another browser gets the next one here.
  createInterface({ input: process.stdin }).on('line', tellAddress);
}

await run();

function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Gangway');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Gangway');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'gangway');
}

function readOptions() {
  const { values } = readCommandLine();
  const port = Number(values.port ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    stopWith('The port has to be a number from 1 to 65535.');
  }
  const dataDir = resolve(values['data-dir'] ?? defaultDataDir(process.platform, process.env));
  // Practice where nothing was open last.
  const begin = values.practice === true ? 'practice' : values.welcome === true ? 'nothing' : 'last';
  return { port, dataDir, begin } as const;
}

function readCommandLine() {
  try {
    return parseArgs({
      options: {
        browser: { type: 'boolean' },
        practice: { type: 'boolean' },
        welcome: { type: 'boolean' },
        port: { type: 'string' },
        'data-dir': { type: 'string' },
      },
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    return stopWith(`${detail} Known are --port N, --data-dir DIR, --practice, --welcome and --browser.`);
  }
}
