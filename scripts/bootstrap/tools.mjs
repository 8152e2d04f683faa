import path from 'node:path';
import { CannotGoOn } from './cannot-go-on.mjs';
import { run } from './child-process.mjs';
import { fieldsOf, readJsonFile } from './json-file.mjs';
import { inProject, projectRoot } from './places.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */

/**
 * The file behind a command of an installed package, to be run with Node on every system alike.
 * @param {string} packageName
 * @param {string} command
 */
export function toolFile(packageName, command) {
  const folder = inProject('node_modules', ...packageName.split('/'));
  const bin = readJsonFile(path.join(folder, 'package.json'))?.['bin'];
  const file = typeof bin === 'string' ? bin : fieldsOf(bin)[command];
  if (typeof file !== 'string')
    throw new CannotGoOn(`The package ${packageName} is not installed; run "npm ci".`);
  return path.join(folder, file);
}

/**
 * Runs an installed package's command in the project, its output shown. Colours are left out where the
 * output is not a terminal.
 * @param {FittingNode} node
 * @param {[packageName: string, command: string]} tool
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
export async function runTool(node, [packageName, command], args, extraEnv = {}) {
  const env = { ...plainWhereRead(node.env), ...extraEnv };
  const how = /** @type {const} */ ({ show: 'all', cwd: projectRoot });
  return (await run(node.file, [toolFile(packageName, command), ...args], { ...how, env })).exitCode;
}

/**
 * The environment with NO_COLOR set where the output goes to a program or a file.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function plainWhereRead(env) {
  return process.stdout.isTTY || env['FORCE_COLOR'] !== undefined ? env : { ...env, NO_COLOR: '1' };
}
