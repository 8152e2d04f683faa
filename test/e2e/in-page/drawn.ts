// These run in the page, each with all that it needs within it.

/** How an element, or a part that its style sheet adds to it, is drawn. */
export function drawn(element: Element, pseudo: string | null): { ground: string; outline: string } {
  const style = getComputedStyle(element, pseudo);
  return { ground: style.backgroundColor, outline: style.outlineStyle };
}

/** The colors of the borders of elements. */
export function borderColors(elements: Element[]): string[] {
  return elements.map((element) => getComputedStyle(element).borderTopColor);
}

/** The ground that the system gives a page. */
export function canvasColor(): string {
  const probe = document.createElement('div');
  probe.style.backgroundColor = 'Canvas';
  document.body.append(probe);
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
}

/** The elements that move, or would when they change. */
export function movable(): string[] {
  const running = document
    .getAnimations()
    .filter((one) => one.playState === 'running')
    .map(
      (one) => `runs: ${one.effect instanceof KeyframeEffect ? (one.effect.target?.className ?? '') : ''}`,
    );
  const timed = [...document.querySelectorAll('*')].filter((one) =>
    [null, '::before', '::after'].some((pseudo) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one, pseudo);
      const durations = transitionDuration.split(',').map((time) => Number.parseFloat(time));
      return (
        animationName !== 'none' || scrollBehavior === 'smooth' || durations.some((seconds) => seconds > 0)
      );
    }),
  );
  return [...running, ...timed.map((one) => `${one.tagName} ${one.className}`)];
}
