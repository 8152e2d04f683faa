/** The value below which this share of the values lies, from 0 to less than 1; 0 where there are none. */
export const findQuantile = (share: number, values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? 0;

/** The same of values that were counted, each at its own index; -1 where there are none. */
export function findCountedQuantile(share: number, counts: Uint32Array): number {
  let all = 0;
  for (let value = 0; value < counts.length; value += 1) all += counts[value] ?? 0;
  let rest = share * all;
  for (let value = 0; value < counts.length; value += 1) if ((rest -= counts[value] ?? 0) < 0) return value;
  return -1;
}
