import type { PageWord } from '#shared/ocr/page-text.ts';

/** Words of a page that is written in a type of fixed width: each character is 10 wide, each line 20 high. */
export function paperPage(text: string, confidence: (word: string) => number = () => 0.95): PageWord[] {
  return text.split('\n').flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
      text: word,
      box: { x: index * 10, y: row * 30, width: word.length * 10, height: 20 },
      confidence: confidence(word),
    })),
  );
}
