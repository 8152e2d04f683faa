import path from 'node:path';
import { CannotGoOn } from './cannot-go-on.ts';
import { run } from './child-process.ts';
import { getFields, readJsonFile } from './json-file.ts';
import { inProject, projectRoot } from './places.ts';

/** The file behind a command of an installed package, to be run with Node on every system alike. */
export function toolFile(packageName: string, command: string) {
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
 */
export function runTool(
  [packageName, command]: [packageName: string, command: string],
  args: string[],
  show: 'all' | 'at-end' = 'all',
) {
  return runScript([toolFile(packageName, command), ...args], show);
}

/**
 * Runs a script with Node in the project, its output shown as {@link runTool} says. Gives the exit code.
 * @param command the script's file and its arguments
 */
export async function runScript(command: string[], show: 'all' | 'at-end') {
  const { exitCode, output } = await run(process.execPath, command, {
    show: show === 'all' ? 'all' : 'none',
    cwd: projectRoot,
    env: plainWhereRead(),
  });
  if (output !== '') console.log(output.trimEnd());
  return exitCode;
}

/** This process's environment, with NO_COLOR set where the output goes to a program or a file. */
export function plainWhereRead(): NodeJS.ProcessEnv {
  const { env } = process;
  return process.stdout.isTTY || env['FORCE_COLOR'] !== undefined ? env : { ...env, NO_COLOR: '1' };
}
