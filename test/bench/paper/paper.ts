import { setTimeout } from 'node:timers/promises';
import type { FieldOnPage } from '#shared/ocr/labeled-fields.ts';
import { readPageFields } from '#shared/ocr/page-kind.ts';
import {
  doubtBesideLost,
  isToRetake,
  judgeAs,
  type PageDefect,
  type PageQuality,
} from '#shared/ocr/judge-page.ts';
import { measurePage } from '#shared/ocr/measure-page.ts';
import { preparePage } from '#shared/ocr/prepare-page.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { startBrowser } from '../bench-browser.ts';
import { percentile, report } from '../report.ts';
import { damaged, damages, steps, type Damage } from './damage.ts';
import { characterError, rankCorrelation } from './errors.ts';
import { makeForm } from './forms.ts';
import { openPrinter } from './printer.ts';
import { openRecognizer, readWords } from './recognizer.ts';

/** Seeds that nothing of the reading was built with. */
const judgingSeeds = [5001, 5002, 5003, 5004];
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
  /** The share of the letters on the page that are read otherwise, or not at all. */
  characterError: number;
  quality: PageQuality;
  /** How sure the recognizer is of its words, by their mean. */
  confidence: number;
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
        const clean = await printer.print(form, seed % 2 === 0 ? 'tiff' : 'jpeg');
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
  reportJudgments(reads);
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

/** What a damage is called where it is told. */
const names: Readonly<Record<Damage, readonly PageDefect[]>> = {
  blur: ['blurry'],
  motion: ['blurry'],
  noise: ['noisy'],
  dark: ['dark'],
  faint: ['faint'],
  glare: ['glare'],
  shadow: ['dark'],
  small: ['text_too_small'],
  cut: ['text_cut_off'],
  // A sheet that is turned within its picture loses its corners.
  skew: ['skewed', 'text_cut_off'],
  perspective: ['skewed'],
};

/** Too few words are right, or a key field is not. */
function isBad({ words, right, fields }: Read): boolean {
  return words < 0.9 || right < fields;
}

/** Of a page whose words are right but for its key field, it is right to say that this could not be read. */
function isNamed({ damage, words, quality }: Read): boolean {
  if (damage === null) return true;
  const right = words < 0.9 ? names[damage] : [...names[damage], 'field_unread'];
  return quality.defects.some(({ defect }) => right.includes(defect));
}

/** How well pages are told apart that are to be taken again, by what was read of them. */
function reportJudgments(reads: readonly Read[]): void {
  const refused = ({ quality }: Read) => isToRetake(quality, defaultWorkspaceSettings.scoreThreshold);
  const bad = reads.filter((one) => isBad(one));
  const good = reads.filter((one) => !isBad(one));
  const share = (some: readonly Read[], holds: (one: Read) => boolean) =>
    some.filter(holds).length / some.length;
  const all = { unit: 'share', durability: 'none', baseline: null } as const;
  const caught = share(bad, refused);
  report({
    bench: 'bad_pages_caught',
    value: caught,
    bar: 0.95,
    met: caught >= 0.95,
    ...all,
  });
  const lost = share(good, refused);
  report({
    bench: 'good_pages_refused',
    value: lost,
    bar: 0.03,
    met: lost <= 0.03,
    ...all,
  });
  const named = share(bad, isNamed);
  report({ bench: 'defect_named', value: named, bar: 0.85, met: named >= 0.85, ...all });
  for (const [name, some, bar] of [
    ['all', reads, 0.93],
    ['blur', reads.filter(({ damage }) => damage === null || damage === 'blur'), 0.95],
  ] as const) {
    const errors = some.map((one) => one.characterError);
    const by = (score: (read: Read) => number) =>
      rankCorrelation(
        errors,
        some.map((one) => -score(one)),
      );
    const value = by(({ quality }) => quality.overallScore);
    const baseline = { name: 'confidence_alone', value: by(({ confidence }) => confidence) };
    report({ bench: `rank_correlation_${name}`, value, bar, met: value >= bar, ...all, baseline });
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
  const prepared = preparePage(page);
  const reading = readWords(worker, prepared);
  const { picture: sheet } = prepared.sheet;
  const measures = measurePage(sheet, prepared.degrees);
  const read = await Promise.race([reading, setTimeout(pageMs, null)]);
  const words = read?.words ?? [];
  const quality = judgeAs(form.kind, measures, words, read?.page ?? prepared);
  const ms = performance.now() - began;
  await worker.terminate();
  const left = words.map(({ text }) => text);
  const right = form.words.filter((word) => {
    const place = left.indexOf(word);
    if (place !== -1) left.splice(place, 1);
    return place !== -1;
  });
  const fields = new Map<string, FieldOnPage>(
    doubtBesideLost(readPageFields(words).fields, quality).map((one) => [one.field, one]),
  );
  const keys = Object.entries(form.fields);
  return {
    damage,
    words: right.length / form.words.length,
    right: keys.filter(([name, value]) => fields.get(name)?.value === value).length,
    wrongAndSure: keys.filter(
      ([name, value]) => fields.get(name)?.sure === true && fields.get(name)?.value !== value,
    ).length,
    fields: keys.length,
    ms,
    characterError: characterError(
      form.words,
      words.map(({ text }) => text),
    ),
    quality,
    confidence: words.length === 0 ? 0 : mean(words.map(({ confidence }) => confidence)),
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
