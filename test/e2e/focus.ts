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
const maxStops = 150;

/** A screen that still changes after as many walks never comes to rest, which is a fault of its own. */
const maxWalks = 5;

/**
 * Walks the whole screen with Tab. A screen that was still filling is walked again: what comes up
 * behind the focus cannot be met by it.
 */
export async function walk(page: Page): Promise<Walk> {
  const cdp = await page.context().newCDPSession(page);
  try {
    for (let walks = 1; ; walks += 1) {
      const met = await round(page, cdp);
      const { missed, cameLater } = await page.evaluate(notWalked);
      if (cameLater && walks < maxWalks) continue;
      const describe = ({ role, name }: { role: string; name: string }) => `${role} ${name}`;
      return {
        names: met.map(({ name }) => name),
        nameless: met.filter(({ name }) => name.trim() === '').map(describe),
        ringless: met.filter(({ ringed }) => !ringed).map(describe),
        missed,
      };
    }
  } finally {
    await cdp.detach();
  }
}

/** Presses Tab until the focus is back where it was before. */
async function round(page: Page, cdp: CDPSession): Promise<(SeenFocus & { role: string; name: string })[]> {
  await page.evaluate(beginWalk);
  const met: (SeenFocus & { role: string; name: string })[] = [];
  while (met.length < maxStops) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(seeFocus);
    if (seen.again) return met;
    if (!seen.nowhere) met.push({ ...seen, ...(await spoken(cdp)) });
  }
  throw new Error(`The walk did not come round within ${maxStops} stops.`);
}
