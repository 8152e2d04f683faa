import fs from 'node:fs';
import path from 'node:path';
import { run } from './child-process.ts';
import {
  aptCommand,
  aptWithoutAsking,
  hasApt,
  installDebianPackages,
  isDebian,
  onPath,
} from './debian-packages.ts';
import { projectRoot } from './places.ts';
import { systemChromium } from './system-chromium.ts';
import { toolFile } from './tools.ts';

const downloadLimitMs = 600_000;

/** Whether a keychain of our own can be opened for the tests, beside the person's own. */
export function canOpenKeyring() {
  return process.platform === 'linux' && onPath('dbus-run-session') && onPath('gnome-keyring-daemon');
}

/**
 * Gets what the tests need beyond npm's packages: a keyring service and a PostgreSQL where apt can bring them, and a browser
 * for the end-to-end tests. What cannot be had is said in one sentence each; the steps then say what they miss.
 */
export async function ensureTestNeeds(needs: { keyring: boolean; browser: boolean; database: boolean }) {
  const keyring = needs.keyring && hasApt() && !canOpenKeyring() ? ['gnome-keyring', 'dbus'] : [];
  const browser = needs.browser && !(await hasBrowser());
  const database = needs.database && hasApt() && !hasPostgres() ? ['postgresql'] : [];
  const packages = [...keyring, ...(browser && isDebian() ? ['chromium-headless-shell'] : []), ...database];
  if (packages.length > 0 && (await installDebianPackages(packages)) !== 'installed') {
    console.error(`Some tests cannot run here; for all of them run "${aptCommand(packages)}".`);
  }
  if (browser && !(await hasBrowser())) await fetchBrowser();
}

/** Where Debian and Ubuntu put the server; test/team/postgres.ts starts one of its own from there. */
function hasPostgres() {
  return (
    process.env['POSTGRES_BIN'] !== undefined || fs.globSync('/usr/lib/postgresql/*/bin/initdb').length > 0
  );
}

async function hasBrowser() {
  if (systemChromium() !== undefined) return true;
  const question = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { output } = await run(process.execPath, ['-e', question], { show: 'none', cwd: projectRoot });
  return path.isAbsolute(output) && fs.existsSync(output);
}

async function fetchBrowser() {
  console.error('Fetching a browser for the end-to-end tests …');
  const withLibraries = (await aptWithoutAsking()) === undefined ? [] : ['--with-deps'];
  const { exitCode, output } = await run(
    process.execPath,
    [toolFile('@playwright/test', 'playwright'), 'install', ...withLibraries, 'chromium'],
    { show: 'none', cwd: projectRoot, timeLimitMs: downloadLimitMs },
  );
  if (exitCode === 0) return;
  console.error(output.trim());
  console.error(
    'The end-to-end tests have no browser; install Chromium and set CHROMIUM_PATH to its program.',
  );
}
