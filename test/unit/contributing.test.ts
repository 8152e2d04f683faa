import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const [, ...parts] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## /m);

/** The worked examples: parts with a numbered list. */
const examples = parts
  .filter((part) => /^1\. /m.test(part))
  .map((part) => ({
    name: part.slice(0, part.indexOf('\n')),
    steps: part.split(/^\d+\. /m).slice(1),
    files: [...part.matchAll(/`((?:src|test|scripts|docs)\/[^`\s]+)`/g)].map(([, file = '']) => file),
  }));

describe('the worked examples of CONTRIBUTING.md', () => {
  it('are those of a field, a call, a column, a setting, a requirement, an operation, a table and a screen', () => {
    expect(examples.map(({ name }) => name)).toEqual([
      expect.stringContaining('field'),
      expect.stringContaining('call'),
      expect.stringContaining('column'),
      expect.stringContaining('setting'),
      expect.stringContaining('requirement'),
      expect.stringContaining('operation'),
      expect.stringContaining('table'),
      expect.stringContaining('screen'),
    ]);
  });

  it.each(examples)('$name: each step begins with a file that is there', ({ steps, files }) => {
    for (const step of steps) expect(step).toMatch(/^`(?:src|test)\//);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
