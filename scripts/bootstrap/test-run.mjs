import fs from 'node:fs';
import path from 'node:path';
import { splitTestArguments } from './arguments.mjs';
import { build, buildWhereChanged } from './build-output.mjs';
import { CannotGoOn } from './cannot-go-on.mjs';
import { checkFormat, checkTypes, checkTypesOfTests, lint } from './checks.mjs';
import { interruptedWith, run } from './child-process.mjs';
import { readJsonFile } from './json-file.mjs';
import { inKeyringSession } from './keyring-session.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { namedTests } from './named-tests.mjs';
import { cacheFolder, compiledFolder, projectRoot } from './places.mjs';
import { canOpenKeyring, ensureTestNeeds } from './test-needs.mjs';
import {
  countOfGate,
  countPlaywright,
  countVitest,
  exitCodeFor,
  sumUp,
  summaryLine,
} from './test-report.mjs';
import { plainWhereRead, toolFile } from './tools.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */
/** @typedef {import('./named-tests.mjs').TestFile} TestFile */
/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {import('./arguments.mjs').TestStep} TestStep */

/** The tag of tests that run with --all, nightly or where their file is named: docs/decisions/test-tiers.md. */
const secondTier = 'nightly';

/**
 * Runs the chosen steps, all of them even when one fails, and ends with the one line that sums them up.
 * Gives the exit code.
 * @param {FittingNode} node
 * @param {string[]} args
 */
export async function runTests(node, args) {
  const memory = memoryFolder();
  try {
    // Tests start programs of ours by the hundred, of which each compiles what the one before has compiled already.
    const env = { ...node.env, NODE_COMPILE_CACHE: compiledFolder };
    return await runSteps(
      { ...node, env: memory === undefined ? env : { ...env, TMPDIR: memory.path } },
      args,
    );
  } finally {
    memory?.remove();
  }
}

/**
 * @param {FittingNode} node
 * @param {string[]} args
 */
async function runSteps(node, args) {
  const { steps, filters, everyTier } = splitTestArguments(args);
  const named = filters.length === 0 ? undefined : namedTests(projectRoot, filters);
  const chosen = steps.filter((step) => named === undefined || named.some((test) => test.step === step));
  if (chosen.length === 0)
    throw new CannotGoOn(`No test file of ${steps.join(', ')} has "${filters.join('", "')}" in its path.`);
  const needsKeyring = chosen.some((step) => ['unit', 'integration', 'renderer', 'e2e'].includes(step));
  await ensureTestNeeds(node, { keyring: needsKeyring, browser: chosen.includes('e2e') });
  const counts = named === undefined ? await runGates(node, chosen) : [await checkNamed(node, named)];
  for (const step of chosen) {
    if (isGate(step)) continue;
    console.log(`\n== ${step}`);
    counts.push(
      await runTestFiles(
        node,
        step,
        everyTier,
        named?.filter((test) => test.step === step),
      ),
    );
    stopWhereInterrupted();
  }
  const sum = sumUp(counts);
  console.log('');
  for (const each of sum.repeated) console.log(`failed once, passed when repeated: ${each}`);
  for (const each of sum.skipped) console.log(`skipped: ${each}`);
  console.log(summaryLine(sum));
  return exitCodeFor(sum);
}

function stopWhereInterrupted() {
  const interrupted = interruptedWith();
  if (interrupted !== undefined) throw new CannotGoOn('Stopped before all tests had run.', interrupted);
}

/**
 * What is checked before tests run, side by side: each spends a part of its time on one core.
 * @param {FittingNode} node
 */
const gates = (node) => ({
  types: async () => countOfGate(await checkTypes(node, 'at-end')),
  lint: async () => countOfGate(await lint(node, 'at-end')),
  format: async () => countOfGate(await checkFormat(node, 'at-end')),
  build: async () => countOfBuild(await build(node, 'none')),
});

/** @typedef {'types' | 'lint' | 'format' | 'build'} Gate */

/**
 * @param {TestStep} step
 * @returns {step is Gate}
 */
function isGate(step) {
  return ['types', 'lint', 'format', 'build'].includes(step);
}

/**
 * @param {FittingNode} node
 * @param {TestStep[]} steps
 * @returns {Promise<Counts[]>}
 */
async function runGates(node, steps) {
  const chosen = steps.filter(isGate);
  if (chosen.length === 0) return [];
  console.log(`\n== ${chosen.join(', ')}`);
  const counts = await Promise.all(chosen.map((step) => gates(node)[step]()));
  stopWhereInterrupted();
  return counts;
}

/**
 * Checks the types of what the named tests are part of. One failure where they do not hold; nothing else is counted.
 * @param {FittingNode} node
 * @param {TestFile[]} named
 * @returns {Promise<Counts>}
 */
async function checkNamed(node, named) {
  const rendererAlone = named.every(({ step }) => step === 'renderer');
  return countOfBuild(await checkTypesOfTests(node, rendererAlone));
}

/**
 * @param {FittingNode} node
 * @param {Exclude<TestStep, Gate>} step
 * @param {boolean} everyTier
 * @param {TestFile[]} [named] all where none is given
 * @returns {Promise<Counts>}
 */
async function runTestFiles(node, step, everyTier, named) {
  const files = named?.map(({ file }) => file) ?? [];
  const built =
    step === 'e2e' || (step === 'integration' && (named?.some(({ needsBuild }) => needsBuild) ?? true));
  const exitCode = built ? await buildWhereChanged(node) : 0;
  if (exitCode !== 0) return countOfBuild(exitCode);
  return step === 'e2e' ? playwright(node, everyTier, files) : vitest(node, step, everyTier, files);
}

/**
 * A build is no test; only its failure counts.
 * @param {number} exitCode
 * @returns {Counts}
 */
function countOfBuild(exitCode) {
  return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: [], repeated: [] };
}

/**
 * @param {FittingNode} node
 * @param {TestStep} project
 * @param {boolean} everyTier
 * @param {string[]} files all where none is given
 */
async function vitest(node, project, everyTier, files) {
  const reportFile = freshReportFile(project);
  const args = ['run', `--project=${project}*`, '--reporter=default', '--reporter=json', ...files];
  if (!everyTier) args.push(`--tags-filter=!${secondTier}`);
  const command = [toolFile('vitest', 'vitest'), ...args, `--outputFile.json=${reportFile}`];
  const exitCode = await runWithKeyring(node, command);
  return countVitest(readJsonFile(reportFile), exitCode, everyTier ? undefined : secondTier);
}

/**
 * Runs a command of Node's inside a keyring session where one can be had. Gives its exit code.
 * @param {FittingNode} node
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [more]
 */
async function runWithKeyring(node, command, more = {}) {
  const env = { ...plainWhereRead(node.env), ...more };
  const session = canOpenKeyring() ? inKeyringSession(node.file, command, env) : undefined;
  const { exitCode } = await run(session?.file ?? node.file, session?.args ?? command, {
    show: 'all',
    cwd: projectRoot,
    env: session?.env ?? env,
  });
  session?.remove();
  return exitCode;
}

/**
 * @param {FittingNode} node
 * @param {boolean} everyTier
 * @param {string[]} files all where none is given
 * @returns {Promise<Counts>}
 */
async function playwright(node, everyTier, files) {
  const reportFile = freshReportFile('e2e');
  const command = [
    toolFile('@playwright/test', 'playwright'),
    'test',
    '--reporter=list,json',
    ...(everyTier ? [] : [`--grep-invert=@${secondTier}`]),
    // Playwright takes each for a regular expression.
    ...files.map((file) => file.replaceAll('.', '\\.')),
  ];
  const exitCode = await runWithKeyring(node, command, { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile });
  return countPlaywright(readJsonFile(reportFile), exitCode);
}

/**
 * Where a step's report goes; the last run's is removed, so that it cannot be read for this one's.
 * @param {string} step
 */
function freshReportFile(step) {
  const file = path.join(cacheFolder, 'reports', `${step}.json`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true });
  return file;
}
