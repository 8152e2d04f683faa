import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');
const index = readFileSync(join(folder, 'README.md'), 'utf8');
const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => ({ title, file }));

describe('the index of decision records', () => {
  it('has each record once, under its own title', () => {
    const records = readdirSync(folder)
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => ({
        title: readFileSync(join(folder, file), 'utf8').split('\n')[0]?.replace('# ', ''),
        file,
      }));
    const byFile = (one: { file?: string | undefined }, other: { file?: string | undefined }) =>
      (one.file ?? '').localeCompare(other.file ?? '');
    expect(listed.toSorted(byFile)).toEqual(records.toSorted(byFile));
    expect(records.length).toBeGreaterThan(50);
  });
});
