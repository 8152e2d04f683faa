import { describe, expect, it } from 'vitest';
import { joinPieces, type PageWord } from '#shared/paper/page-text.ts';

function piece(text: string, x: number, width: number, y = 100): PageWord {
  return { text, confidence: 1, box: { x, y, width, height: 20 } };
}
const texts = (words: readonly PageWord[]) => words.map(({ text }) => text);

describe('the text layer of a PDF', () => {
  it('has whole words where a ligature broke them', () => {
    const joined = joinPieces([piece('Classi', 10, 60), piece('fi', 70, 12), piece('cation(s)', 82.5, 80)]);
    expect(texts(joined)).toEqual(['Classification(s)']);
    expect(joined[0]?.box).toEqual({ x: 10, y: 100, width: 152.5, height: 20 });
  });

  it('keeps words apart that a space stands between, or that are in other rows', () => {
    const pieces = [piece('Business', 10, 80), piece('Name', 95, 50), piece('Meridian', 145, 80, 130)];
    expect(texts(joinPieces(pieces))).toEqual(['Business', 'Name', 'Meridian']);
  });
});
