import path from 'node:path';
import { CannotGoOn } from './cannot-go-on.mjs';
import { run } from './child-process.mjs';
import { getFields, readJsonFile } from './json-file.mjs';
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
  const file = typeof bin === 'string' ? bin : getFields(bin)[command];
  if (typeof file !== 'string')
    throw new CannotGoOn(`The package ${packageName} is not installed; run "npm ci".`);
  return path.join(folder, file);
}

/**
 * Runs an installed package's command in the project. Colours are left out where the output is not a terminal. What it writes is
 * shown as it comes; with `show` 'at-end' in one piece, for what runs beside others.
 * @param {FittingNode} node
 * @param {[packageName: string, command: string]} tool
 * @param {string[]} args
 * @param {'all' | 'at-end'} [show]
 */
export function runTool(node, [packageName, command], args, show = 'all') {
  return runScript(node, [toolFile(packageName, command), ...args], show);
}

/**
 * Runs a script with Node in the project, its output shown as {@link runTool} says. Gives the exit code.
 * @param {FittingNode} node
 * @param {string[]} command the script's file and its arguments
 * @param {'all' | 'at-end'} show
 */
export async function runScript(node, command, show) {
  const { exitCode, output } = await run(node.file, command, {
    show: show === 'all' ? 'all' : 'none',
    cwd: projectRoot,
    env: plainWhereRead(node.env),
  });
  if (output !== '') console.log(output.trimEnd());
  return exitCode;
}

/**
 * The environment with NO_COLOR set where the output goes to a program or a file.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function plainWhereRead(env) {
  return process.stdout.isTTY || env['FORCE_COLOR'] !== undefined ? env : { ...env, NO_COLOR: '1' };
}
