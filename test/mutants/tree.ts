import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { changed, type Mutant } from './list.ts';

const root = join(import.meta.dirname, '..', '..');

/** What is made anew, or is no part of the sources. */
const notCopied = new Set(['.cache', '.git', 'dist', 'node_modules', 'out']);

/** What came of a run of test files. */
export interface TestRun {
  /** The names of the tests that failed. */
  failed: string[];
  /** The files of which no test could be run. */
  unloaded: string[];
  /** Whether every test ran and passed. */
  passed: boolean;
  /** How long each file with a test that passed took, in milliseconds, by its path from the project's root. */
  took: Map<string, number>;
  printed: string;
}

/** Which tests of a file are run. */
export interface Part {
  /** Those that have one of these texts in their names; all where there is none. */
  named: readonly string[];
  /** Those of the second tier too. */
  nightly: boolean;
}

/** How long a test and a whole run may take, in milliseconds. */
export interface Limits {
  testMs: number;
  allMs: number;
}

/** A copy of the project that may be broken: threads, child processes and builds of its tests all see the same sources. */
export interface Tree {
  /**
   * Runs this part of these test files in the copy. With limits the run ends with the first test that fails, and one that
   * takes longer than its own limit counts as a failure.
   */
  runTests(tests: readonly string[], part: Part, limits: Limits | null): Promise<TestRun>;
  /** Breaks the copy for as long as the work takes. */
  withMutant<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>;
  /** Builds the app there; throws where it does not build. Without the page, only what is not the page is built anew. */
  build(page: 'with_page' | 'without_page'): Promise<void>;
  remove(): void;
}

const report = z.object({
  success: z.boolean(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A build of everything but the page, in the words of electron-vite. */
const withoutPage = `import config from './electron.vite.config.ts';
export default { main: config.main, preload: config.preload };
`;

/** Of each tree. */
const workers = 2;

const running = new Set<ChildProcess>();

const folders = new Set<string>();

/** Ends what runs in any tree, with all that it started, and removes the trees. */
export function endRuns(): void {
  for (const child of running) end(child);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Copies the sources as they are now, changes that are not committed included. The dependencies are shared. */
export function createTree(): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-mutants-'));
  folders.add(folder);
  for (const name of readdirSync(root)) {
    if (!notCopied.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'without-page.config.ts'), withoutPage);

  function run(
    program: string,
    args: readonly string[],
    limitMs: number | null = null,
  ): Promise<{ exitCode: number | null; printed: string; late: boolean }> {
    return new Promise((resolve, reject) => {
      // A group of its own, so that what it started can be ended with it.
      const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...args], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      let printed = '';
      let late = false;
      const timer =
        limitMs === null
          ? undefined
          : setTimeout(() => {
              late = true;
              end(child);
            }, limitMs);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
      }
      child.on('error', reject);
      child.on('close', (exitCode) => {
        clearTimeout(timer);
        running.delete(child);
        resolve({ exitCode, printed, late });
      });
    });
  }

  return {
    async runTests(tests, { named, nightly }, limits) {
      const file = join(folder, 'report.json');
      rmSync(file, { force: true });
      const limited = limits === null ? [] : ['--bail', '1', '--testTimeout', String(limits.testMs)];
      const names = named.length === 0 ? [] : [`--testNamePattern=${named.map(asPattern).join('|')}`];
      const projects = [...new Set(tests.map((test) => `--project=${test.split('/')[1] ?? ''}*`))];
      const { exitCode, printed, late } = await run(
        'vitest/vitest.mjs',
        [
          'run',
          ...projects,
          // Projects that run together have to have the same number.
          `--maxWorkers=${workers}`,
          ...limited,
          ...names,
          ...(nightly ? [] : ['--tags-filter=!nightly']),
          // Prints errors that belong to no test, which the JSON report leaves out.
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...tests,
        ],
        limits?.allMs,
      );
      if (late) {
        return { failed: ['a run that does not end'], unloaded: [], passed: false, took: new Map(), printed };
      }
      const found = report.safeParse(readReport(file)).data;
      if (found === undefined) throw new Error(`The tests did not run: ${tests.join(', ')}\n${printed}`);
      const assertions = found.testResults.flatMap(({ assertionResults }) => assertionResults);
      const toPath = (name: string): string => name.slice(name.indexOf(`${folder}/`) + folder.length + 1);
      const took = found.testResults
        .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
        .map(({ name, startTime, endTime }): [string, number] => [toPath(name), endTime - startTime]);
      const unloaded = found.testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      );
      return {
        failed: assertions.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
        unloaded: unloaded.map(({ name }) => toPath(name)),
        passed: exitCode === 0 && found.success && assertions.some(({ status }) => status === 'passed'),
        took: new Map(took),
        printed,
      };
    },
    async withMutant(mutant, work) {
      const path = join(folder, mutant.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, changed(source, mutant, mutant.file));
      try {
        return await work();
      } finally {
        writeFileSync(path, source);
      }
    },
    async build(page) {
      const config = page === 'without_page' ? ['--config', 'without-page.config.ts'] : [];
      const { exitCode, printed } = await run('electron-vite/bin/electron-vite.js', ['build', ...config]);
      if (exitCode !== 0) throw new Error(`It does not build.\n${printed}`);
    },
    remove() {
      folders.delete(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A pattern that stands for nothing but the text. */
function asPattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** What the test runner wrote down; undefined where it came to nothing. */
function readReport(file: string): unknown {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return found;
  } catch {
    return undefined;
  }
}
