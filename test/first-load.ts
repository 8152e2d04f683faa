import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A script that the window loads before it shows Today. */
export interface FirstScript {
  code: string;
  /** Compressed, in bytes. */
  size: number;
}

/**
 * The scripts that a built page loads before it shows Today, by their static imports: what is imported on demand is not part of it.
 * @param pages the folder of the built page
 */
export function readFirstLoad(pages: string): FirstScript[] {
  const html = readFileSync(join(pages, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const open = entries.map((entry) => join(pages, entry));
  const scripts = new Map<string, FirstScript>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (scripts.has(file)) continue;
    const code = readFileSync(file, 'utf8');
    scripts.set(file, { code, size: gzipSync(code).length });
    for (const [, path] of code.matchAll(/(?:import|export)(?:[^"'();]*?from)?\s*["'](\.[^"']+\.js)["']/g)) {
      open.push(join(file, '..', path ?? ''));
    }
  }
  return [...scripts.values()];
}
