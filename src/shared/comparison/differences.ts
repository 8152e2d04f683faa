import { foldWord, type Word } from '../base/words.ts';

export type Segment = ReturnType<typeof cut>[number];

/** Words at the same place of both sides that are not the same; end excluded. Either side may be empty. */
export interface Run {
  left: { from: number; to: number };
  right: { from: number; to: number };
}

/** With more pairs of words, the middle is not aligned: names and addresses have fewer than a hundred. */
const maxPairs = 10_000;

/** Where two sequences of words differ, by their longest common subsequence. Optional words on one side are no difference. */
export function differingRuns(left: readonly Word[], right: readonly Word[]): Run[] {
  let head = 0;
  while (head < left.length && head < right.length && left[head]?.form === right[head]?.form) head += 1;
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (leftEnd > head && rightEnd > head && left[leftEnd - 1]?.form === right[rightEnd - 1]?.form) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const pairs = commonPairs(left.slice(head, leftEnd), right.slice(head, rightEnd));
  const anchors = [
    ...pairs.map(([a, b]): [number, number] => [a + head, b + head]),
    [leftEnd, rightEnd] satisfies [number, number],
  ];
  const runs: Run[] = [];
  let from: [number, number] = [head, head];
  for (const [a, b] of anchors) {
    const run: Run = { left: { from: from[0], to: a }, right: { from: from[1], to: b } };
    if (isDifference(left, run.left, run.right) || isDifference(right, run.right, run.left)) runs.push(run);
    from = [a + 1, b + 1];
  }
  return runs;
}

function isDifference(words: readonly Word[], own: Run['left'], other: Run['left']): boolean {
  if (own.from === own.to) return false;
  return other.from < other.to || words.slice(own.from, own.to).some((word) => word.optional !== true);
}

function commonPairs(left: readonly Word[], right: readonly Word[]): [number, number][] {
  if (left.length * right.length > maxPairs) return [];
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (a: number, b: number) => lengths[a * width + b] ?? 0;
  for (let a = left.length - 1; a >= 0; a -= 1) {
    for (let b = right.length - 1; b >= 0; b -= 1) {
      lengths[a * width + b] =
        left[a]?.form === right[b]?.form ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    if (left[a]?.form === right[b]?.form) {
      pairs.push([a, b]);
      a += 1;
      b += 1;
    } else if (at(a + 1, b) >= at(a, b + 1)) a += 1;
    else b += 1;
  }
  return pairs;
}

type Stretch = [start: number, end: number];

export interface ReadText {
  text: string;
  words: readonly Word[];
}

/** The parts of both texts that differ: whole words, or letters inside nearly equal words. */
export function differingSegments(left: ReadText, right: ReadText, runs: readonly Run[]) {
  const marks = runs.map((run) => getStretches(left, right, run));
  const ofLeft = marks.flatMap(([own]) => own);
  const ofRight = marks.flatMap(([, own]) => own);
  return [cut(left.text, ofLeft), cut(right.text, ofRight)] as const;
}

function getStretches(left: ReadText, right: ReadText, run: Run): [Stretch[], Stretch[]] {
  const inside = stretchesInsideWord(getCharacters(left, run.left), getCharacters(right, run.right));
  return (
    inside ?? [
      stretchOfRun(left, run.left, commaBefore(right, run.right)),
      stretchOfRun(right, run.right, commaBefore(left, run.left)),
    ]
  );
}

/** The comma goes with the words after it where the other side has none: `Drain[, Inc.]` beside `Drain [LLC]`. */
function stretchOfRun(own: ReadText, run: Run['left'], otherHasComma: boolean): Stretch[] {
  const [before, first, last] = [own.words[run.from - 1], own.words[run.from], own.words[run.to - 1]];
  if (run.from === run.to || first === undefined || last === undefined) return [];
  const withComma = before !== undefined && !otherHasComma && commaBefore(own, run);
  return [[withComma ? before.end : first.start, last.end]];
}

function commaBefore({ text, words }: ReadText, { from }: Run['left']): boolean {
  const before = words[from - 1];
  return before !== undefined && text.slice(before.end, words[from]?.start ?? text.length).includes(',');
}

type Character = Pick<Word, 'form' | 'start' | 'end'>;

/** The characters of a run of one word; none for others. */
function getCharacters({ text, words }: ReadText, { from, to }: Run['left']): Character[] {
  const word = words[from];
  if (word === undefined || to - from !== 1) return [];
  return Array.from(text.slice(word.start, word.end).matchAll(/[\p{L}\p{N}]\p{M}*/gu), (match) => ({
    form: foldWord(match[0]),
    start: word.start + match.index,
    end: word.start + match.index + match[0].length,
  }));
}

function stretchesInsideWord(
  left: readonly Character[],
  right: readonly Character[],
): [Stretch[], Stretch[]] | null {
  const longest = Math.max(left.length, right.length);
  const hasFigure = [...left, ...right].some((character) => /\p{N}/u.test(character.form));
  if (longest < (hasFigure ? 2 : 4)) return null;
  if (left.length === right.length) {
    const places = left.flatMap((character, index) => (character.form === right[index]?.form ? [] : [index]));
    if (places.length === 0 || places.length * 2 > longest) return null;
    const stretches = (characters: readonly Character[]) =>
      places.flatMap((index): Stretch[] => {
        const character = characters[index];
        return character === undefined ? [] : [[character.start, character.end]];
      });
    return [stretches(left), stretches(right)];
  }
  const shortest = Math.min(left.length, right.length);
  let head = 0;
  while (head < shortest && left[head]?.form === right[head]?.form) head += 1;
  let tail = 0;
  while (tail < shortest - head && left.at(-1 - tail)?.form === right.at(-1 - tail)?.form) tail += 1;
  if ((head + tail) * 2 < longest) return null;
  // Where one side has nothing of its own to mark, a neighbor is marked as well.
  if (head + tail === shortest) {
    if (head > 0) head -= 1;
    else tail -= 1;
  }
  const middle = (characters: readonly Character[]): Stretch[] => {
    const first = characters[head];
    const last = characters[characters.length - tail - 1];
    return first === undefined || last === undefined ? [] : [[first.start, last.end]];
  };
  return [middle(left), middle(right)];
}

function cut(text: string, marks: readonly Stretch[]) {
  const segments: { text: string; differs: boolean }[] = [];
  const add = (from: number, to: number, differs: boolean) => {
    if (from === to) return;
    const last = segments.at(-1);
    if (last?.differs === differs) last.text += text.slice(from, to);
    else segments.push({ text: text.slice(from, to), differs });
  };
  let reached = 0;
  for (const [start, end] of marks) {
    add(reached, start, false);
    add(start, end, true);
    reached = end;
  }
  add(reached, text.length, false);
  return segments;
}
