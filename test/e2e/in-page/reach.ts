/** By how many pixels the page is wider than its window. Runs in the page. */
export function tooWide(): number {
  return Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * What cannot be used at this size: controls that cannot be brought into sight or that something lies over, texts that
 * stand in a column of single letters, and a page that is wider than its window. Runs in the page, and so has all that it
 * needs within it.
 */
export function outOfReach(): string[] {
  const found: string[] = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) {
    found.push(`the page is ${page.scrollWidth} wide in ${page.clientWidth}`);
  }
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const words = (element: Element) =>
    `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`.trim().slice(0, 40);
  /** What is there for those who listen alone is clipped to nothing. */
  const isListened = (element: HTMLElement) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).clipPath === 'inset(50%)') return true;
    }
    return false;
  };
  /** A table may scroll to the side in itself: 1.4.10 leaves it out. */
  const scrollsSideways = (control: Element) => {
    const scroller = control.closest('[role="grid"]')?.firstElementChild ?? null;
    return scroller?.contains(control) === true && getComputedStyle(scroller).overflowX === 'auto';
  };
  const controls = root.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [role="tab"]');
  for (const control of controls) {
    if (
      control.closest(
        '[inert], [aria-hidden="true"], [role="presentation"] > [role="row"], [role="row"][aria-rowindex]',
      ) !== null
    )
      continue;
    if (control.matches(':disabled')) continue;
    // A box or switch that is drawn by its label is reached by the label.
    const target = control instanceof HTMLInputElement ? (control.closest('label') ?? control) : control;
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (isListened(target)) continue;
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    const x = box.left + Math.min(box.width / 2, 12);
    const y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    // What is open over the page without closing it off goes with Esc, and a toast by itself.
    const floats = hit?.closest('[role="listbox"], [role="menu"], [role="status"]') != null;
    const reached = hit !== null && (target.contains(hit) || hit.contains(target) || floats);
    const cut = box.right > page.clientWidth + 1 || box.left < -1;
    if (!reached || (cut && !scrollsSideways(target))) {
      const over = hit === null ? 'out of sight' : `under ${hit.tagName} ${hit.className}`;
      found.push(`${words(control)}: ${over}, ${Math.round(box.left)} to ${Math.round(box.right)}`);
    }
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const parent = node.parentElement;
    if (parent === null || text.length < 8 || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (isListened(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
    if (lines >= 4 && text.length / lines < 4) found.push(`${text.slice(0, 40)}: ${lines} lines`);
  }
  return found;
}
