import fs from 'node:fs';
import path from 'node:path';
import { splitTestArguments } from './arguments.mjs';
import { build, buildWhereChanged } from './build-output.mjs';
import { CannotGoOn } from './cannot-go-on.mjs';
import { checkFormat, checkTypes, lint } from './checks.mjs';
import { interruptedWith, run } from './child-process.mjs';
import { readJsonFile } from './json-file.mjs';
import { inKeyringSession } from './keyring-session.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { cacheFolder, projectRoot } from './places.mjs';
import { canOpenKeyring, ensureTestNeeds } from './test-needs.mjs';
import {
  countOfGate,
  countPlaywright,
  countVitest,
  exitCodeFor,
  sumOf,
  summaryLine,
} from './test-report.mjs';
import { plainWhereRead, toolFile } from './tools.mjs';

/** @typedef {import('./fitting-node.mjs').FittingNode} FittingNode */
/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {import('./arguments.mjs').TestStep} TestStep */

/**
 * Runs the chosen steps, all of them even when one fails, and ends with the one line that sums them up.
 * Gives the exit code.
 * @param {FittingNode} node
 * @param {string[]} args
 */
export async function runTests(node, args) {
  const memory = memoryFolder();
  try {
    return await runSteps(
      memory === undefined ? node : { ...node, env: { ...node.env, TMPDIR: memory.path } },
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
  const { steps, filters } = splitTestArguments(args);
  const needsKeyring = steps.some((step) => ['unit', 'integration', 'renderer', 'e2e'].includes(step));
  await ensureTestNeeds(node, { keyring: needsKeyring, browser: steps.includes('e2e') });
  /** @type {Counts[]} */
  const counts = [];
  for (const step of steps) {
    console.log(`\n== ${step}`);
    counts.push(await runStep(node, step, filters));
    const interrupted = interruptedWith();
    if (interrupted !== undefined) throw new CannotGoOn('Stopped before all tests had run.', interrupted);
  }
  const sum = sumOf(counts);
  console.log('');
  for (const each of sum.repeated) console.log(`failed once, passed when repeated: ${each}`);
  for (const each of sum.skipped) console.log(`skipped: ${each}`);
  console.log(summaryLine(sum));
  return exitCodeFor(sum);
}

/**
 * @param {FittingNode} node
 * @param {TestStep} step
 * @param {string[]} filters
 * @returns {Promise<Counts>}
 */
async function runStep(node, step, filters) {
  switch (step) {
    case 'types':
      return countOfGate(await checkTypes(node));
    case 'lint':
      return countOfGate(await lint(node));
    case 'format':
      return countOfGate(await checkFormat(node));
    case 'build':
      return countOfBuild(await build(node, 'all'));
    case 'integration':
      return withBuild(node, () => vitest(node, step, filters));
    case 'unit':
    case 'renderer':
      return vitest(node, step, filters);
    case 'e2e':
      return withBuild(node, () => playwright(node, filters));
  }
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
 * The work, once out/ holds what the sources say.
 * @param {FittingNode} node
 * @param {() => Promise<Counts>} work
 */
async function withBuild(node, work) {
  const built = await buildWhereChanged(node);
  return built === 0 ? work() : countOfBuild(built);
}

/**
 * @param {FittingNode} node
 * @param {TestStep} project
 * @param {string[]} filters
 */
async function vitest(node, project, filters) {
  const reportFile = freshReportFile(project);
  const lenient = filters.length > 0 ? ['--passWithNoTests'] : [];
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', ...lenient, ...filters];
  const command = [toolFile('vitest', 'vitest'), ...args, `--outputFile.json=${reportFile}`];
  const exitCode = await runWithKeyring(node, command);
  return countVitest(readJsonFile(reportFile), exitCode);
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
 * @param {string[]} filters
 * @returns {Promise<Counts>}
 */
async function playwright(node, filters) {
  const reportFile = freshReportFile('e2e');
  const lenient = filters.length > 0 ? ['--pass-with-no-tests'] : [];
  const command = [
    toolFile('@playwright/test', 'playwright'),
    'test',
    '--reporter=list,json',
    ...lenient,
    ...filters,
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
