import path from 'node:path';
import { splitStartArguments } from './arguments.ts';
import { build, buildWhereChanged } from './build-output.ts';
import { CannotGoOn } from './cannot-go-on.ts';
import { checkFormat, checkTypes, format, lint } from './checks.ts';
import { run } from './child-process.ts';
import { ensureDependencies } from './dependencies.ts';
import { electronProgram, reasonAgainstWindow } from './electron-binary.ts';
import { adviceForStart } from './keychain-advice.ts';
import { keychainProblem } from './keychain-library.ts';
import { memoryFolder } from './memory-folder.ts';
import { compiledFolder, inProject, projectRoot } from './places.ts';
import { runTests } from './test-run.ts';
import { runTool } from './tools.ts';
import { audit } from '../packaging/audit.ts';
import { writeSbom } from '../packaging/sbom.ts';

type Work = (args: string[]) => Promise<number>;

/** What `node scripts/run.mjs <task>` can do. Each gives the exit code. */
const tasks = new Map<string, Work>([
  ['start', prepared(built(withKeychainAdvice(start)))],
  ['dev', prepared(withKeychainAdvice(script('scripts/dev-server.ts')))],
  ['test', prepared(inMemory(runTests))],
  ['service', prepared(script('src/practice/main.ts'))],
  ['team', prepared(team)],
  ['chaos', prepared(script('test/chaos/main.ts'))],
  ['truth', prepared(built(script('test/truth/main.ts')))],
  ['fuzz', prepared(script('test/fuzz/main.ts'))],
  ['mutants', prepared(inMemory(script('test/mutants/main.ts')))],
  ['bench', prepared(built(script('test/bench/main.ts')))],
  ['build', prepared(() => build('all'))],
  ['check', prepared(check)],
  ['format', prepared(format)],
  ['pictures', prepared(built(script('scripts/docs-pictures.ts')))],
  ['sentences', prepared(script('scripts/list-sentences.ts'))],
  ['package', prepared(packageApp)],
  ['sbom', writeSbom],
  ['audit', audit],
]);

/** Runs the task that is named first, with the other arguments. Gives the exit code. */
export async function runTask([name = '', ...args]: string[]) {
  const task = tasks.get(name);
  if (task === undefined) {
    console.error(`There is no task "${name}". There are: ${[...tasks.keys()].join(', ')}.`);
    return 2;
  }
  // For the programs that start "node" themselves.
  process.env['PATH'] = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);
  try {
    return await task(args);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    console.error(error.message);
    return error.exitCode;
  }
}

/** The work with the dependencies in place before it. */
function prepared(work: Work): Work {
  return async (args) => {
    await ensureDependencies();
    // Half of what a start takes is reading and compiling our own sources.
    process.env['NODE_COMPILE_CACHE'] ??= compiledFolder;
    return work(args);
  };
}

/** The work on a build of the sources as they are. */
function built(work: Work): Work {
  return async (args) => {
    const exitCode = await buildWhereChanged();
    return exitCode === 0 ? work(args) : exitCode;
  };
}

/** The work, with a sentence before it where the app has no keychain. */
function withKeychainAdvice(work: Work): Work {
  return (args) => {
    const problem = keychainProblem();
    if (problem !== undefined) console.error(adviceForStart(problem));
    return work(args);
  };
}

/** The work with the temporary folder in memory, where that can be had. */
function inMemory(work: Work): Work {
  return async (args) => {
    const memory = memoryFolder();
    if (memory !== undefined) process.env['TMPDIR'] = memory.path;
    try {
      return await work(args);
    } finally {
      memory?.remove();
    }
  };
}

function script(file: string): Work {
  return (args) => program(process.execPath, [inProject(file), ...args]);
}

async function start(args: string[]) {
  const { browser, rest } = splitStartArguments(args);
  const electron = browser ? undefined : await electronHere();
  return electron === undefined
    ? program(process.execPath, [inProject('out/main/browser-host.js'), ...rest])
    : program(electron, [projectRoot, ...rest]);
}

/** Electron's program where it can open a window; otherwise says why the browser takes its place. */
async function electronHere() {
  const against = reasonAgainstWindow();
  const electron = against === undefined ? await electronProgram() : undefined;
  if (electron === undefined) {
    const reason = against ?? 'Electron could not be downloaded ("npx install-electron" tries again)';
    console.error(`Gangway opens in the browser, because ${reason}.`);
  }
  return electron;
}

function team([command, ...args]: string[]) {
  if (command === 'demo') return built(script('test/team/demo.ts'))(args);
  return script('scripts/team.ts')(command === undefined ? [] : [command, ...args]);
}

async function check() {
  let worst = 0;
  for (const gate of [checkTypes, lint, checkFormat]) worst = Math.max(worst, await gate());
  return worst;
}

async function packageApp(args: string[]) {
  const exitCode = await build('all');
  return exitCode === 0 ? runTool(['electron-builder', 'electron-builder'], args) : exitCode;
}

async function program(file: string, args: string[]) {
  const { exitCode, output } = await run(file, args, {
    show: 'all',
    keyboard: true,
    cwd: projectRoot,
  });
  if (output !== '') console.error(output);
  return exitCode;
}
