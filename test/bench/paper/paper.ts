import { setTimeout } from 'node:timers/promises';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import { readPageFields } from '#shared/paper/page-kind.ts';
import { preparePage } from '#shared/paper/prepare-page.ts';
import { startBrowser } from '../bench-browser.ts';
import { percentile, report } from '../report.ts';
import { damaged, damages, steps, type Damage } from './damage.ts';
import { makeForm } from './forms.ts';
import { openPrinter, openRecognizer, readWords } from './sheets.ts';

/** Seeds that nothing of the reading was built with. */
const judgingSeeds = [1001, 1002, 1003, 1004];
/** As in the app (recognizer.ts). */
const pageMs = 8000;

/** How one picture of a page was read. */
interface Read {
  damage: Damage | null;
  /** The share of its words that were read letter by letter. */
  words: number;
  /** Of its key fields, how many were read right, and how many otherwise though they were called sure. */
  right: number;
  wrongAndSure: number;
  fields: number;
  ms: number;
}

/**
 * Reads pages that were damaged in steps: what is on them is known, so that what was read is held against that and not against how
 * sure the recognizer is. The baseline is the same page undamaged.
 */
export async function paper(): Promise<void> {
  const browser = await startBrowser();
  const reads: Read[] = [];
  try {
    const printer = await openPrinter(browser);
    for (const seed of judgingSeeds) {
      for (const kind of ['license', 'w9', 'certificate'] as const) {
        const form = makeForm(kind, seed);
        const clean = await printer.print(form);
        reads.push(await readForm(form, null, () => clean));
        for (const damage of damages) {
          for (const step of steps) {
            reads.push(await readForm(form, damage, () => damaged(clean, damage, step, seed)));
          }
        }
      }
    }
  } finally {
    await browser.close();
  }
  const clean = reads.filter(({ damage }) => damage === null);
  const asClean = { name: 'undamaged', value: mean(clean.map(({ words }) => words)) };
  const times = reads.map(({ ms }) => ms);
  const time = {
    unit: 'ms',
    durability: 'none',
    baseline: { name: 'undamaged', value: mean(clean.map(({ ms }) => ms)) },
  } as const;
  for (const [name, share, bar] of [
    ['p50', 0.5, 1500],
    ['p95', 0.95, 5000],
  ] as const) {
    const value = percentile(times, share);
    report({ bench: `page_${name}`, value, bar, met: value < bar, ...time });
  }
  const kept = { unit: 'share', durability: 'none', baseline: asClean } as const;
  const fields = ratio(
    clean.map(({ right }) => right),
    clean.map((one) => one.fields),
  );
  report({ bench: 'key_fields_right_undamaged', value: fields, bar: 1, met: fields === 1, ...kept });
  const wrong = ratio(
    reads.map(({ wrongAndSure }) => wrongAndSure),
    reads.map((one) => one.fields),
  );
  report({ bench: 'key_fields_wrong_and_called_sure', value: wrong, bar: 0, met: wrong === 0, ...kept });
  for (const damage of damages) {
    const own = reads.filter((one) => one.damage === damage);
    report({
      bench: `words_right_${damage}`,
      value: mean(own.map(({ words }) => words)),
      met: null,
      ...kept,
    });
    const right = ratio(
      own.map((one) => one.right),
      own.map((one) => one.fields),
    );
    report({ bench: `key_fields_right_${damage}`, value: right, met: null, ...kept });
  }
}

/** A recognizer for each page, as in the app: its beginning counts. */
async function readForm(
  form: ReturnType<typeof makeForm>,
  damage: Damage | null,
  picture: () => Parameters<typeof preparePage>[0],
): Promise<Read> {
  const page = picture();
  const began = performance.now();
  const worker = await openRecognizer();
  const prepared = preparePage(page).picture;
  const words = (await Promise.race([readWords(worker, prepared), setTimeout(pageMs, null)])) ?? [];
  const ms = performance.now() - began;
  await worker.terminate();
  const left = words.map(({ text }) => text);
  const right = form.words.filter((word) => {
    const place = left.indexOf(word);
    if (place !== -1) left.splice(place, 1);
    return place !== -1;
  });
  const read = new Map<string, FieldOnPage>(readPageFields(words).fields.map((one) => [one.field, one]));
  const keys = Object.entries(form.fields);
  return {
    damage,
    words: right.length / form.words.length,
    right: keys.filter(([name, value]) => read.get(name)?.value === value).length,
    wrongAndSure: keys.filter(
      ([name, value]) => read.get(name)?.sure === true && read.get(name)?.value !== value,
    ).length,
    fields: keys.length,
    ms,
  };
}

function mean(values: readonly number[]): number {
  return ratio(
    values,
    values.map(() => 1),
  );
}

function ratio(values: readonly number[], of: readonly number[]): number {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  return sum(values) / sum(of);
}
