import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report } from './report.ts';

const renderer = join(import.meta.dirname, '../../out/renderer');

/** The JavaScript that the window loads before it shows Today, compressed. */
export function firstLoad(): void {
  const html = readFileSync(join(renderer, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const seen = new Set<string>();
  let bytes = 0;
  const open = entries.map((entry) => join(renderer, entry));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    bytes += gzipSync(code).length;
    // Static imports only; what is imported on demand is not part of the first load.
    for (const [, path] of code.matchAll(/(?:import|export)(?:[^"'();]*?from)?\s*["'](\.[^"']+\.js)["']/g)) {
      open.push(join(file, '..', path ?? ''));
    }
  }
  const value = bytes / 1000;
  report({
    bench: 'renderer_first_load_gzip',
    value,
    unit: 'kB',
    baseline: null,
    bar: 180,
    durability: 'none',
    met: value < 180,
  });
}
