import { useState } from 'react';

/**
 * Tells which element of the page each row is drawn in, so that rows that come take the elements of rows that left:
 * changing what an element says takes a browser half as long as making another one.
 * @param before the elements that were given out last
 * @param ids the rows that are drawn now
 * @param keeper a row whose element goes with it, since it may have the focus
 */
export function elementsFor(
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
  keeper: string | null,
): ReadonlyMap<string, number> {
  const drawn = new Set(ids);
  if (drawn.size === before.size && ids.every((id) => before.has(id))) return before;
  const given = new Map([...before].filter(([id]) => drawn.has(id)));
  const free = [...before].flatMap(([id, element]) => (drawn.has(id) || id === keeper ? [] : element));
  let another = Math.max(-1, ...before.values());
  for (const id of ids) {
    if (given.has(id)) continue;
    another += 1;
    given.set(id, free.shift() ?? another);
  }
  return given;
}

const none: ReadonlyMap<string, number> = new Map();

/** The same for a table that is drawn again and again. */
export function useRowElements(ids: readonly string[], keeper: string | null): ReadonlyMap<string, number> {
  const [given, setGiven] = useState(none);
  const now = elementsFor(given, ids, keeper);
  if (now !== given) setGiven(now);
  return now;
}
