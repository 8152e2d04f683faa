import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benches } from './benches.ts';
import { performancePage } from './performance-page.ts';
import { figure, type Figure } from './report.ts';

// `npm run bench -- [NAME …] [--write]`: one JSON object a line for each figure. `--write` puts them into
// docs/performance.md, where those of other benches stay.

const words = process.argv.slice(2);
const write = words.includes('--write');
const chosen = words.filter((word) => word !== '--write');
const unknown = chosen.filter((name) => !benches.has(name));
if (unknown.length > 0) {
  console.error(`There are these benches: ${[...benches.keys()].join(', ')}.`);
  process.exit(2);
}
const [only] = chosen;
if (chosen.length === 1 && only !== undefined && !write) {
  const bench = await benches.get(only)?.load();
  await bench?.();
  process.exit(0);
}
const found = new Map<string, Figure[]>();
// One process each, so that what one leaves behind is not measured with the next.
for (const name of chosen.length === 0 ? benches.keys() : chosen) {
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  process.stdout.write(stdout);
  if (status !== 0) process.exit(status ?? 1);
  found.set(
    name,
    stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => figure.parse(JSON.parse(line))),
  );
}
if (write) {
  const page = join(import.meta.dirname, '../../docs/performance.md');
  writeFileSync(page, performancePage(found, readFileSync(page, 'utf8')));
}
