import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Lines rendered above and below the visible ones. */
const beyond = 8;
/** Delay of the lines beyond the visible ones of a new list, in milliseconds. */
const othersFollow = 300;

/**
 * Which lines of a table to render. Renders again only when that changes by a line.
 * @param scroller the element that scrolls
 * @param count how many lines there are
 * @param step the distance of a scroll that matters, in CSS pixels
 * @param source a change scrolls to the top
 */
export function useLinesInSight(
  scroller: RefObject<HTMLDivElement | null>,
  offsets: RowOffsets,
  count: number,
  step: number,
  source?: number,
) {
  /** For the sticky head, which covers lines. */
  const head = useRef<HTMLDivElement>(null);
  const getHeight = (element: HTMLElement) => element.clientHeight - (head.current?.offsetHeight ?? 0);
  const [seen, setSeen] = useState({ source, top: 0, height: 0, others: true });
  // Before the height is known, the lines beyond are rendered too.
  if (seen.source !== source) setSeen({ ...seen, source, top: 0, others: seen.height === 0 });
  const top = seen.source === source ? seen.top : 0;
  const around = seen.others ? beyond : 0;
  // Reading the element's position would force a layout.
  const scrolledTo = useRef(0);

  function look(): void {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop } = element;
    const height = getHeight(element);
    scrolledTo.current = scrollTop;
    const at = Math.floor(scrollTop / step) * step;
    setSeen((now) =>
      now.top === at && now.height === height ? now : { ...now, top: at, height, others: true },
    );
  }

  const latestLook = useEffectEvent(look);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const probeNow = () => latestLook();
    // Renders before the browser paints, so that no gap shows.
    const lookNow = () => flushSync(probeNow);
    const observer = new ResizeObserver(probeNow);
    element.addEventListener('scroll', lookNow, { passive: true });
    observer.observe(element);
    probeNow();
    return () => {
      element.removeEventListener('scroll', lookNow);
      observer.disconnect();
    };
  }, [scroller]);

  useLayoutEffect(() => {
    if (scroller.current === null || scrolledTo.current === 0) return;
    scrolledTo.current = 0;
    setScrollTop(scroller.current, 0);
  }, [scroller, source]);

  const { others } = seen;
  useEffect(() => {
    if (others) return undefined;
    const timer = setTimeout(() => setSeen((now) => ({ ...now, others: true })), othersFollow);
    return () => clearTimeout(timer);
  }, [others, source]);

  /** Scrolls as little as needed to show a whole line. */
  function scrollTo(index: number): void {
    const element = scroller.current;
    if (element === null) return;
    const begins = offsets.getTop(index);
    const ends = offsets.getTop(index + 1);
    const height = getHeight(element);
    if (begins < element.scrollTop) setScrollTop(element, begins);
    else if (ends > element.scrollTop + height) setScrollTop(element, ends - height);
    look();
  }

  return {
    head,
    from: Math.max(0, offsets.at(top) - around),
    /** -1 if there are none. */
    to: Math.min(count - 1, offsets.at(top + step + seen.height) + around),
    scrollTo,
  };
}

function setScrollTop(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}

/** Positions of lines, in CSS pixels from the top of the first. */
type RowOffsets = ReturnType<typeof rowOffsets>;

/**
 * Positions lines of which only some are loaded; each of the others is as high as a row.
 * @param heights of the loaded lines, in order
 * @param first how many lines come before them
 * @param count how many lines there are in all
 */
export function rowOffsets(heights: readonly number[], first: number, count: number, rowHeight: number) {
  const tops = [first * rowHeight];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  const behind = first + heights.length;
  const end = tops.at(-1) ?? 0;

  function getTop(index: number): number {
    return tops[index - first] ?? (index < first ? index * rowHeight : end + (index - behind) * rowHeight);
  }

  /** The line at a place; the last one below all of them. */
  function at(top: number): number {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (getTop(middle) <= top) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return { height: getTop(count), getTop, at };
}

/**
 * Assigns rows to elements, so that new rows reuse the elements of rows that left:
 * changing an element takes a browser half as long as making one.
 * @param before the last assignment
 * @param ids the rows to render
 * @param keeper a row that keeps its element, since it may have the focus
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

/** {@link elementsFor}, from one render to the next. */
export function useRowElements(ids: readonly string[], keeper: string | null): ReadonlyMap<string, number> {
  const [given, setGiven] = useState(none);
  const now = elementsFor(given, ids, keeper);
  if (now !== given) setGiven(now);
  return now;
}
