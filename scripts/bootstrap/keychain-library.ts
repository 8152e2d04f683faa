import fs from 'node:fs';
import path from 'node:path';
import { CannotGoOn } from './cannot-go-on.ts';
import { interruptedWith, run } from './child-process.ts';
import { aptCommand, hasApt, installDebianPackages, onPath } from './debian-packages.ts';
import { getItems, readJsonFile, writeJsonFile } from './json-file.ts';
import { isWorthAnotherTry, type KeychainProblem } from './keychain-advice.ts';
import { layOutNodeApiHeaders } from './node-api-headers.ts';
import { runNpm } from './npm-program.ts';
import { cacheFolder, inProject, projectRoot } from './places.ts';

/** npm removes this folder with the rest of node_modules when it installs again. */
const ownFolder = inProject('node_modules', '.cache', 'gangway');
const noteFile = path.join(ownFolder, 'install.json');
const headersFolder = path.join(ownFolder, 'node-api');
const packageFolder = inProject('node_modules', 'keytar');
const log = path.join(cacheFolder, 'keychain-build.log');

/** Whether keytar has to be installed before it can be built: npm removes an optional package that it cannot build. */
export function needsKeychainPackage() {
  return !fs.existsSync(path.join(packageFolder, 'package.json')) && !fs.existsSync(noteFile);
}

/**
 * Sees to it that keytar loads, where that can be had: its own installer fetches a binary from GitHub, or compiles one. On
 * Linux it compiles with headers from the npm registry, so that neither GitHub nor nodejs.org has to be reachable. What came
 * of it is noted; it is tried again when something has come that was missing. See docs/decisions/token-and-keychain.md.
 */
export async function ensureKeychainLibrary() {
  const last = readJsonFile(noteFile);
  if (last?.['keychain'] === 'present') return;
  const missing = await missingForBuild();
  if (!isWorthAnotherTry(last && getItems(last['missing']), missing)) return;
  const works = (await loads()) || (await build()) || (await buildWithDebianPackages(missing));
  const interrupted = interruptedWith();
  if (interrupted !== undefined)
    throw new CannotGoOn('Stopped while building the keychain library.', interrupted);
  writeJsonFile(
    noteFile,
    works ? { keychain: 'present' } : { keychain: 'absent', missing: await missingForBuild() },
  );
}

/** Why there is no keychain, as {@link ensureKeychainLibrary} found it; undefined where there is one. */
export function keychainProblem(): KeychainProblem | undefined {
  const note = readJsonFile(noteFile);
  if (note?.['keychain'] !== 'absent') return undefined;
  const missing = getItems(note['missing']).map(String);
  const installCommand = hasApt() ? aptCommand(missing) : undefined;
  return { platform: process.platform, missing, installCommand, log: path.relative(projectRoot, log) };
}

async function loads() {
  const { exitCode } = await run(process.execPath, ['-e', "require('keytar')"], {
    show: 'none',
    cwd: projectRoot,
    timeLimitMs: 20_000,
  });
  return exitCode === 0;
}

/** Runs keytar's own installer; true when keytar loads after it. */
async function build(more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...more };
  if (process.platform === 'linux') {
    layOutNodeApiHeaders(inProject('node_modules', 'node-api-headers'), headersFolder);
    env['npm_config_nodedir'] = headersFolder;
  }
  console.error('Getting the keychain library …');
  const { output } = await runNpm(['rebuild', 'keytar', '--foreground-scripts'], { show: 'none', env });
  fs.mkdirSync(cacheFolder, { recursive: true });
  fs.writeFileSync(log, output);
  if (!(await loads())) return false;
  if (fs.existsSync(path.join(packageFolder, 'build', 'config.gypi'))) {
    console.error('Compiled the keychain library on this machine.');
  }
  return true;
}

/** The same once apt has brought what is missing, where it may. The fetched binary may have missed no more than a library. */
async function buildWithDebianPackages(missing: string[]) {
  if (missing.length === 0 || (await installDebianPackages(missing)) !== 'installed') return false;
  return (await loads()) || (await build({ npm_config_build_from_source: 'keytar' }));
}

/** The Debian packages, of those that compiling takes, that are not here. None on other systems than Linux. */
async function missingForBuild() {
  if (process.platform !== 'linux') return [];
  const libsecret = await run('pkg-config', ['--exists', 'libsecret-1'], { show: 'none' });
  const programs = ['python3', 'make', 'g++'].filter((program) => !onPath(program));
  return libsecret.exitCode === 0 ? programs : ['libsecret-1-dev', ...programs];
}
