import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (#|What could|-)/.test(line));

/** The guard's cell of a row; that of the row before it where it says so. */
function guardCell(row: string): string {
  const cell = (row.split('|').at(-2) ?? '').trim();
  const before = rows[rows.indexOf(row) - 1];
  return cell.startsWith('the same') && before !== undefined ? guardCell(before) : cell;
}

/** The tests that a row names: a file, and after it the titles within that file. */
function getGuards(row: string): { file: string; titles: string[] }[] {
  return guardCell(row)
    .split(/(?=`test\/)/)
    .map((part) => ({
      file: /^`(test\/[^`]+)`/.exec(part)?.[1] ?? '',
      titles: [...part.matchAll(/“([^”]+)”/g)].map((found) => found[1] ?? ''),
    }))
    .filter(({ file }) => file !== '');
}

describe('the page on security', () => {
  it('has the twenty points of Electron’s checklist, in order', () => {
    const numbers = rows.map((row) => Number(row.split('|')[1])).filter((number) => number > 0);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it.each(rows.flatMap(getGuards).map((guard) => [guard.file, guard.titles] as const))(
    'names tests that are there: %s %j',
    (file, titles) => {
      expect(existsSync(join(root, file))).toBe(true);
      const tests = readFileSync(join(root, file), 'utf8');
      for (const title of titles.filter((each) => each !== 'and no other')) expect(tests).toContain(title);
    },
  );

  it('names a guard for each of the twenty, and for every risk of Gangway’s own', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => getGuards(row).length === 0)).toEqual([]);
  });
});
