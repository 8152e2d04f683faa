import { expect, type CDPSession, type Page } from '@playwright/test';
import { z } from 'zod';
import { beginWalk, notWalked, seeFocus, type SeenFocus } from './in-page/focus.ts';

// Where the focus is, as somebody sees or hears it who has no mouse.

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

/** Expects that the focus is on something, and that it can be seen there. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { nowhere, ringed } = await page.evaluate(seeFocus);
      return { nowhere, ringed };
    })
    .toEqual({ nowhere: false, ringed: true });
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

/** No screen has as many stops: a walk of this length does not come round. */
const mostStops = 150;

/** Presses Tab until the focus is back where it was before. */
export async function walk(page: Page): Promise<Walk> {
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(beginWalk);
  const met: (SeenFocus & { role: string; name: string })[] = [];
  let round = false;
  while (!round && met.length < mostStops) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(seeFocus);
    round = seen.again;
    if (!round && !seen.nowhere) met.push({ ...seen, ...(await spoken(cdp)) });
  }
  await cdp.detach();
  expect(round, 'the walk came round').toBe(true);
  const describe = ({ role, name }: { role: string; name: string }) => `${role} ${name}`;
  return {
    names: met.map(({ name }) => name),
    nameless: met.filter(({ name }) => name.trim() === '').map(describe),
    ringless: met.filter(({ ringed }) => !ringed).map(describe),
    missed: await page.evaluate(notWalked),
  };
}
