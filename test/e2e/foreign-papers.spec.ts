import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectedCases, judgeCase } from '../papers/expected-cases.ts';
import { openPaperBrowser } from '../papers/paper-browser.ts';

const folder = join(import.meta.dirname, '../papers/cases');

/** Reading takes seconds where nothing else runs, and minutes beside other tests. */
test.describe.configure({ timeout: 600_000 });

/** Text and forms are read at once; pictures, and pages whose text says nothing, are recognized. */
const isRecognized = (file: string) => !file.endsWith('.pdf') || /^(?:65|71)-/.test(file);

for (const [name, files, details] of [
  ['forms and text', expectedCases.filter(({ file }) => !isRecognized(file)), {}],
  ['pictures', expectedCases.filter(({ file }) => isRecognized(file)), { tag: '@nightly' }],
] as const) {
  test(`${name} of papers that others drew are read as they are`, details, async ({ browser }) => {
    const reader = await openPaperBrowser(browser);
    try {
      for (const one of files) {
        const reading = await reader.read(readFileSync(join(folder, one.file)), 'by_heading');
        expect.soft(judgeCase(one, reading).faults, one.file).toEqual([]);
      }
      expect(reader.foreignRequests()).toEqual([]);
    } finally {
      await reader.close();
    }
  });
}

test('each paper has something that it has to come to', () => {
  const named = expectedCases.map(({ file }) => file);
  expect(named.toSorted()).toEqual(readdirSync(folder).toSorted());
});
