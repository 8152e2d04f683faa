import fs from 'node:fs';
import path from 'node:path';
import { run } from './child-process.mjs';
import {
  aptCommand,
  aptWithoutAsking,
  hasApt,
  installDebianPackages,
  isDebian,
  onPath,
} from './debian-packages.mjs';
import { projectRoot } from './places.mjs';
import { toolFile } from './tools.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */

const downloadLimitMs = 600_000;

/** Whether a keychain of our own can be opened for the tests, beside the person's own. */
export function canOpenKeyring() {
  return process.platform === 'linux' && onPath('dbus-run-session') && onPath('gnome-keyring-daemon');
}

/**
 * Gets what the tests need beyond npm's packages: a keyring service where apt can bring it, and a browser for
 * the end-to-end tests. What cannot be had is said in one sentence each; the steps then say what they miss.
 * @param {FittingNode} node
 * @param {{ keyring: boolean, browser: boolean }} needs
 */
export async function ensureTestNeeds(node, needs) {
  const keyring = needs.keyring && hasApt() && !canOpenKeyring() ? ['gnome-keyring', 'dbus'] : [];
  const browser = needs.browser && !(await hasBrowser(node));
  const packages = browser && isDebian() ? [...keyring, 'chromium'] : keyring;
  if (packages.length > 0 && (await installDebianPackages(packages)) !== 'installed') {
    console.error(`Some tests cannot run here; for all of them run "${aptCommand(packages)}".`);
  }
  if (browser && !(await hasBrowser(node))) await fetchBrowser(node);
}

/** @param {FittingNode} node */
async function hasBrowser(node) {
  const debianOrNamed = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'];
  if (debianOrNamed.some((file) => file !== undefined && fs.existsSync(file))) return true;
  const question = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  const { output } = await run(node.file, ['-e', question], { show: 'none', cwd: projectRoot });
  return path.isAbsolute(output) && fs.existsSync(output);
}

/** @param {FittingNode} node */
async function fetchBrowser(node) {
  console.error('Fetching a browser for the end-to-end tests …');
  const withLibraries = (await aptWithoutAsking()) === undefined ? [] : ['--with-deps'];
  const { exitCode, output } = await run(
    node.file,
    [toolFile('@playwright/test', 'playwright'), 'install', ...withLibraries, 'chromium'],
    { show: 'none', cwd: projectRoot, env: node.env, timeLimitMs: downloadLimitMs },
  );
  if (exitCode === 0) return;
  console.error(output.trim());
  console.error(
    'The end-to-end tests have no browser; install Chromium and set CHROMIUM_PATH to its program.',
  );
}
