import { describe, expect, it } from 'vitest';
import { joinPieces, toPageWords, type PageWord } from '#shared/ocr/page-text.ts';

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

describe('a line that was recognized', () => {
  /** The words of a line with a space between them, as wide as they are long. */
  const readWords = (line: string, space = 8) => {
    let x0 = 0;
    const words = line.split(' ').map((text) => {
      const bbox = { x0, y0: 0, x1: x0 + text.length * 10, y1: 20 };
      x0 = bbox.x1 + space;
      return { text, confidence: 90, bbox };
    });
    return toPageWords([{ paragraphs: [{ lines: [{ words }] }] }]);
  };
  const read = (line: string, space?: number) => texts(readWords(line, space)).join(' ');

  it('has a capital I for a bar between the words of a sentence, and keeps the lines of a table', () => {
    expect(read('perjury, | certify')).toBe('perjury, I certify');
    expect(read('License | 0923764')).toBe('License | 0923764');
    expect(read('Name | trade', 40)).toBe('Name | trade');
    expect(read('| certify')).toBe('| certify');
  });

  it('has the LLC behind a name right, and nothing that only looks like it', () => {
    for (const misread of ['LL.C', 'L1.C', 'LIC', 'L1C']) {
      expect(read(`Granite Roofing ${misread}`)).toBe('Granite Roofing LLC');
    }
    expect(read('STATE LIC NO')).toBe('STATE LIC NO');
    expect(read('LIC 0923764')).toBe('LIC 0923764');
    expect(read('Granite L2C')).toBe('Granite L2C');
  });

  it('has capitals for small letters that look like them among capitals, and no others', () => {
    expect(read('(MM/DD/YYyy) poLICY NuMBER')).toBe('(MM/DD/YYYY) POLICY NUMBER');
    for (const right of ['McCoy', 'LLCs', 'GmbH', 'DeVOSt', 'Yuccy', 'PVC-u', 'McDONALD', 'PSCo'])
      expect(read(right)).toBe(right);
  });

  it('has the letters of a number as capitals, and is unsure of them', () => {
    expect(read('Cu3432477 BA 0123')).toBe('CU3432477 BA 0123');
    expect(readWords('Cu3432477')[0]?.confidence).toBe(0.8);
    expect(read('No1234 Cu12')).toBe('No1234 Cu12');
  });

  it('has Old for figures and letters that look like it', () => {
    for (const misread of ['01d', '0ld', '0Id', 'O1d', 'oId'])
      expect(read(`Insurer A: ${misread} Republic`)).toBe('Insurer A: Old Republic');
    expect(read('01D 01d4')).toBe('01D 01d4');
  });

  it('has the capital of a name that begins with a small letter of the same shape, and is unsure of it', () => {
    const [old, ...others] = readWords('old Mill Construction Company');
    expect([old?.text, old?.confidence]).toEqual(['Old', 0.8]);
    expect(others.map(({ confidence }) => confidence)).toEqual([0.9, 0.9, 0.9]);
    expect(read('coastal Builders')).toBe('Coastal Builders');
  });

  it('keeps the small letters of sentences', () => {
    for (const right of [
      'of the State',
      'contractor license',
      'an old company',
      'under Section 4',
      'laws of California',
    ])
      expect(read(right)).toBe(right);
  });
});
