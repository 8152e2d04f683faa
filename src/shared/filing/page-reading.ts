import { z } from 'zod';
import { ownNames } from '../base/own-member.ts';
import { foldText } from '../base/fold-text.ts';
import type { FieldOnPage } from '../ocr/labeled-fields.ts';
import { pageFields, findPageKind, readPageFields, type PageField } from '../ocr/page-kind.ts';
import { toRuns, type PageWord } from '../ocr/page-text.ts';
import { isCompany } from '../ocr/value-forms.ts';

const share = z.number().min(-1).max(2);

/** What was read of one page, without its other text. */
export const pageReading = z.object({
  kind: z.enum(['license', 'w9', 'certificate']).nullable(),
  fields: z
    .array(
      z.object({
        field: z.enum(ownNames(pageFields)),
        value: z.string().max(500),
        sure: z.boolean(),
        /** Where it is, in shares of the page. */
        place: z.object({ x: share, y: share, width: share, height: share }),
      }),
    )
    .max(40),
  /** Of a page of no known kind: its texts in large letters. */
  headings: z.array(z.string().max(120)).max(4),
  /** Texts of such a page that may name its vendor. */
  mentions: z.array(z.string().max(200)).max(12),
  /** Whether a paper begins on this page. */
  opens: z.enum(['yes', 'no', 'maybe']),
  /** Whether its words come from the file, so that places fit the page as it is drawn. */
  isText: z.boolean(),
  /** Why it could not be read, in a sentence. */
  problem: z.string().max(300).nullable(),
});
export type PageReading = z.infer<typeof pageReading>;

/** More pages than this are not read one by one. */
export const maxPages = 200;

export const blankPage = 'No text was found on this page.';

export const unreadPage = (problem: string): PageReading => ({
  kind: null,
  fields: [],
  headings: [],
  mentions: [],
  opens: 'no',
  isText: false,
  problem,
});

/**
 * Reads what filing needs of a page.
 * @param toSure doubts fields, such as those beside ink that was not read
 */
export function readPageForFiling(
  words: readonly PageWord[],
  size: { width: number; height: number },
  isText: boolean,
  toSure: (fields: readonly FieldOnPage<PageField>[]) => readonly FieldOnPage<PageField>[] = (fields) =>
    fields,
): PageReading {
  const runs = toRuns(words);
  const kind = findPageKind(words);
  const { fields, note } = readPageFields(words);
  const texts = runs.map(({ text }) => text);
  const hasName = fields.some(({ field }) => openingFields.has(field));
  return {
    kind,
    fields: toSure(fields)
      .slice(0, 40)
      .map(({ field, value, sure, box }) => ({
        field,
        value: value.slice(0, 500),
        sure,
        place: {
          x: clampShare(box.x / size.width),
          y: clampShare(box.y / size.height),
          width: clampShare(box.width / size.width),
          height: clampShare(box.height / size.height),
        },
      })),
    headings: kind === null ? findHeadings(words, size.height) : [],
    mentions: kind === null ? findMentions(texts) : [],
    opens: judgeOpening(texts, {
      isKnown: kind !== null && (hasName || note === 'blank'),
      isBlank: words.length < fewWords,
      isHeaded: kind !== null || findHeadings(words, size.height).length > 0,
    }),
    isText,
    problem: words.length === 0 ? blankPage : null,
  };
}

const clampShare = (value: number): number => Math.max(-1, Math.min(2, value));

/** A page with fewer words is the back of another one. */
const fewWords = 6;

const openingFields: ReadonlySet<PageField> = new Set([
  'nameOfEntityIndividual',
  'employerIdentificationNumber',
  'insured',
  'policyNumbers',
  'licenseNumber',
]);

const pageOf = /(?:^|\)\s)page\s(\d{1,3})(?:\s?(?:of|\/)\s?(\d{1,3}))?$/i;
const isSchedule = /additional\sremarks/i;
/** The first page of a form may have instructions too. */
const isInstruction = /^(?:general|specific)\sinstructions$|\bcontinued\b/i;

function judgeOpening(
  texts: readonly string[],
  { isKnown, isBlank, isHeaded }: { isKnown: boolean; isBlank: boolean; isHeaded: boolean },
): PageReading['opens'] {
  const pages = texts.flatMap((text) => {
    const [, page, total] = pageOf.exec(text) ?? [];
    return page === undefined ? [] : [{ page: Number(page), total: Number(total ?? 0) }];
  });
  const isSaid = (pattern: RegExp) => texts.some((text) => text.length < 60 && pattern.test(text));
  if (pages.some(({ page }) => page > 1) || isSaid(isSchedule)) return 'no';
  if (isKnown || pages.some(({ total }) => total > 1)) return 'yes';
  return isBlank || !isHeaded || isSaid(isInstruction) ? 'no' : 'maybe';
}

/** Larger letters than these, by the page's usual ones, are a heading's. */
const largeLetters = 1.25;
/** A heading is in the upper part of a page. */
const upperPart = 0.4;

function findHeadings(words: readonly PageWord[], height: number): string[] {
  const heights = words.map(({ box }) => box.height).toSorted((one, other) => one - other);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  return toRuns(words)
    .filter(({ text, box, words: own }) => {
      const tallest = Math.max(...own.map((word) => word.box.height));
      const isCapitals = text === text.toUpperCase() && /[A-Z]{4}/.test(text);
      return (
        box.y < upperPart * height &&
        text.length <= 120 &&
        /[A-Za-z]{3}/.test(text) &&
        (tallest > largeLetters * usual || isCapitals)
      );
    })
    .slice(0, 4)
    .map(({ text }) => text);
}

const partyLabel = /^(?:vendor|contractor|subcontractor|company|supplier)(?:\sname)?\s?:\s?(?=\S)/i;

/** Parties behind their labels, and texts with the name of a company. */
function findMentions(texts: readonly string[]): string[] {
  const named = texts.flatMap((text) => {
    const label = partyLabel.exec(text)?.[0];
    if (label !== undefined) return text.slice(label.length);
    return isCompany(text) || /\b(?:between|LLC|Inc|Corp|Ltd)\b/.test(text) ? text : [];
  });
  const distinct = new Map(named.map((text) => [foldText(text), text.slice(0, 200)]));
  return [...distinct.values()].slice(0, 12);
}
