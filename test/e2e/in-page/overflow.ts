/**
 * Texts on the page that stand out of sight to the side: outside the window, or beyond the edge of what cuts them off without
 * an ellipsis or a way to scroll there; and texts that what stands before them may turn around. Runs in the page, and so has all that it needs within it.
 */
export function overflowing(): string[] {
  const found: string[] = [];
  const page = document.scrollingElement;
  if (page !== null && page.scrollWidth > page.clientWidth) {
    found.push(`The page is ${page.scrollWidth} wide in ${page.clientWidth}.`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.textContent ?? '').trim() === '') continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('option') !== null) continue;
    let forEyes = true;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).clipPath === 'inset(50%)') forEyes = false;
    }
    if (!forEyes) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const written = node.textContent ?? '';
    if (/[\u202A-\u202E\u2066-\u2068]/u.test(written) && element.closest('pre') === null) {
      const following: string[] = [];
      for (let next = node.nextSibling; next !== null; next = next.nextSibling) {
        const apart = next instanceof Element && !getComputedStyle(next).display.startsWith('inline');
        if (apart) break;
        // A control of the app is no part of the sentence.
        if (!(next instanceof Element) || next.querySelector('button') === null) {
          following.push(next.textContent ?? '');
        }
      }
      // What comes from elsewhere ends with a bell here, unless the node holds but a part of it.
      const turn = written.search(/[\u202A-\u202E\u2066-\u2068]/u);
      const bell = written.lastIndexOf('\u0007');
      const ends = bell < turn || written.charAt(bell + 1) === '\u2069';
      const end = ends ? -1 : bell;
      const rest = `${end === -1 ? '' : written.slice(end + 1)}${following.join('')}`;
      const flows = getComputedStyle(element).display !== 'flex';
      if (flows && rest.replaceAll(/[\s\u2069]/gu, '') !== '' && !written.startsWith('\u2068')) {
        found.push(`Turned around: ${rest.slice(0, 30)}: ${element.className}`);
      }
    }
    let right = 0;
    for (const line of range.getClientRects()) right = Math.max(right, line.right);
    let edge = window.innerWidth;
    let cut: Element | null = null;
    for (let at: Element | null = element; at !== null && cut === null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'visible') continue;
      cut = at;
      const scrolls =
        (style.overflowX === 'auto' || style.overflowX === 'scroll') &&
        at.closest('[role="dialog"]') === null;
      const fades = style.textOverflow === 'ellipsis';
      edge = scrolls || fades ? Infinity : Math.min(edge, at.getBoundingClientRect().right);
    }
    if (right > edge + 1) {
      const where = [element, element.parentElement].map((one) => one?.className ?? '').join(' in ');
      found.push(
        `${(node.textContent ?? '').slice(0, 30)} to ${Math.round(right)} of ${Math.round(edge)}: ${where}`,
      );
    }
  }
  return [...new Set(found)];
}
