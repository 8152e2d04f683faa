import { foldText } from '#shared/fold-text.ts';

/** How well a title answers what was typed, 0 the best. */
function distance(title: string, typed: string): number {
  const folded = foldText(title);
  if (folded === typed) return 0;
  if (folded.startsWith(typed)) return 1;
  const words = new Set(folded.match(/[\p{L}\p{N}]+/gu));
  return (typed.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => words.has(word)) ? 2 : 3;
}

/** Orders hits by title: exact, beginning, all words, others; hits elsewhere last. Stable. */
export function bestFirst<Hit extends { kind: string; id: string; title: string }>(
  text: string,
  inTitle: readonly Hit[],
  anywhere: readonly Hit[],
): Hit[] {
  const typed = foldText(text);
  const ranked = inTitle.map((hit) => ({ hit, rank: distance(hit.title, typed) }));
  const known = new Set(inTitle.map(({ kind, id }) => `${kind} ${id}`));
  const others = anywhere.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return [...ranked.toSorted((one, other) => one.rank - other.rank).map(({ hit }) => hit), ...others];
}
