import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');

it('every conclusion in somebody’s favor asks the one rule', () => {
  const callers = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => /\bweighEvidence\(/.test(readFileSync(join(root, file), 'utf8')))
    .toSorted();
  expect(callers).toEqual([
    'src/main/outbox/outcome.ts',
    'src/main/workspace/result-summary.ts',
    'src/shared/service/evidence.ts',
  ]);
});
