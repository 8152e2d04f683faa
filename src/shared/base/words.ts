import { foldText, listPairs } from './fold-text.ts';

/** A word to compare: its folded form and its place in the text (end excluded). */
export interface Word {
  form: string;
  start: number;
  end: number;
  /** The texts are still the same where only one has it. */
  optional?: true;
}

export type WordReader = (text: string) => Word[];

const lookalikes = new Map(listPairs('ß: ss, ø: o, æ: ae, œ: oe, ł: l, đ: d, ı: i'));

/** A word without case, accents, apostrophes and full stops; the same in every locale. */
export function foldWord(word: string): string {
  const bare = foldText(word)
    .replace(/[.'’ʼ`]/gu, '')
    .replace(/[ßøæœłđı]/g, (letter) => lookalikes.get(letter) ?? letter);
  return bare === '' ? word : bare;
}

/** Letters with full stops between them (L.L.C.), words with apostrophes and a closing full stop, and meaningful signs. */
const wordPattern =
  /\p{L}(?:\.\p{L})+\.?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’ʼ`][\p{L}\p{M}]+)*(?:(?<=[\p{L}\p{M}])\.)?|[&+%$€£§=<>@#]/gu;

export const readWords = (text: string): Word[] =>
  Array.from(text.matchAll(wordPattern), (match) => ({
    form: foldWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));

export const withShortForms = (words: readonly Word[], shortForms: ReadonlyMap<string, string>): Word[] =>
  words.map((word) => ({ ...word, form: shortForms.get(word.form) ?? word.form }));

export interface Phrase {
  words: readonly string[];
  form: string;
}

/** Joins each phrase into one word; where two begin at the same word, the first in the list wins. */
export function withPhrases(
  words: readonly Word[],
  phrases: readonly Phrase[],
  mayStandAt: (end: number) => boolean = () => true,
): Word[] {
  const result: Word[] = [];
  for (let index = 0; index < words.length;) {
    const phrase = phrases.find(
      (candidate) =>
        candidate.words.every((form, offset) => words[index + offset]?.form === form) &&
        mayStandAt(index + candidate.words.length),
    );
    const length = phrase?.words.length ?? 1;
    const taken = words.slice(index, index + length);
    result.push(phrase === undefined ? joined(taken) : { ...joined(taken), form: phrase.form });
    index += length;
  }
  return result;
}

function joined(words: readonly Word[]): Word {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('No words to take together.');
  if (first === last) return first;
  return { form: words.map((word) => word.form).join(''), start: first.start, end: last.end };
}

const maxSplit = 4;

/** Joins words that the other text writes as one (`Bright Water`, `Brightwater`), never across two digits. */
export function joinedAsIn(words: readonly Word[], other: readonly Word[]): Word[] {
  const forms = new Set(other.map((word) => word.form));
  const own = new Set(words.map((word) => word.form));
  const result: Word[] = [];
  for (let index = 0; index < words.length;) {
    let length = Math.min(maxSplit, words.length - index);
    for (; length > 1; length -= 1) {
      const candidate = words.slice(index, index + length);
      const form = candidate.map((word) => word.form).join('');
      if (forms.has(form) && !own.has(form) && mayJoin(candidate)) break;
    }
    result.push(joined(words.slice(index, index + length)));
    index += length;
  }
  return result;
}

const mayJoin = (words: readonly Word[]): boolean =>
  words.every((word, index) => {
    if (!/^[\p{L}\p{N}]+$/u.test(word.form)) return false;
    const next = words[index + 1];
    return next === undefined || !(/\d$/.test(word.form) && /^\d/.test(next.form));
  });
