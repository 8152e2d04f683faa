import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** What outlives a fresh install: the last build, a failed download. Ignored by git. */
export const cacheFolder = path.join(projectRoot, '.cache');

/** Where Node keeps what it has compiled of our programs, from one run to the next. */
export const compiledFolder = path.join(cacheFolder, 'compiled');

/** A path inside the project. */
export function inProject(...parts: string[]) {
  return path.join(projectRoot, ...parts);
}
