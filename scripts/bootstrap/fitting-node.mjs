import os from 'node:os';
import path from 'node:path';
import { CannotGoOn } from './cannot-go-on.mjs';
import { run, withFolderOnPath } from './child-process.mjs';
import { readJsonFile, writeJsonFile } from './json-file.mjs';
import { nodeFits, nodeToFetch } from './node-version.mjs';
import { npmProgram } from './npm-program.mjs';
import { cacheFolder } from './places.mjs';

/** @typedef {{ file: string, version: string, env: NodeJS.ProcessEnv }} FittingNode */

const remembered = path.join(cacheFolder, 'node.json');

/**
 * A Node that Gangway's tools run on: this one, the one found on an earlier start, or one fetched through npm.
 * `env` has its folder first on the PATH, for the programs that start "node" themselves.
 * Throws CannotGoOn when none can be had.
 * @returns {Promise<FittingNode>}
 */
export async function fittingNode() {
  if (nodeFits(process.version)) return described(process.execPath, process.version);
  const earlier = readJsonFile(remembered)?.['file'];
  if (typeof earlier === 'string') {
    const version = await readVersion(earlier);
    if (version !== undefined) return described(earlier, version);
  }
  return fetched();
}

/** @returns {Promise<FittingNode>} */
async function fetched() {
  const npm = npmProgram();
  const advice = `Gangway needs Node 24 or newer and this is ${process.version}; install Node 24 from https://nodejs.org and try again.`;
  if (npm === undefined) throw new CannotGoOn(advice);
  console.error(`Fetching Node ${nodeToFetch} (this is ${process.version}) …`);
  // Outside the project, so that npm does not look for "node" among its packages.
  const { exitCode, output } = await run(
    process.execPath,
    [npm, 'exec', '--yes', `--package=node@${nodeToFetch}`, '--', 'node', '-p', 'process.execPath'],
    { show: 'none', cwd: os.tmpdir(), env: withoutProjectOfNpm(process.env) },
  );
  const file = output
    .split('\n')
    .map((line) => line.trim())
    .find((line) => path.isAbsolute(line) && /^node(\.exe)?$/.test(path.basename(line)));
  const version = file === undefined ? undefined : await readVersion(file);
  if (exitCode !== 0 || file === undefined || version === undefined) {
    console.error(output.trim());
    throw new CannotGoOn(advice);
  }
  writeJsonFile(remembered, { file, version });
  return described(file, version);
}

/**
 * The version that a Node says of itself; undefined when it does not run or does not fit.
 * @param {string} file
 */
async function readVersion(file) {
  const { exitCode, output } = await run(file, ['--version'], { show: 'none', timeLimitMs: 10_000 });
  return exitCode === 0 && nodeFits(output) ? output.trim() : undefined;
}

/**
 * @param {string} file
 * @param {string} version
 * @returns {FittingNode}
 */
function described(file, version) {
  return { file, version, env: withFolderOnPath(process.env, path.dirname(file), path.delimiter) };
}

/** @param {NodeJS.ProcessEnv} env */
function withoutProjectOfNpm(env) {
  const own = new Set(['npm_config_local_prefix', 'npm_config_prefix', 'npm_package_json', 'init_cwd']);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name.toLowerCase())));
}
