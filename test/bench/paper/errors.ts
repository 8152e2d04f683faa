/**
 * The share of the letters of a text that were read otherwise or not at all. Words are held against those that are most like them,
 * wherever they were read, since readers of forms differ in the order of columns.
 */
export function characterError(printed: readonly string[], read: readonly string[]): number {
  const left = [...read];
  const missing = printed.filter((word) => {
    const place = left.indexOf(word);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
  let errors = 0;
  for (const word of missing) {
    let [fewest, at] = [word.length, -1];
    left.forEach((other, place) => {
      const found = editDistance(word, other);
      if (found < fewest) [fewest, at] = [found, place];
    });
    errors += fewest;
    if (at !== -1) left.splice(at, 1);
  }
  return errors / printed.join('').length;
}

/** Letters to change, add or leave out (Levenshtein). */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      here.push(Math.min((here[column - 1] ?? 0) + 1, (above[column] ?? 0) + 1, replaced));
    }
    above = here;
  }
  return above.at(-1) ?? 0;
}

/** How alike two orders are, from -1 to 1 (Spearman); what is equal shares its rank. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [ranks, others] = [toRanks(one), toRanks(other)];
  const middle = (one.length - 1) / 2;
  let [both, own, theirs] = [0, 0, 0];
  ranks.forEach((rank, index) => {
    const [x, y] = [rank - middle, (others[index] ?? 0) - middle];
    both += x * y;
    own += x * x;
    theirs += y * y;
  });
  return both / Math.sqrt(own * theirs);
}

function toRanks(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}
