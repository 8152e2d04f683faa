import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectedCases, judgeCase } from '#test/papers/expected-cases.ts';
import { openPaperBrowser, type PaperReading } from '#test/papers/paper-browser.ts';
import { startBrowser } from '../../bench-browser.ts';
import { planPages } from './pages.ts';
import { judge, reportPages, type Judged } from './report-pages.ts';
import { openStudio } from './studio.ts';

/** The reader was fixed by pages of one row of seeds and is judged by those of the other. */
const firstSeeds = { building: 10_000, judging: 230_000 } as const;

const cases = join(import.meta.dirname, '../../../papers/cases');

/**
 * Reads pages that the reader was not built with, through the app's own code in a browser. For work on the reader:
 * `PAPER_SEEDS=building` takes other pages, `PAPER_ONLY=text` those with a text in their names, and `PAPER_OUT=folder` writes the files
 * of pages that were not read right and says what was wrong with each.
 */
export async function foreignPages(): Promise<void> {
  const out = process.env['PAPER_OUT'];
  const isAsked = (name: string) => name.includes(process.env['PAPER_ONLY'] ?? '');
  if (out !== undefined) mkdirSync(out, { recursive: true });
  const judged: Judged[] = [];
  const judgedCases: ReturnType<typeof judgeCase>[] = [];
  const browser = await startBrowser();
  try {
    const studio = await openStudio(browser);
    const reader = await openPaperBrowser(browser);
    const plan = planPages(
      process.env['PAPER_SEEDS'] === 'building' ? firstSeeds.building : firstSeeds.judging,
    );
    for (const [index, page] of plan.entries()) {
      if (!isAsked(page.name)) continue;
      const file = await page.make(studio);
      // As screens ask: for a page of a kind that is known, or for whatever it is.
      const reading = await reader.read(file, index % 2 === 0 ? page.kind : 'by_heading');
      const one = judge(page, reading);
      judged.push(one);
      const name = `${String(index).padStart(3, '0')}-${page.name}`;
      if (out !== undefined) explain(one, file, reading, join(out, name));
    }
    for (const expected of expectedCases.filter(({ file }) => isAsked(file))) {
      const one = judgeCase(
        expected,
        await reader.read(readFileSync(join(cases, expected.file)), 'by_heading'),
      );
      judgedCases.push(one);
      if (out !== undefined && one.faults.length > 0)
        console.error(`${expected.file}\n${one.faults.map((fault) => `   ${fault}\n`).join('')}`);
    }
    await reader.close();
  } finally {
    await browser.close();
  }
  reportPages(judged, judgedCases);
}

/** Says what was wrong with a page, and keeps its file; nothing where all was right. */
function explain(one: Judged, file: Buffer, reading: PaperReading, path: string): void {
  const isBad = one.page.state === 'ruined';
  const faults = [
    ...one.wrong.map(({ field, value, sure }) => `${sure ? 'WRONG AND SURE' : 'wrong'} ${field}: ${value}`),
    ...(isBad ? [] : one.keys.filter((key) => one.missing.includes(key)).map((key) => `missing ${key}`)),
    ...(one.isNoted ? [] : [`noted as ${reading.kind === 'read' ? String(reading.note) : 'refused'}`]),
    ...(one.isRefused === isBad || one.page.state === 'blank' ? [] : [isBad ? 'not caught' : 'refused']),
  ];
  if (faults.length === 0) return;
  const kind = file.subarray(0, 4).toString('latin1');
  writeFileSync(
    `${path}.${kind === '%PDF' ? 'pdf' : kind.startsWith('II') || kind.startsWith('MM') ? 'tif' : 'jpg'}`,
    file,
  );
  const said =
    reading.kind === 'refused'
      ? reading.sentence
      : reading.quality === null
        ? 'text'
        : `${Math.round(reading.quality.overallScore)} ${reading.quality.defects.map(({ defect }) => defect).join(' ')}`;
  console.error(
    `${path} (${said}, ${Math.round(one.ms)} ms)\n${faults.map((fault) => `   ${fault}\n`).join('')}   is ${JSON.stringify(one.page.truth)}`,
  );
}
