import { inProject } from './places.mjs';
import { runScript, runTool } from './tools.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */

/** @typedef {'all' | 'at-end'} Show */

/**
 * Type check of the sources, the tests and these scripts. Gives the exit code.
 * @param {FittingNode} node
 * @param {Show} [show]
 */
export function checkTypes(node, show) {
  return runTool(node, ['typescript', 'tsc'], ['-b', inProject(), inProject('scripts')], show);
}

/**
 * Type check of what the renderer's tests need, or of what all others do. Gives the exit code.
 * @param {FittingNode} node
 * @param {boolean} rendererAlone
 */
export function checkTypesOfTests(node, rendererAlone) {
  const project = rendererAlone ? inProject('test/renderer') : inProject('src/tsconfig.node.json');
  return runTool(node, ['typescript', 'tsc'], ['-b', project]);
}

/**
 * Lint, warnings included, and the rules of our own. Gives the exit code.
 * @param {FittingNode} node
 * @param {Show} [show]
 */
export async function lint(node, show = 'all') {
  let worst = await runTool(node, ['oxlint', 'oxlint'], ['--deny-warnings'], show);
  for (const rule of ['member-names.mjs', 'check-layers.ts']) {
    worst = Math.max(worst, await runScript(node, [inProject('scripts', rule)], show));
  }
  return worst;
}

/** Reading and laying out every file takes most of a minute; what has not changed since is left out. */
const formatCache = ['--cache', '--cache-strategy', 'content'];

/**
 * Whether every file is formatted. Gives the exit code.
 * @param {FittingNode} node
 * @param {Show} [show]
 */
export function checkFormat(node, show) {
  return runTool(node, ['prettier', 'prettier'], ['--check', '.', ...formatCache], show);
}

/**
 * Formats the given files, or all. Gives the exit code.
 * @param {FittingNode} node
 * @param {string[]} files
 */
export function format(node, files) {
  return runTool(node, ['prettier', 'prettier'], ['--write', ...(files.length > 0 ? files : ['.'])]);
}
