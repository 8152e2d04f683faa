import { CannotGoOn } from './cannot-go-on.ts';
import { interruptedWith } from './child-process.ts';
import { installedAsLocked } from './installed-packages.ts';
import { readJsonFile } from './json-file.ts';
import { ensureKeychainLibrary, needsKeychainPackage } from './keychain-library.ts';
import { runNpm } from './npm-program.ts';
import { inProject } from './places.ts';

/** Sees to it that node_modules is what the lockfile asks for, whoever installed it. Nothing is run when it is. */
export async function ensureDependencies() {
  if (!isInstalled() || needsKeychainPackage()) await install();
  await ensureKeychainLibrary();
}

/** Whether npm has installed what the lockfile asks for, by hand or by us. It writes its own list last. */
function isInstalled() {
  const [lockfile, npmsList] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    readJsonFile(inProject(file)),
  );
  return installedAsLocked(lockfile, npmsList, { platform: process.platform, arch: process.arch });
}

/** Installs without the packages' own installers: of those only keytar's is run, later, since npm removes what fails in it. */
async function install() {
  console.error('Installing dependencies …');
  const wordy = /^(info|verbose|silly)$/.test(process.env['npm_config_loglevel'] ?? '');
  const { exitCode, output } = await runNpm(
    ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'],
    { show: wordy ? 'all' : 'none' },
  );
  const interrupted = interruptedWith();
  if (interrupted !== undefined) throw new CannotGoOn('Stopped while installing dependencies.', interrupted);
  if (exitCode === 0) return;
  if (output !== '') console.error(output.trim());
  throw new CannotGoOn('The dependencies could not be installed; what npm says is above.');
}
