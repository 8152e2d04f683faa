import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { useNavigation, writeHash } from '#renderer/stores/navigation.ts';
import type { Handlers } from './fake/core.ts';
import { createFakeBridge, type FakeBridge, type Situation } from './fake-bridge.ts';

let mounted: { root: Root; place: HTMLElement } | null = null;

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

/** Does something and draws what comes of it. React is told only meanwhile that a test is at work. */
export async function acting(work: () => unknown): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await act(async () => {
    await work();
  });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
}

/** The address of the place that is shown; the window's own says the same a moment later. */
export const placeNow = () => writeHash(useNavigation.getState().route);

/** Puts the fake in place of the main process. */
export function putBridge(situation: Situation = 'online', overrides: Handlers = {}): FakeBridge {
  const bridge = createFakeBridge(situation, overrides);
  window.gangway = bridge;
  return bridge;
}

/** Draws an element on the page. */
export async function show(element: ReactElement): Promise<HTMLElement> {
  furnish();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  mounted = { root, place };
  await acting(async () => root.render(element));
  await settle();
  return place;
}

/** Takes away what was drawn; for `afterEach`. */
export async function clear(): Promise<void> {
  const before = mounted;
  mounted = null;
  if (before !== null) await acting(async () => before.root.unmount());
  before?.place.remove();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
}

/** Lets answers of the fake arrive and be drawn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await acting(async () => Promise.resolve());
}

/** Waits until a condition holds, drawing what arrives meanwhile. Where it never does, its own error says what was missing. */
export async function until<T>(look: () => T): Promise<T> {
  return vi.waitFor(
    async () => {
      await settle();
      return look();
    },
    { timeout: 5_000, interval: 20 },
  );
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

export async function click(element: HTMLElement): Promise<void> {
  await acting(async () => element.click());
  await settle();
}

/** Types a whole text into a field, as a person would see it arrive. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  await acting(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Presses a key on an element, or on the page. */
export async function press(
  key: string,
  on: EventTarget = document.body,
  init: KeyboardEventInit = {},
): Promise<void> {
  await acting(async () => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
  await settle();
}
