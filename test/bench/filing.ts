import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchVendor, type PossibleVendor } from '#shared/filing/match-vendor.ts';
import type { PageReading } from '#shared/filing/page-reading.ts';
import { proposeKind, readPaper } from '#shared/filing/propose-paper.ts';
import { splitPapers } from '#shared/filing/split-papers.ts';
import { pageFields, type PageKind } from '#shared/ocr/page-kind.ts';
import { ownNames } from '#shared/base/own-member.ts';
import { expectedCases } from '#test/papers/expected-cases.ts';
import type { PageTruth } from '#test/papers/page-truth.ts';
import { openPaperBrowser } from '#test/papers/paper-browser.ts';
import { startBrowser } from './bench-browser.ts';
import { planPages } from './paper/foreign/pages.ts';
import { openStudio } from './paper/foreign/studio.ts';
import { percentile, report } from './report.ts';

/** Seeds that neither the reader nor the matching was built with. */
const firstSeed = 610_000;
const papersAtOnce = 5;
const count = Number(process.env['FILING_PAGES'] ?? 200);

const cases = join(import.meta.dirname, '../papers/cases');

interface Sample {
  name: string;
  kind: PageKind | null;
  truth: PageTruth;
  /** Whether a person could read it, so that it has to be read right. */
  isReadable: boolean;
  file: () => Promise<Buffer>;
}

interface Outcome {
  name: string;
  /** Whether the first vendor proposed is the right one. */
  isFirst: boolean;
  isRight: boolean;
  isWrongAndSure: boolean;
  reading: PageReading[];
  kind: PageKind | null;
  ms: number;
}

const kindNames = { w9: 'W-9', certificate: 'Certificate of insurance', license: 'State license' } as const;

/** The company that a page names, or the person of one without; null where it names none. */
const findOwner = (truth: PageTruth): string | null =>
  (truth.businessName ?? truth.nameOfEntityIndividual ?? truth.insured ?? truth.licenseeName)?.[0] ?? null;

/** Its vendor, with the person on it as the contact. */
function toVendor(truth: PageTruth): PossibleVendor[] {
  const name = findOwner(truth);
  if (name === null) return [];
  const contact = truth.nameOfEntityIndividual?.[0];
  return [
    {
      subject: name.toLowerCase(),
      name,
      names: contact === undefined || contact === name ? [name] : [name, contact],
      employerIds: [],
      licenseNumbers: [],
      state: null,
    },
  ];
}

/** A vendor whose name is nearly the same: another legal form, or another trade. */
function toAlike(vendor: PossibleVendor): PossibleVendor {
  const name = /\b(?:LLC|Inc)\b/i.test(vendor.name)
    ? vendor.name.replace(/\bLLC\b|\bInc\b\.?/i, (form) => (/llc/i.test(form) ? 'Inc' : 'LLC'))
    : `${vendor.name.split(' ')[0] ?? ''} Holdings`;
  return { ...vendor, subject: `alike ${name.toLowerCase()}`, name, names: [name] };
}

/**
 * Reads pages for filing through the app's own code in a browser, and matches them with vendors. `FILING_PAGES=20` takes fewer of
 * the 200; `FILING_OUT=1` says what was wrong with each.
 */
export async function filing(): Promise<void> {
  const browser = await startBrowser();
  try {
    const studio = await openStudio(browser);
    const reader = await openPaperBrowser(browser);
    const plan = planPages(firstSeed);
    const made = Array.from({ length: Math.min(count, plan.length) }, (_, index): Sample[] => {
      const page = plan[Math.floor((index * plan.length) / count)];
      if (page === undefined) return [];
      const isReadable = page.state !== 'ruined' && page.state !== 'blank' && page.state !== 'handwritten';
      return [{ ...page, isReadable, file: () => page.make(studio) }];
    }).flat();
    const given = expectedCases.slice(0, count).map(({ file, reads, shows = {} }): Sample => {
      const truth = { ...shows, ...reads };
      return {
        name: file,
        kind: findKind(truth),
        truth,
        isReadable: findOwner(truth) !== null,
        file: () => Promise.resolve(readFileSync(join(cases, file))),
      };
    });
    const own = [...made, ...given].flatMap(({ truth }) => toVendor(truth));
    const vendors = [...new Map([...own, ...own.map(toAlike)].map((one) => [one.subject, one])).values()];
    for (const [set, samples] of [
      ['made', made],
      ['given', given],
    ] as const) {
      const outcomes: (Outcome & { isReadable: boolean })[] = [];
      for (const sample of samples) {
        const from = performance.now();
        const read = await reader.readForFiling(await sample.file());
        const reading = typeof read === 'string' ? [] : read;
        const ms = performance.now() - from;
        outcomes.push({
          ...judge(sample, reading, vendors),
          reading,
          ms,
          kind: sample.kind,
          isReadable: sample.isReadable,
        });
      }
      reportOutcomes(set, outcomes);
    }
    await reader.close();
  } finally {
    await browser.close();
  }
}

function findKind(truth: PageTruth): PageKind | null {
  const has = (...fields: (keyof PageTruth)[]) => fields.some((field) => truth[field] !== undefined);
  if (has('nameOfEntityIndividual', 'employerIdentificationNumber', 'businessName')) return 'w9';
  if (has('insured', 'policyNumbers', 'insurers')) return 'certificate';
  return has(...ownNames(pageFields)) ? 'license' : null;
}

function judge(sample: Sample, reading: PageReading[], vendors: readonly PossibleVendor[]) {
  const paper = readPaper(reading);
  const kind = proposeKind(paper, []);
  const match = matchVendor(paper, 'scan', vendors);
  const [proposed, other] = match.candidates;
  const owner = findOwner(sample.truth)?.toLowerCase() ?? null;
  const isKind = sample.kind === null || kind?.value === kindNames[sample.kind];
  // Where several are offered the right one has to be 1 or 2.
  const isVendor = owner === null || [proposed, other].some((one) => one?.subject === owner);
  const isWrongAndSure = (match.sure && proposed?.subject !== owner) || (kind?.sure === true && !isKind);
  const isRight = isKind && isVendor;
  if (process.env['FILING_OUT'] !== undefined && (isWrongAndSure || (sample.isReadable && !isRight)))
    console.error(
      `${isWrongAndSure ? 'WRONG AND SURE' : 'missed'} ${sample.name}: ${owner ?? 'nobody'}, ${kind?.value ?? 'no type'}; ${JSON.stringify(paper.names)} → ${match.candidates.map(({ name }) => name).join(', ')} (${match.evidence})`,
    );
  const isFirst = isKind && (owner === null || proposed?.subject === owner);
  return { name: sample.name, isRight, isFirst, isWrongAndSure };
}

/** How many papers end up wrong, though nobody is told to look at their pages, when several are one file. */
function countWrongSplits(outcomes: readonly Outcome[]): number {
  let wrong = 0;
  for (let from = 0; from < outcomes.length; from += papersAtOnce) {
    const files = outcomes.slice(from, from + papersAtOnce).filter(({ reading }) => reading.length > 0);
    const starts = new Set<number>();
    let page = 0;
    for (const { reading } of files) {
      starts.add(page);
      page += reading.length;
    }
    for (const paper of splitPapers(files.flatMap(({ reading }) => reading))) {
      const isWhole = starts.has(paper.start) && (starts.has(paper.end) || paper.end === page);
      const isOne = [...starts].filter((start) => start > paper.start && start < paper.end).length === 0;
      if (paper.isUnsure || (isWhole && isOne)) continue;
      wrong += 1;
      if (process.env['FILING_OUT'] !== undefined)
        console.error(
          `split wrong: ${files.map(({ name, reading }) => `${name} ${reading.map(({ kind, opens }) => `${kind ?? '-'} ${opens}`).join()}`).join('; ')}`,
        );
    }
  }
  return wrong;
}

function reportOutcomes(set: string, outcomes: readonly (Outcome & { isReadable: boolean })[]): void {
  const readable = outcomes.filter(({ isReadable }) => isReadable);
  const share = readable.filter(({ isRight }) => isRight).length / readable.length;
  const first = readable.filter(({ isFirst }) => isFirst).length / readable.length;
  const wrong = outcomes.filter(({ isWrongAndSure }) => isWrongAndSure).length / outcomes.length;
  const split = countWrongSplits(outcomes) / outcomes.length;
  const plain = { unit: 'share', baseline: null, durability: 'none' } as const;
  report({ ...plain, bench: `filing.${set}.right`, value: share, bar: 0.95, met: share >= 0.95 });
  report({ ...plain, bench: `filing.${set}.right_first`, value: first, met: null });
  report({ ...plain, bench: `filing.${set}.wrong_and_sure`, value: wrong, bar: 0, met: wrong === 0 });
  report({ ...plain, bench: `filing.${set}.wrong_split_and_sure`, value: split, met: null });
  const times = outcomes.map(({ ms }) => ms);
  report({ ...plain, unit: 'ms', bench: `filing.${set}.page_p50`, value: percentile(times, 0.5), met: null });
}
