import { splitStartArguments } from './arguments.mjs';
import { build, buildWhereChanged } from './build-output.mjs';
import { checkFormat, checkTypes, format, lint } from './checks.mjs';
import { run } from './child-process.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { electronProgram, reasonAgainstWindow } from './electron-binary.mjs';
import { fittingNode } from './fitting-node.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { compiledFolder, inProject, projectRoot } from './places.mjs';
import { runTests } from './test-run.mjs';
import { runTool } from './tools.mjs';
import { audit } from '../packaging/audit.mjs';
import { writeSbom } from '../packaging/sbom.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */
/** @typedef {(node: FittingNode, args: string[]) => Promise<number>} Work */

/**
 * What `node scripts/run.mjs <task>` can do. Each gives the exit code.
 * @type {Map<string, (args: string[]) => Promise<number>>}
 */
export const tasks = new Map([
  ['start', prepared(start)],
  ['dev', prepared((node, args) => program(node.file, [inProject('scripts/dev-server.ts'), ...args], node))],
  ['test', prepared(runTests)],
  [
    'service',
    prepared((node, args) => program(node.file, [inProject('src/practice/main.ts'), ...args], node)),
  ],
  ['chaos', prepared((node, args) => program(node.file, [inProject('test/chaos/main.ts'), ...args], node))],
  ['truth', prepared(truth)],
  ['fuzz', prepared((node, args) => program(node.file, [inProject('test/fuzz/main.ts'), ...args], node))],
  ['mutants', prepared(mutants)],
  ['bench', prepared(bench)],
  ['build', prepared((node) => build(node, 'all'))],
  ['check', prepared(check)],
  ['format', prepared(format)],
  ['pictures', prepared(pictures)],
  ['package', prepared(packageApp)],
  ['sbom', writeSbom],
  ['audit', audit],
]);

/**
 * The work with a fitting Node and the dependencies in place before it.
 * @param {Work} work
 * @returns {(args: string[]) => Promise<number>}
 */
function prepared(work) {
  return async (args) => {
    const node = await fittingNode();
    await ensureDependencies(node);
    return work(node, args);
  };
}

/** @type {Work} */
async function bench(node, args) {
  const built = await buildWhereChanged(node);
  return built === 0 ? program(node.file, [inProject('test/bench/main.ts'), ...args], node) : built;
}

/** @type {Work} */
async function pictures(node, args) {
  const built = await buildWhereChanged(node);
  return built === 0 ? program(node.file, [inProject('scripts/docs-pictures.ts'), ...args], node) : built;
}

/** @type {Work} */
async function truth(node, args) {
  const built = await buildWhereChanged(node);
  return built === 0 ? program(node.file, [inProject('test/truth/main.ts'), ...args], node) : built;
}

/** @type {Work} */
async function mutants(node, args) {
  const memory = memoryFolder();
  const env = memory === undefined ? node.env : { ...node.env, TMPDIR: memory.path };
  try {
    return await program(node.file, [inProject('test/mutants/main.ts'), ...args], { ...node, env });
  } finally {
    memory?.remove();
  }
}

/** @type {Work} */
async function start(node, args) {
  const { browser, rest } = splitStartArguments(args);
  const built = await buildWhereChanged(node);
  if (built !== 0) return built;
  const electron = browser ? undefined : await electronHere(node);
  return electron === undefined
    ? program(node.file, [inProject('out/main/browser-host.js'), ...rest], node)
    : program(electron, [projectRoot, ...rest], node);
}

/**
 * Electron's program where it can open a window; otherwise says why the browser takes its place.
 * @param {FittingNode} node
 */
async function electronHere(node) {
  const against = reasonAgainstWindow();
  const electron = against === undefined ? await electronProgram(node) : undefined;
  if (electron === undefined) {
    const reason = against ?? 'Electron could not be downloaded ("npx install-electron" tries again)';
    console.error(`Gangway opens in the browser, because ${reason}.`);
  }
  return electron;
}

/** @type {Work} */
async function check(node) {
  let worst = 0;
  for (const gate of [checkTypes, lint, checkFormat]) worst = Math.max(worst, await gate(node));
  return worst;
}

/** @type {Work} */
async function packageApp(node, args) {
  const built = await build(node, 'all');
  return built === 0 ? runTool(node, ['electron-builder', 'electron-builder'], args) : built;
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {FittingNode} node
 */
async function program(file, args, node) {
  const { exitCode, output } = await run(file, args, {
    show: 'all',
    keyboard: true,
    cwd: projectRoot,
    // Half of what a start takes is reading and compiling our own sources.
    env: { NODE_COMPILE_CACHE: compiledFolder, ...node.env },
  });
  if (output !== '') console.error(output);
  return exitCode;
}
