/** What can be seen of the focus. */
export interface SeenFocus {
  /** Whether it is on the body, which is nowhere. */
  nowhere: boolean;
  /** Whether it was there before in this walk. */
  again: boolean;
  /** Whether it or the box that it stands in is drawn with a ring. */
  ringed: boolean;
}

// These run in the page, each with all that it needs within it.

/** Looks at the focus and notes that the walk came by. */
export function seeFocus(): SeenFocus {
  const element = document.activeElement ?? document.body;
  const boxes: Element[] = [];
  for (let box: Element | null = element; box !== null && boxes.length < 4; box = box.parentElement) {
    boxes.push(box);
  }
  // A tick box is hidden and its drawn box stands beside it.
  boxes.push(...(element.parentElement?.parentElement?.querySelectorAll('span') ?? []));
  // A date has several stops of one element.
  const last = document.querySelector('[data-walked="last"]');
  const again = element !== last && element instanceof HTMLElement && 'walked' in element.dataset;
  if (last instanceof HTMLElement) last.dataset['walked'] = 'before';
  if (element instanceof HTMLElement) element.dataset['walked'] = 'last';
  // The calendar button inside of a date is drawn with a ring of its own, which no script can read.
  const onCalendar =
    element instanceof HTMLInputElement && element.type === 'date' && !element.matches(':focus-visible');
  const isRinged = (box: Element) => {
    const style = getComputedStyle(box);
    return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  };
  return { nowhere: element === document.body, again, ringed: onCalendar || boxes.some(isRinged) };
}

/** Begins a walk: from nowhere, with nothing met yet, and with the controls of this moment. */
export function beginWalk(): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-walked]')) delete one.dataset['walked'];
  for (const one of document.querySelectorAll<HTMLElement>(
    'a[href], button, input, textarea, select, [tabindex]',
  )) {
    one.dataset['atStart'] = '';
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** What a walk left out. */
export interface NotWalked {
  /** The controls in the tab order that the walk did not come by. */
  missed: string[];
  /** Whether one of them came up after the walk had begun, so that it may have been passed before. */
  cameLater: boolean;
}

/** The controls in the tab order that the walk did not come by. */
export function notWalked(): NotWalked {
  const missed = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex]'),
  ]
    .filter((one) => one.tabIndex >= 0 && !('walked' in one.dataset))
    .filter((one) => !one.matches(':disabled') && one.closest('[inert], [aria-hidden="true"]') === null)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    // Of a group of radio buttons Tab meets the chosen one; the arrows lead to the others.
    .filter((one) => !(one instanceof HTMLInputElement && one.type === 'radio' && !one.checked));
  return {
    missed: missed.map((one) => one.outerHTML.slice(0, 160)),
    cameLater: missed.some((one) => !('atStart' in one.dataset)),
  };
}
