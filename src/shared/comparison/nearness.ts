import { foldLetters } from '../base/fold-text.ts';

/** Shorter texts say too little for a slip of the pen to be told from another word. */
const shortest = 5;
/** Longer texts are not told from each other by a slip; the time grows with the product of their lengths. */
const longest = 300;
const lettersToASlip = 10;

/** Whether two differing texts may be a typo of each other: same digits, and at most one letter in ten edited. */
export function nearlyTheSame(left: string, right: string): boolean {
  if (Math.max(left.length, right.length) > longest) return false;
  if (figures(left) !== figures(right)) return false;
  const [a, b] = [foldLetters(left), foldLetters(right)];
  const length = Math.min(a.length, b.length);
  if (length < shortest || a === b) return false;
  const slips = Math.max(1, Math.floor(length / lettersToASlip));
  return Math.abs(a.length - b.length) <= slips && distance(a, b) <= slips;
}

function figures(text: string): string {
  return text.replace(/\D/g, '');
}

/** How many letters have to be added, left out, changed or swapped with their neighbor to come from one to the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + changed,
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}
