/** A count with its thousands set apart. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** A count with the word for what is counted. */
export function counted(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
