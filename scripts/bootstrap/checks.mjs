import { run } from './child-process.mjs';
import { inProject, projectRoot } from './places.mjs';
import { runTool } from './tools.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */

/**
 * Type check of the sources, the tests and these scripts. Gives the exit code.
 * @param {FittingNode} node
 */
export function checkTypes(node) {
  return runTool(node, ['typescript', 'tsc'], ['-b', inProject(), inProject('scripts')]);
}

/**
 * Lint, warnings included, and the rules of our own. Gives the exit code.
 * @param {FittingNode} node
 */
export async function lint(node) {
  let worst = await runTool(node, ['oxlint', 'oxlint'], ['--deny-warnings']);
  for (const rule of ['member-names.mjs', 'check-layers.ts']) {
    const { exitCode } = await run(node.file, [inProject('scripts', rule)], {
      show: 'all',
      cwd: projectRoot,
      env: node.env,
    });
    worst = Math.max(worst, exitCode);
  }
  return worst;
}

/**
 * Whether every file is formatted. Gives the exit code.
 * @param {FittingNode} node
 */
export function checkFormat(node) {
  return runTool(node, ['prettier', 'prettier'], ['--check', '.']);
}

/**
 * Formats the given files, or all. Gives the exit code.
 * @param {FittingNode} node
 * @param {string[]} files
 */
export function format(node, files) {
  return runTool(node, ['prettier', 'prettier'], ['--write', ...(files.length > 0 ? files : ['.'])]);
}
