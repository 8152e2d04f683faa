import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { countText } from '#shared/base/pluralize.ts';
import { percentile, report } from './report.ts';
import { withVendorList } from './vendor-app.ts';

const words = ['brightwater', 'kestrel roof', 'oakland', 'plumb', 'company 77', '238220', 'hydro'];
/** Each word is typed so often: of fewer keystrokes, the slowest twentieth would be the slowest one. */
const rounds = 5;
const bar = 50;
/** What has not come by then never does: the list says it in other words, or counts otherwise. In milliseconds. */
const maxMs = 30_000;
/** From one key to the next, in milliseconds: somebody who types 120 words a minute. */
const pace = 100;

/** How long it takes from a keystroke until its result is painted, in the browser, with 100,000 vendors kept. */
export function searchPaint(): Promise<void> {
  return withVendorList({ vendors: 100_000, hasRequirements: false, words }, async (page, totals) => {
    const searched = await typing(page, totals);
    const echoed = await echoing(page, searched.length);
    const figure = (share: number) => {
      const [value, baseline] = [percentile(searched, share), percentile(echoed, share)];
      return { value, unit: 'ms', baseline: { name: 'echo', value: baseline }, durability: 'FULL' } as const;
    };
    const [p50, p95] = [figure(0.5), figure(0.95)];
    report({ bench: 'search_to_paint_p50_at_100k', ...p50, met: p50.value < bar });
    report({ bench: 'search_to_paint_p95_at_100k', ...p95, met: p95.value < bar });
  });
}

/**
 * From the next key on, looks at each change of the page until something is there, and waits for the frame that shows it to
 * be painted. The page itself looks, so that the way between the bench and the page is not counted; and it does not look
 * frame by frame, since a page that asks for every frame gets its messages up to ten milliseconds later.
 */
const watch = (isThere: string) => `{
  window.benchPainted = new Promise((resolve) => {
    addEventListener('keydown', ({ timeStamp }) => {
      const painted = () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(null);
      };
      const changes = new MutationObserver(() => {
        if (!(${isThere})) return;
        changes.disconnect();
        requestAnimationFrame(painted);
      });
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    }, { capture: true, once: true });
  });
  // Otherwise the bench would wait for it before it presses the key.
  undefined;
}`;

async function keyUntilPainted(page: Page, letter: string, isThere: string): Promise<number> {
  const nextKey = pause(pace);
  await page.evaluate(watch(isThere));
  await page.keyboard.press(letter === ' ' ? 'Space' : letter);
  const took = z
    .number()
    .parse(await Promise.race([page.evaluate('window.benchPainted'), pause(maxMs, null, { ref: false })]));
  await nextKey;
  return took;
}

/** What the foot of the list says, without going through the page each time: that would count as the app's own work. */
const foot = `{
  const says = /(( of [\\d,]+)( that match)?|[\\d,]+ (in all|matches|match))$/;
  const find = () => [...document.querySelectorAll('span')].find((one) => says.test(one.textContent));
  let span = find();
  window.benchFoot = () => {
    if (span?.isConnected !== true) span = find();
    return span?.textContent ?? '';
  };
}`;

async function typing(page: Page, totals: ReadonlyMap<string, number>): Promise<number[]> {
  await page.evaluate(foot);
  const field = page.getByLabel('Filter vendors');
  const samples: number[] = [];
  for (const word of Array.from({ length: rounds }, () => words).flat()) {
    await field.fill('');
    await page.locator('[aria-busy=false] [data-row]').first().waitFor();
    await field.focus();
    let before = -1;
    for (const [index, letter] of word.split('').entries()) {
      const total = totals.get(word.slice(0, index + 1)) ?? 0;
      const count = countText(total);
      const told = `[' of ${count}', ' of ${count} that match', '${count} in all', '${count} matches', '${count} match'].some((words) => window.benchFoot().endsWith(words))`;
      const took = await keyUntilPainted(
        page,
        letter,
        `${told} && document.querySelector('[aria-busy=false] [data-row]') !== null`,
      );
      // Where the number stays the same nothing tells the new result from the one before.
      if (total !== before && total > 0) samples.push(took);
      before = total;
    }
  }
  return samples;
}

/** The same for a field in the same page that does no more than show again what is typed. */
async function echoing(page: Page, times: number): Promise<number[]> {
  await page.evaluate(`{
    const field = document.createElement('input');
    const echo = document.createElement('output');
    field.addEventListener('input', () => { echo.textContent = field.value; });
    document.body.prepend(field, echo);
    field.focus();
    window.benchEcho = echo;
  }`);
  const samples: number[] = [];
  for (let length = 1; length <= times; length += 1) {
    samples.push(await keyUntilPainted(page, 'q', `window.benchEcho.textContent.length === ${length}`));
  }
  return samples;
}
