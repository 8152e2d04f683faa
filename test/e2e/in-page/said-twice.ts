/** The names of regions that a heading, a list of tabs or a table within them has too: a screen reader says them twice. */
export function saidTwice(): string[] {
  const getName = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby') ?? '';
    const text = element.getAttribute('aria-label') ?? document.getElementById(by)?.textContent ?? '';
    return text.trim().replaceAll(/\s+/g, ' ');
  };
  const headings = 'h1, h2, h3, h4, caption';
  return [...document.querySelectorAll('section:not([role]), aside, nav, [role=region]')].flatMap(
    (region) => {
      const name = getName(region);
      if (name === '') return [];
      const within = [
        ...[...region.querySelectorAll(headings)].map((one) => (one.textContent ?? '').trim()),
        ...[...region.querySelectorAll('[role=tablist], [role=grid], table, section, aside')].map(getName),
      ];
      return within.includes(name) ? [name] : [];
    },
  );
}
