import { listPairs, listWords } from '../base/fold-text.ts';
import { differingRuns } from './differences.ts';
import { readWords, withPhrases, withShortForms, type Phrase, type Word } from '../base/words.ts';

const nameForms = new Map(
  listPairs(`
    &: and, +: and, incorporated: inc, corporation: corp, company: co, companies: cos, limited: ltd, junior: jr,
    senior: sr, brothers: bros, saint: st, mount: mt, international: intl, national: natl, management: mgmt,
    manufacturing: mfg, associates: assoc, association: assn, services: svcs, service: svc, construction: constr,
    centre: center
  `),
);

const namePhrases: readonly Phrase[] = [
  { words: ['ltd', 'liability', 'co'], form: 'llc' },
  { words: ['ltd', 'liability', 'partnership'], form: 'llp' },
  { words: ['ltd', 'partnership'], form: 'lp' },
  { words: ['professional', 'corp'], form: 'pc' },
  { words: ['doing', 'business', 'as'], form: 'dba' },
];

const companyEndings = new Set(listWords('llc, inc, corp, co, ltd, lp, llp, pc, pllc, plc, pa, na'));
const generations = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** Reads the name of a company or a person. Punctuation, `&`, a leading `The` and short forms do not count; the legal form does. */
export function readName(text: string): Word[] {
  const words = withPhrases(withShortForms(readWords(text), nameForms), namePhrases);
  return words.map((word, index) =>
    index === 0 && word.form === 'the' && words.length > 1 ? { ...word, optional: true } : word,
  );
}

/** The words of a name written last name first (`Delgado, Rosa M.`), in speaking order; null for `Drain, Inc.`. */
export function lastNameFirst(text: string): Word[] | null {
  const comma = text.indexOf(',');
  if (comma === -1 || text.includes(',', comma + 1)) return null;
  const words = readName(text);
  const last = words.filter((word) => word.end <= comma);
  const given = words.filter((word) => word.start > comma);
  const [firstGiven] = given;
  if (last.length === 0 || firstGiven === undefined) return null;
  if (companyEndings.has(firstGiven.form) || generations.has(firstGiven.form)) return null;
  const ending = given.at(-1);
  if (given.length > 1 && ending !== undefined && generations.has(ending.form)) {
    return [...given.slice(0, -1), ...last, ending];
  }
  return [...given, ...last];
}

const numberNames = new Map(
  listPairs(`
    one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
    first: 1st, second: 2nd, third: 3rd, fourth: 4th, fifth: 5th
  `),
);

/** Whether differing names may be the same: `2 Brothers` and `Two Brothers`, or last name first without a comma. */
export function nearlyOneName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => withShortForms(readName(text), numberNames));
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return false;
  const same = (one: readonly Word[], other: readonly Word[]) => differingRuns(one, other).length === 0;
  return same(a, b) || same(turned(a), b) || same(a, turned(b));
}

const turned = (words: readonly Word[]): Word[] => [...words.slice(1), ...words.slice(0, 1)];
