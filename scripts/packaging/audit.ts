import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { CannotGoOn } from '../bootstrap/cannot-go-on.ts';
import { getFields, getItems, readJsonFile } from '../bootstrap/json-file.ts';
import { npmProgram } from '../bootstrap/npm-program.ts';
import { inProject, projectRoot } from '../bootstrap/places.ts';
import { auditFindings, isAuditAnswer, unexplained } from './audit-findings.ts';

const record = 'docs/decisions/audit-findings.md';
const lists = ['out/main/licenses.json.gz', 'out/preload/licenses.json.gz', 'out/renderer/licenses.json.gz'];
const largestBytes = 64 * 1024 * 1024;
const notKnown = 2;

/**
 * Asks the registry for known weaknesses of all packages and names those that stop a build. Gives 0 where there are none, 1
 * where there are some, and 2 with the reason where it cannot be told.
 */
export function audit() {
  const report = askRegistry();
  const lockfile = readJsonFile(inProject('package-lock.json'));
  const findings = auditFindings(report, lockfile, worksInBundles(lockfile));
  const stopping = unexplained(findings, fs.readFileSync(inProject(record), 'utf8'));
  for (const { id, work, severity, title, url, inApp } of stopping) {
    console.error(`${work} (${inApp ? 'in the app' : 'for building and testing'}), ${severity}: ${title}`);
    console.error(`  ${id} ${url}`);
  }
  const explained = findings.length - stopping.length;
  console.log(`Findings that stop a build: ${stopping.length}; explained in ${record}: ${explained}.`);
  return Promise.resolve(stopping.length === 0 ? 0 : 1);
}

/** The registry's answer. Settings of this machine under which npm asks about less, or nothing, are overruled. */
function askRegistry() {
  const npm = npmProgram();
  if (npm === undefined) throw new CannotGoOn('npm was not found; it asks the registry.', notKnown);
  const { stdout } = spawnSync(
    process.execPath,
    [npm, 'audit', '--json', '--package-lock-only', '--no-offline', '--include=dev', '--include=optional'],
    { cwd: projectRoot, encoding: 'utf8', maxBuffer: largestBytes, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const report = parsed(stdout);
  if (isAuditAnswer(report)) return report;
  const { message } = getFields(report);
  const reason = typeof message === 'string' ? `“${message}”` : 'no report that can be read';
  throw new CannotGoOn(`No audit was made, so nothing is known of weaknesses: npm gave ${reason}.`, notKnown);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the build's own lists say is in the bundles, as `name@version`. */
function worksInBundles(lockfile: Record<string, unknown> | undefined) {
  const files = lists.map((list) => inProject(list));
  if (!files.every((file) => fs.existsSync(file)))
    throw new CannotGoOn('What is in the bundles is not known; run "npm run build" first.', notKnown);
  const works = files
    .flatMap((file) => getItems(JSON.parse(gunzipSync(fs.readFileSync(file)).toString())))
    .map(getFields)
    .map(({ name, version }) => `${String(name)}@${String(version)}`);
  const locked = new Set(
    Object.entries(getFields(lockfile?.['packages'])).map(
      ([place, entry]) => `${place.split('node_modules/').at(-1)}@${String(getFields(entry)['version'])}`,
    ),
  );
  if (works.length === 0 || !works.every((work) => locked.has(work)))
    throw new CannotGoOn('The bundles are not of these packages; run "npm run build" first.', notKnown);
  return works;
}
