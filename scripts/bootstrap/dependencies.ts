import { CannotGoOn } from './cannot-go-on.ts';
import { interruptedWith, run } from './child-process.ts';
import { aptCommand, hasApt, installDebianPackages, onPath } from './debian-packages.ts';
import { installedAsLocked } from './installed-packages.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import { npmProgram } from './npm-program.ts';
import { inProject, projectRoot } from './places.ts';

/** What is known of the keychain; npm removes it with the rest of node_modules when it installs anew. */
const noteFile = inProject('node_modules', '.cache', 'gangway', 'install.json');

/** Sees to it that node_modules is what the lockfile asks for, whoever installed it. Nothing is run when it is. */
export async function ensureDependencies() {
  const last = readJsonFile(noteFile);
  const again = last?.['keychain'] === 'absent' && (await librariesHaveCome(last));
  if (isInstalled() && last !== undefined && !again) return;

  if (!isInstalled() || again) await install();
  if (!(await keytarLoads()) && (await addKeychainLibraries())) await install();

  const keychain = await keytarLoads();
  if (!keychain) console.error(keychainAdvice());
  writeJsonFile(noteFile, { keychain: keychain ? 'present' : 'absent', libsecret: await hasLibsecret() });
}

/** Whether npm has installed what the lockfile asks for, by hand or by us. It writes its own list last. */
function isInstalled() {
  const [lockfile, npmsList] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    readJsonFile(inProject(file)),
  );
  return installedAsLocked(lockfile, npmsList, { platform: process.platform, arch: process.arch });
}

async function install() {
  const npm = npmProgram();
  if (npm === undefined) {
    throw new CannotGoOn(
      'npm is not on this machine; install Node 24 from https://nodejs.org, which brings it.',
    );
  }
  console.error('Installing dependencies …');
  const wordy = /^(info|verbose|silly)$/.test(process.env['npm_config_loglevel'] ?? '');
  const { exitCode, output } = await run(process.execPath, [npm, 'ci', '--no-audit', '--no-fund'], {
    show: wordy ? 'all' : 'none',
    cwd: projectRoot,
  });
  const interrupted = interruptedWith();
  if (interrupted !== undefined) throw new CannotGoOn('Stopped while installing dependencies.', interrupted);
  if (exitCode === 0) return;
  if (output !== '') console.error(output.trim());
  throw new CannotGoOn('The dependencies could not be installed; what npm says is above.');
}

async function keytarLoads() {
  const { exitCode } = await run(process.execPath, ['-e', "require('keytar')"], {
    show: 'none',
    cwd: projectRoot,
    timeLimitMs: 20_000,
  });
  return exitCode === 0;
}

async function hasLibsecret() {
  if (process.platform !== 'linux') return true;
  return (await run('pkg-config', ['--exists', 'libsecret-1'], { show: 'none' })).exitCode === 0;
}

async function librariesHaveCome(last: Record<string, unknown>) {
  return last['libsecret'] === false && (await hasLibsecret());
}

async function missingForKeytar() {
  const compilers = Object.entries({ python3: 'python3', make: 'make', 'g++': 'g++' })
    .filter(([program]) => !onPath(program))
    .map(([, name]) => name);
  return (await hasLibsecret()) ? compilers : ['libsecret-1-dev', ...compilers];
}

/** Installs what keytar needs for compiling, where that may be done; true when something has come. */
async function addKeychainLibraries() {
  if (!hasApt()) return false;
  const missing = await missingForKeytar();
  return missing.length > 0 && (await installDebianPackages(missing)) === 'installed';
}

function keychainAdvice() {
  const meaning = 'until then the access token is kept only until the app closes';
  if (hasApt()) {
    const command = aptCommand(['libsecret-1-dev', 'python3', 'make', 'g++']);
    return `The keychain cannot be used here: run "${command}" and start again; ${meaning}.`;
  }
  if (process.platform === 'linux') {
    return `The keychain cannot be used here: install libsecret with its development files, a C++ compiler and Python 3, and run "npm ci"; ${meaning}.`;
  }
  return `The keychain cannot be used here: install the C++ build tools of this system and Python 3, and run "npm ci"; ${meaning}.`;
}
