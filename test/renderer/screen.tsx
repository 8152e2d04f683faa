import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { useNavigation, writeHash } from '#renderer/stores/navigation.ts';

/** As long as a wait lasts before it fails with what was missing: the first screen of a file loads slowly on a busy machine. */
const patienceMs = 20_000;

configure({ asyncUtilTimeout: patienceMs });

/** Sizes never change in the test's page. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Gives the page what the test's page lacks: a size, so that windowed rows are drawn, and the system's theme. */
function furnish(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  // A test that needs to be told of sizes has put an observer of its own there.
  if (typeof ResizeObserver === 'undefined') vi.stubGlobal('ResizeObserver', StillObserver);
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 800 });
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 1200 });
  Object.defineProperty(Element.prototype, 'scrollTo', { configurable: true, value: () => undefined });
  Object.defineProperty(Element.prototype, 'scrollIntoView', { configurable: true, value: () => undefined });
}

/** Does something and draws what comes of it. */
export async function acting(work: () => unknown): Promise<void> {
  await act(async () => {
    await work();
  });
}

/** The address of the place that is shown; the window's own says the same a moment later. */
export const placeNow = () => writeHash(useNavigation.getState().route);

/** Draws an element on the page. */
export async function show(element: ReactElement): Promise<HTMLElement> {
  furnish();
  const { container } = render(element);
  await settle();
  return container;
}

/** Takes away what was drawn; for `afterEach`. */
export async function clear(): Promise<void> {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
}

/** Lets answers arrive and be drawn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await acting(() => undefined);
}

/**
 * Waits until a condition holds: `look` neither throws nor gives false or null. Where it does not within 20 s, its own error says
 * what was missing.
 */
export async function until<T>(look: () => T | Promise<T>): Promise<T> {
  async function check(): Promise<T> {
    const seen = await look();
    if (seen === false || seen === null) throw new Error(`This does not hold: ${look.toString()}`);
    return seen;
  }
  // Testing Library's waitFor waits by timers that a test may hold.
  return vi.waitFor(check, { timeout: patienceMs, interval: 8 });
}

/** The one element that matches and whose text or label contains `words`. */
export function find(selector: string, words = ''): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const found = all.find((one) =>
    `${one.textContent ?? ''} ${one.getAttribute('aria-label') ?? ''}`.includes(words),
  );
  if (found === undefined) {
    const main = document.querySelector('main')?.textContent?.slice(0, 600) ?? 'no main';
    throw new Error(`Nothing on the page matches ${selector} with "${words}". There is: ${main}`);
  }
  return found;
}

/** The field with this label. */
export function field(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
  const input = document.getElementById(named?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field "${label}".`);
  return input;
}

/** Clicks an element, as soon as it is not busy: a busy button takes no click. */
export async function click(element: HTMLElement): Promise<void> {
  await until(() => !element.hasAttribute('data-pending'));
  fireEvent.click(element);
  await settle();
}

/** Types a whole text into a field, as a person would see it arrive. */
export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  act(() => input.focus());
  fireEvent.input(input, { target: { value: text } });
}

/** Presses a key on an element, or on the page. */
export async function press(
  key: string,
  on: Element = document.body,
  init: KeyboardEventInit = {},
): Promise<void> {
  fireEvent.keyDown(on, { key, ...init });
  await settle();
}
