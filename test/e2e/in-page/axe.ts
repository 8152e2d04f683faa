import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';

// These run in the page, each with all that it needs within it. `axe` is put there by an init script.

declare global {
  interface Window {
    axe: typeof axeCore;
  }
}

/** What axe finds wrong with the page as it is now: the rule and the element, a line for each. */
export async function findings({
  rules,
  off,
}: {
  rules: NonNullable<RunOptions['runOnly']>;
  /** Rules that are left out. */
  off: readonly string[];
}): Promise<string[]> {
  // What React Aria has spoken may name a button that has gone since; it clears itself within seconds.
  const context = { exclude: ['[data-live-announcer]'] };
  const { violations } = await window.axe.run(context, {
    runOnly: rules,
    rules: Object.fromEntries(off.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    preload: false,
  });
  // axe guesses from what lies at a few points of the window whether a dialog excuses the page that it closes off, and is
  // wrong where a toast lies at one of them.
  const closedOff =
    document.querySelector('main')?.closest('[aria-hidden=true], [inert]') != null &&
    document.querySelector('[role=dialog], [role=alertdialog]') !== null;
  const excused = closedOff ? ['landmark-one-main', 'page-has-heading-one'] : [];
  return violations
    .filter(({ id }) => !excused.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any }) => {
        const why = any.map(({ message }) => message).join(' ');
        return `${id}: ${target.join(' ')}: ${html.slice(0, 160)}: ${why}`;
      }),
    );
}

/** All that axe's rules read of a page apart from its colors, as texts that can be compared. */
export interface PageText {
  /** Its elements with their attributes, and whether each is seen. */
  content: string;
  /** Where they stand, and whether they scroll. */
  layout: string;
}

/**
 * What axe's rules read of the page as it is now. Two looks with the same texts differ in colors alone. Left out is the button
 * for the other theme, which bears that theme's name.
 */
export function pageText(): PageText {
  const body = document.body.cloneNode(true);
  if (body instanceof HTMLElement) {
    for (const button of body.querySelectorAll('[aria-label$=" colors"]')) button.remove();
  }
  const elements = [...document.querySelectorAll('body, body *:not([aria-label$=" colors"] *)')];
  const seen = elements.map((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ? 'seen' : 'hidden',
  );
  const places = elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    return [...[x, y, width, height].map(Math.round), scrolls].join(' ');
  });
  return {
    content: `${body instanceof HTMLElement ? body.outerHTML : ''}\n${seen.join(' ')}`,
    layout: places.join('\n'),
  };
}

/** How many transitions are under way, as of colors after the theme changed. */
export const countTransitions = (): number =>
  document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running')
    .length;
