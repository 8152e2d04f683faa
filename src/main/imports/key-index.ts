/** Which rows have which keys; the rows of a key in the order of the list. */
export interface KeyIndex {
  clear(): void;
  getRows(key: string): readonly number[];
  join(key: string, index: number): void;
  leave(key: string, index: number): void;
}

/** Makes an index that keeps a key of one row, as nearly all are, without a list of its own. */
export function createKeyIndex(): KeyIndex {
  let byKey = new Map<string, number | number[]>();

  function getRows(key: string): readonly number[] {
    const held = byKey.get(key);
    return held === undefined ? [] : typeof held === 'number' ? [held] : held;
  }

  return {
    clear() {
      byKey = new Map();
    },
    getRows,
    join(key, index) {
      const held = byKey.get(key);
      if (held === undefined) byKey.set(key, index);
      else if (typeof held === 'number') byKey.set(key, held < index ? [held, index] : [index, held]);
      else if ((held.at(-1) ?? -1) < index) held.push(index);
      else
        byKey.set(
          key,
          [...held, index].toSorted((one, other) => one - other),
        );
    },
    leave(key, index) {
      const others = getRows(key).filter((one) => one !== index);
      if (others.length === 0) byKey.delete(key);
      else byKey.set(key, others);
    },
  };
}
