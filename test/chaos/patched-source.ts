import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/** One change to a source file, as it is loaded; the file itself stays as it is. */
export interface SourceChange {
  /** From the project's root. */
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
}

const root = join(import.meta.dirname, '..', '..');

/**
 * Lets Node load some source files with changes, in this process and those that it forks. To be called from a module that
 * is loaded first (`--import`). A change that does not fit the file any more is an error at once.
 */
export function changeSources(changes: readonly SourceChange[]): void {
  const changed = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const path = join(root, file);
    const url = pathToFileURL(path).href;
    const source = changed.get(url) ?? readFileSync(path, 'utf8');
    const [before, after, ...more] = source.split(from);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`This is not in ${file} exactly once: ${from}`);
    }
    changed.set(url, before + to + after);
  }
  registerHooks({
    load(url, context, nextLoad) {
      const source = changed.get(url);
      return source === undefined
        ? nextLoad(url, context)
        : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
