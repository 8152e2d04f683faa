// Runs in the page.

/** How far the box around an element is scrolled down, in pixels. */
export function scrolledAround(element: Element): number {
  return element.parentElement?.scrollTop ?? 0;
}
