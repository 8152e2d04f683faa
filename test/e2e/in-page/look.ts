/** What can be measured of how a page looks, without knowing what is on it. */
export interface Look {
  /** Controls and headings whose words are cut off or stand outside of them. */
  clipped: string[];
  /** Texts that stand out too little from what is behind them, with the ratio. */
  faint: string[];
  /** How many texts were measured, so that measuring none does not pass. */
  measured: number;
  /** The headings of the first level. */
  headings: string[];
  landmarks: string[];
}

/**
 * Measures what is in sight; null while something still fades or moves (what turns for ever does not count). Runs in the
 * page, and so has all that it needs within it.
 */
export function look(minContrast: number): Look | null {
  const isMoving = document
    .getAnimations()
    .some((one) => one.playState === 'running' && one.effect?.getTiming().iterations !== Infinity);
  if (isMoving) return null;

  interface Colour {
    red: number;
    green: number;
    blue: number;
    alpha: number;
  }

  function getColour(text: string): Colour {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return { red, green, blue, alpha };
  }

  function over(front: Colour, back: Colour): Colour {
    const mix = (a: number, b: number) => a * front.alpha + b * (1 - front.alpha);
    return {
      red: mix(front.red, back.red),
      green: mix(front.green, back.green),
      blue: mix(front.blue, back.blue),
      alpha: 1,
    };
  }

  function luminance({ red, green, blue }: Colour): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function getGround(element: Element): Colour {
    const grounds: Colour[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const ground = getColour(getComputedStyle(at).backgroundColor);
      if (ground.alpha > 0) grounds.push(ground);
      if (ground.alpha === 1) break;
    }
    const page = { red: 255, green: 255, blue: 255, alpha: 1 };
    return grounds.reduceRight((back, front) => over(front, back), page);
  }

  function getOpacity(element: Element): number {
    let opacity = 1;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
    }
    return opacity;
  }

  function ratio(element: Element): number {
    const ground = getGround(element);
    const written = getColour(getComputedStyle(element).color);
    const text = over({ ...written, alpha: written.alpha * getOpacity(element) }, ground);
    const [lighter = 0, darker = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => b - a);
    return (lighter + 0.05) / (darker + 0.05);
  }

  const words = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);

  function isHidden(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
    // What is there for screen readers alone is clipped to nothing.
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).clipPath === 'inset(50%)') return true;
    }
    return false;
  }

  /** The texts in sight below an element, each with its parent and its lines. */
  function getTexts(root: Element): { element: Element; lines: DOMRect[] }[] {
    const found: { element: Element; lines: DOMRect[] }[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element === null || (node.textContent ?? '').trim() === '') continue;
      if (element.closest('script, style') !== null || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1 && line.height > 1);
      if (lines.length > 0) found.push({ element, lines });
    }
    return found;
  }

  /** Whether a text of a control is cut off or stands outside of it. An ellipsis will do where a tooltip has the whole. */
  function isCut(control: Element, { element, lines }: { element: Element; lines: DOMRect[] }): boolean {
    let box = element;
    while (box !== control && getComputedStyle(box).overflowX === 'visible' && box.parentElement !== null) {
      box = box.parentElement;
    }
    const edge = box.getBoundingClientRect();
    const ellipsis = getComputedStyle(box).textOverflow === 'ellipsis';
    if (ellipsis && box.closest('[title], [role="row"], li') !== null) return false;
    return lines.some(
      (line) => line.right > edge.right + 1 || line.left < edge.left - 1 || line.bottom > edge.bottom + 3,
    );
  }

  const texts = getTexts(document.body);
  const faint = texts
    // 1.4.3 leaves out what is disabled.
    .filter(({ element }) => element.closest(':disabled, [data-disabled], [aria-disabled="true"]') === null)
    .map(({ element }) => ({ element, contrast: ratio(element) }))
    .filter(({ contrast }) => contrast < minContrast)
    .map(({ element, contrast }) => `${words(element)}: ${contrast.toFixed(2)}`);
  const clipped = [...document.querySelectorAll('button, a[href], [role="tab"], label, h1, h2, legend')]
    .filter((control) => getTexts(control).some((text) => isCut(control, text)))
    .map(words);
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((one) => !isHidden(one));
  return {
    clipped,
    faint,
    measured: texts.length,
    headings: shown('h1').map(words),
    landmarks: ['main', 'nav', 'header', '[role="search"]'].filter((one) => shown(one).length > 0),
  };
}
