import { foldText } from '#shared/base/fold-text.ts';

export interface Findable {
  title: string;
  words?: readonly string[];
}

/** How well a text names something: the beginning of one of its names, beginnings of its words, or some letters inside. */
export type MatchRank = 'beginning' | 'word' | 'inside';

const ranks: readonly MatchRank[] = ['beginning', 'word', 'inside'];

function plain(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** How well the text names the thing; null where it does not. Capitals, accents and marks do not count. */
export function matchRank({ title, words = [] }: Findable, text: string): MatchRank | null {
  const asked = plain(text);
  if (asked === '') return null;
  const name = plain(title);
  const names = [name, ...words.map(plain)];
  if (names.some((one) => one.startsWith(asked))) return 'beginning';
  const known = names.join(' ').split(' ');
  if (asked.split(' ').every((part) => known.some((word) => word.startsWith(part)))) return 'word';
  return name.includes(asked) ? 'inside' : null;
}

/** What the text names, best first; among equals those come first that `order` puts first, then as they were given. */
export function matching<T extends Findable>(
  all: readonly T[],
  text: string,
  wanted: readonly MatchRank[],
  order: (one: T) => number = () => 0,
): T[] {
  return all
    .flatMap((one) => {
      const rank = matchRank(one, text);
      return rank === null || !wanted.includes(rank) ? [] : [{ one, rank: ranks.indexOf(rank) }];
    })
    .toSorted((a, b) => a.rank - b.rank || order(a.one) - order(b.one))
    .map(({ one }) => one);
}
