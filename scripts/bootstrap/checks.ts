import { availableParallelism } from 'node:os';
import { inProject } from './places.ts';
import { runScript, runTool } from './tools.ts';

type Show = 'all' | 'at-end';

/** Type check of the sources, the tests and these scripts. Gives the exit code. */
export function checkTypes(show?: Show) {
  // Each checker works out anew what others know too; on few cores more of them only do more work.
  const checkers = Math.max(1, Math.floor(availableParallelism() / 2));
  const args = ['-b', inProject(), inProject('scripts'), '--checkers', String(checkers)];
  return runTool(['typescript', 'tsc'], args, show);
}

/** Type check of what the renderer's tests need, or of what all others do. Gives the exit code. */
export function checkTypesOfTests(rendererAlone: boolean) {
  const project = rendererAlone ? inProject('test/renderer') : inProject('src/tsconfig.node.json');
  return runTool(['typescript', 'tsc'], ['-b', project]);
}

/** Lint, warnings included, and the rules of our own. Gives the exit code. */
export async function lint(show: Show = 'all') {
  let worst = await runTool(['oxlint', 'oxlint'], ['--deny-warnings'], show);
  for (const rule of ['member-names.mjs', 'check-layers.ts']) {
    worst = Math.max(worst, await runScript([inProject('scripts', rule)], show));
  }
  return worst;
}

/** Whether every file is formatted. Gives the exit code. */
export function checkFormat(show?: Show) {
  return runTool(['oxfmt', 'oxfmt'], ['--check'], show);
}

/** Formats the given files, or all. Gives the exit code. */
export function format(files: string[]) {
  return runTool(['oxfmt', 'oxfmt'], ['--write', ...files]);
}
