import { expect, type CDPSession, type Page } from '@playwright/test';
import { z } from 'zod';

// Where the focus is, as somebody sees or hears it who has no mouse.

const focused = z.object({
  role: z.string(),
  name: z.string(),
  /** Whether it or the box that it stands in is drawn with a ring. */
  ringed: z.boolean(),
  /** Whether it is on the body, which is nowhere. */
  nowhere: z.boolean(),
  /** Whether it was there before in this walk. */
  again: z.boolean(),
});
type Focused = z.infer<typeof focused>;

const axTree = z.object({
  nodes: z.array(
    z.object({
      ignored: z.boolean(),
      role: z.object({ value: z.string() }).optional(),
      name: z.object({ value: z.string() }).optional(),
    }),
  ),
});

/** The spoken role and name of what has the focus, from the browser's own accessibility tree. */
async function spoken(cdp: CDPSession): Promise<{ role: string; name: string }> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const tree = axTree.parse(
    await cdp.send('Accessibility.getPartialAXTree', {
      ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
      fetchRelatives: false,
    }),
  );
  const node = tree.nodes.find((one) => !one.ignored);
  return { role: node?.role?.value ?? '', name: node?.name?.value ?? '' };
}

/** What has the focus now. */
async function focusOf(page: Page, cdp: CDPSession): Promise<Focused> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const boxes: Element[] = [];
    for (let box: Element | null = element; box !== null && boxes.length < 4; box = box.parentElement) {
      boxes.push(box);
    }
    // A tick box is hidden and its drawn box stands beside it.
    boxes.push(...(element.parentElement?.parentElement?.querySelectorAll('span') ?? []));
    // A date has three stops of one element.
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
    return {
      nowhere: element === document.body,
      again,
      ringed: onCalendar || boxes.some(isRinged),
    };
  });
  return focused.parse({ ...seen, ...(await spoken(cdp)) });
}

/** Expects that the focus is on something, and that it can be seen there. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      const { nowhere, ringed } = await focusOf(page, cdp);
      return { nowhere, ringed };
    })
    .toEqual({ nowhere: false, ringed: true });
  await cdp.detach();
}

/** What a walk with Tab through a whole screen met, and what it did not. */
export interface Walk {
  names: string[];
  /** Controls that have no name to be spoken, by their role. */
  nameless: string[];
  /** Controls at which the focus could not be seen. */
  ringless: string[];
  /** Controls in the tab order that were not met. */
  missed: string[];
}

/** Presses Tab until the focus is back where it began; a screen has fewer than 150 stops. */
export async function walk(page: Page): Promise<Walk> {
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-walked]')) delete one.dataset['walked'];
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const met: Focused[] = [];
  for (let stop = 0; stop < 150; stop++) {
    await page.keyboard.press('Tab');
    const now = await focusOf(page, cdp);
    if (now.again) break;
    if (!now.nowhere) met.push(now);
  }
  await cdp.detach();
  expect(met.length, 'the walk came round').toBeLessThan(150);
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex]')]
      .filter((one) => one.tabIndex >= 0 && !('walked' in one.dataset))
      .filter((one) => !one.matches(':disabled') && one.closest('[inert], [aria-hidden="true"]') === null)
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      // Of a group of radio buttons Tab meets the chosen one; the arrows lead to the others.
      .filter((one) => !(one instanceof HTMLInputElement && one.type === 'radio' && !one.checked))
      .map((one) => one.outerHTML.slice(0, 160)),
  );
  const describe = ({ role, name }: Focused) => `${role} ${name}`;
  return {
    names: met.map(({ name }) => name),
    nameless: met.filter(({ name }) => name.trim() === '').map(describe),
    ringless: met.filter(({ ringed }) => !ringed).map(describe),
    missed,
  };
}
