import { useLayoutEffect, useRef, type RefObject } from 'react';

const stops = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/** Makes an overflowing scroller a Tab stop if nothing in it is focusable (WCAG 2.2, 2.1.1). */
export function useScrollStop<E extends HTMLElement>(): RefObject<E | null> {
  const scroller = useRef<E>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const decide = () => {
      const scrolls =
        element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      if (scrolls && element.querySelector(stops) === null) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(decide);
    sizes.observe(element);
    const contents = new MutationObserver(decide);
    contents.observe(element, { childList: true, subtree: true, characterData: true });
    decide();
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, []);
  return scroller;
}
