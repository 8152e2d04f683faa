import type { CellFinding } from './list-rules.ts';

/** A number in words, as on a keypad: 2 is ABC, 9 is WXYZ. */
const inWords = /^[\d\s().+-]*[a-z]{3,7}[\s-]?[a-z]{0,4}$/i;
/** A number with the word in front of it. */
const labeledNumber = /([a-z][a-z .]{0,40})?[^\da-z(+]{0,10}([(+]?\d[\d\s().+-]*)/gi;
const keypad = '22233344455566677778889999';

/** What is wrong with a phone number, with the number that is meant: programs put several into one cell, each behind a word. */
export function phoneFinding(text: string): CellFinding | null {
  if (/^[(+]?\d[\d().+ -]{6,17}$/.test(text) && text.replace(/\D/g, '').length >= 7) return null;
  if (inWords.test(text)) {
    const mend = text.replace(
      /[a-z]/gi,
      (letter) => keypad[letter.toLowerCase().charCodeAt(0) - 97] ?? letter,
    );
    const figures = mend.replace(/\D/g, '').length;
    if (figures === 10 || figures === 11)
      return { problem: 'This number has letters. Enter only digits.', mend };
  }
  const numbers = [...text.matchAll(labeledNumber)]
    .map(([, label = '', number = '']) => ({
      label,
      number: number.trim(),
      figures: number.replace(/\D/g, '').length,
    }))
    .filter(({ figures }) => figures >= 7);
  if (numbers.length === 0) return { problem: 'Too short for a phone number.' };
  const [first, ...others] = numbers.filter(({ label }) => !/fax/i.test(label));
  if (first === undefined)
    return { problem: 'This is a fax number. Enter the phone number, or clear the cell.' };
  const problem = 'There’s more than one phone number here. Keep one.';
  // Without a word between them two numbers are one run of figures.
  if (first.figures > 15) return { problem };
  const isAlone = others.length === 0 && numbers.length === 1 && !text.includes(':');
  return isAlone ? null : { problem, mend: first.number };
}
