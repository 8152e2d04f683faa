import { join } from 'node:path';
import { readFirstLoad } from '../first-load.ts';
import { report } from './report.ts';

/** The JavaScript that the window loads before it shows Today, compressed. */
export function firstLoad(): void {
  const scripts = readFirstLoad(join(import.meta.dirname, '../../out/renderer'));
  const value = scripts.reduce((sum, { size }) => sum + size, 0) / 1000;
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
