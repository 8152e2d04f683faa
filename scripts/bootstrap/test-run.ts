import fs from 'node:fs';
import path from 'node:path';
import { splitTestArguments, type TestStep } from './arguments.ts';
import { build, buildWhereChanged } from './build-output.ts';
import { CannotGoOn } from './cannot-go-on.ts';
import { checkFormat, checkTypes, checkTypesOfTests, lint } from './checks.ts';
import { interruptedWith, run } from './child-process.ts';
import { readJsonFile } from './json-file.ts';
import { adviceForTests } from './keychain-advice.ts';
import { keychainProblem } from './keychain-library.ts';
import { inKeyringSession } from './keyring-session.ts';
import { namedTests, type TestFile } from './named-tests.ts';
import { cacheFolder, projectRoot } from './places.ts';
import { canOpenKeyring, ensureTestNeeds } from './test-needs.ts';
import {
  countOfGate,
  countPlaywright,
  countVitest,
  exitCodeFor,
  sumUp,
  summaryLine,
  type Counts,
} from './test-report.ts';
import { plainWhereRead, toolFile } from './tools.ts';

/** The tag of tests that run with --all, nightly or where their file is named: docs/decisions/tests.md. */
const secondTier = 'nightly';

/**
 * Runs the chosen steps, all of them even when one fails, and ends with the one line that sums them up.
 * Gives the exit code.
 */
export async function runTests(args: string[]) {
  const { steps, filters, everyTier } = splitTestArguments(args);
  const named = filters.length === 0 ? undefined : namedTests(projectRoot, filters);
  const chosen = steps.filter((step) => named === undefined || named.some((test) => test.step === step));
  if (chosen.length === 0)
    throw new CannotGoOn(`No test file of ${steps.join(', ')} has "${filters.join('", "')}" in its path.`);
  sayWhereKeychainIsMissing(chosen, named !== undefined);
  const needsKeyring = chosen.some((step) => ['unit', 'integration', 'renderer', 'e2e'].includes(step));
  await ensureTestNeeds({
    keyring: needsKeyring,
    browser: chosen.includes('e2e'),
    database: chosen.includes('integration'),
  });
  const counts = named === undefined ? await runGates(chosen) : [await checkNamed(named)];
  const built = needsBuild(chosen, named) ? await buildWhereChanged() : 0;
  if (built !== 0) counts.push(countOfBuild(built));
  const running = chosen.filter((step) => !isGate(step) && (built === 0 || !needsBuild([step], named)));
  const files = (step: TestStep) => named?.filter((test) => test.step === step).map(({ file }) => file) ?? [];
  const runInOrder = async (steps: TestStep[], show: Shown) => {
    for (const step of steps) {
      counts.push(await runStep(step, { everyTier, files: files(step), show }));
      stopWhereInterrupted();
    }
  };
  const lanes = besideEachOther
    .map((steps) => steps.filter((step) => running.includes(step)))
    .filter((steps) => steps.length > 0);
  await Promise.all(lanes.map((steps, lane) => runInOrder(steps, lane === 0 ? 'all' : 'none')));
  const sum = sumUp(counts);
  console.log('');
  for (const each of sum.repeated) console.log(`failed once, passed when repeated: ${each}`);
  for (const each of sum.skipped) console.log(`skipped: ${each}`);
  console.log(summaryLine(sum));
  return exitCodeFor(sum);
}

/** Without a keychain some tests of these steps cannot pass: a run of all of them ends here, one of named tests goes on. */
function sayWhereKeychainIsMissing(steps: TestStep[], goOn: boolean) {
  const problem = keychainProblem();
  if (problem === undefined || !(steps.includes('integration') || steps.includes('e2e'))) return;
  if (!goOn) throw new CannotGoOn(adviceForTests(problem));
  console.error(adviceForTests(problem));
}

/** Each waits for something a good part of its time, so two run at once. */
const besideEachOther: readonly TestStep[][] = [
  ['unit', 'integration'],
  ['e2e', 'renderer'],
];

function stopWhereInterrupted() {
  const interrupted = interruptedWith();
  if (interrupted !== undefined) throw new CannotGoOn('Stopped before all tests had run.', interrupted);
}

/** What is checked before tests run, side by side: each spends a part of its time on one core. */
const gates = {
  types: async () => countOfGate(await checkTypes('at-end')),
  lint: async () => countOfGate(await lint('at-end')),
  format: async () => countOfGate(await checkFormat('at-end')),
  build: async () => countOfBuild(await build('none')),
};

type Gate = keyof typeof gates;

function isGate(step: TestStep): step is Gate {
  return step in gates;
}

async function runGates(steps: TestStep[]): Promise<Counts[]> {
  const chosen = steps.filter(isGate);
  if (chosen.length === 0) return [];
  console.log(`\n== ${chosen.join(', ')}`);
  const counts = await Promise.all(chosen.map((step) => gates[step]()));
  stopWhereInterrupted();
  return counts;
}

/** Checks the types of what the named tests are part of. One failure where they do not hold; nothing else is counted. */
async function checkNamed(named: TestFile[]): Promise<Counts> {
  const rendererAlone = named.every(({ step }) => step === 'renderer');
  return countOfBuild(await checkTypesOfTests(rendererAlone));
}

/** Whether tests of these steps run the built app. Without names all of them are meant. */
function needsBuild(steps: TestStep[], named?: TestFile[]): boolean {
  if (steps.includes('e2e')) return true;
  if (!steps.includes('integration')) return false;
  return named?.some((test) => test.needsBuild && test.step === 'integration') ?? true;
}

/** A build is no test; only its failure counts. */
function countOfBuild(exitCode: number): Counts {
  return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: [], repeated: [] };
}

/** What a step writes is shown as it comes, or ('none') all of it at the end. */
type Shown = 'all' | 'none';

/** @param how.files all where none is given */
async function runStep(step: TestStep, how: { everyTier: boolean; files: string[]; show: Shown }) {
  const reportFile = path.join(cacheFolder, 'reports', `${step}.json`);
  fs.mkdirSync(path.dirname(reportFile), { recursive: true });
  // The last run's cannot be read for this one's.
  fs.rmSync(reportFile, { force: true });
  const leftOut = how.everyTier ? undefined : secondTier;
  if (how.show === 'all') console.log(`\n== ${step}`);
  const { exitCode, output } =
    step === 'e2e'
      ? await runWithKeyring(playwright(how.files, leftOut), how.show, {
          PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        })
      : await runWithKeyring(vitest(step, how.files, leftOut, reportFile), how.show);
  if (how.show === 'none') console.log(`\n== ${step}\n${output.trimEnd()}`);
  const report = readJsonFile(reportFile);
  return step === 'e2e' ? countPlaywright(report, exitCode) : countVitest(report, exitCode, leftOut);
}

function vitest(project: TestStep, files: string[], leftOut: string | undefined, reportFile: string) {
  const args = ['run', `--project=${project}*`, '--reporter=default', '--reporter=json', ...files];
  if (leftOut !== undefined) args.push(`--tags-filter=!${leftOut}`);
  return [toolFile('vitest', 'vitest'), ...args, `--outputFile.json=${reportFile}`];
}

function playwright(files: string[], leftOut: string | undefined) {
  return [
    toolFile('@playwright/test', 'playwright'),
    'test',
    '--reporter=list,json',
    ...(leftOut === undefined ? [] : [`--grep-invert=@${leftOut}`]),
    // Playwright takes each for a regular expression.
    ...files.map((file) => file.replaceAll('.', '\\.')),
  ];
}

/** Runs a command of Node's inside a keyring session where one can be had. */
async function runWithKeyring(command: string[], show: Shown, more: NodeJS.ProcessEnv = {}) {
  const env = { ...plainWhereRead(), ...more };
  const session = canOpenKeyring() ? inKeyringSession(process.execPath, command, env) : undefined;
  const outcome = await run(session?.file ?? process.execPath, session?.args ?? command, {
    show,
    cwd: projectRoot,
    env: session?.env ?? env,
  });
  session?.remove();
  return outcome;
}
