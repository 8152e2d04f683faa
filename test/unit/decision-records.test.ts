import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/decisions');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const index = [...read('README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title = '', file = '']) => ({
  title,
  file,
}));
const records = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');

describe('decision records', () => {
  it('are 35 at most', () => {
    expect(records.length).toBeLessThanOrEqual(35);
    expect(records.length).toBeGreaterThan(20);
  });

  it('are in the index once, each under its own title', () => {
    const byFile = (one: { file: string }, other: { file: string }) => one.file.localeCompare(other.file);
    const titles = records.map((file) => ({ title: read(file).split('\n')[0]?.replace('# ', ''), file }));
    expect(index.toSorted(byFile)).toEqual(titles.toSorted(byFile));
  });

  it('end with what would change them', () => {
    expect(records.filter((file) => !/\n## When to reconsider\n\n[^#]+$/.test(`${read(file)}\n`))).toEqual(
      [],
    );
  });

  it('are linked from the code or from architecture.md', () => {
    const sources = globSync(['src/**/*.{ts,tsx,sql}', 'scripts/**/*.{ts,mjs}', 'docs/architecture.md'], {
      cwd: root,
    });
    const linked = new Set(
      sources.flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/decisions\/([a-z-]+\.md)/g)].map(
          ([, name]) => name,
        ),
      ),
    );
    expect(records.filter((file) => !linked.has(file))).toEqual([]);
  });

  it('are there wherever a file names one', () => {
    const files = globSync(
      ['{src,test,scripts}/**/*.{ts,tsx,mjs,sql}', 'docs/*.md', '*.{md,ts}', '.github/workflows/*.yml'],
      { cwd: root },
    );
    const named = [
      ...files.flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/decisions\/([a-z-]+\.md)/g)].map(([, name]) => ({
          file,
          name,
        })),
      ),
      ...records.flatMap((file) =>
        [...read(file).matchAll(/\]\(([a-z-]+\.md)/g)].map(([, name]) => ({ file, name })),
      ),
    ];
    expect(named.filter(({ name }) => !records.includes(name ?? ''))).toEqual([]);
  });
});
