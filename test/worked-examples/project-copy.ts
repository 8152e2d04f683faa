import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
/** With their times, by which the compiler tells what changed. */
const kept = { recursive: true, preserveTimestamps: true };
const notCopied = new Set(['.git', 'dist', 'node_modules', 'out']);

/** A change of a file: `put` stands behind `after`, which the file has exactly once, or is the whole of a new file. */
export interface Edit {
  file: string;
  after?: string;
  put: string;
}

/** A copy of the project in which a change is tried. Types are checked incrementally from what the project has. */
export function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-example-'));
  for (const name of readdirSync(root))
    if (!notCopied.has(name)) cpSync(join(root, name), join(folder, name), kept);
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  const cache = 'node_modules/.cache/tsc';
  cpSync(join(root, cache), join(folder, cache), kept);

  function run(program: string, ...args: string[]): { passed: boolean; printed: string } {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'node_modules', program), ...args],
      { cwd: folder, encoding: 'utf8' },
    );
    return { passed: status === 0, printed: `${stdout}${stderr}` };
  }

  return {
    apply({ file, after, put }: Edit): void {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      if (after === undefined) {
        writeFileSync(path, put);
        return;
      }
      const [before, behind, ...more] = readFileSync(path, 'utf8').split(after);
      if (before === undefined || behind === undefined || more.length > 0)
        throw new Error(`This is not in ${file} exactly once: ${after}`);
      writeFileSync(path, `${before}${after}${put}${behind}`);
    },
    checkTypes: () => run('typescript/bin/tsc', '-b'),
    runTest: (file: string) =>
      run('vitest/vitest.mjs', 'run', `--project=${file.split('/')[1] ?? ''}`, '--maxWorkers=1', file),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
