import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

/** A component that loads when it is first drawn; `meanwhile` stands in its place until then, nothing by default. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Suspense, { fallback: meanwhile }, createElement(Part, props));
}

/** A screen that loads when it is first opened. Its room is kept and marked as busy until then. */
export const lazyScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, createElement('div', { 'aria-busy': true, className: 'grows' }));
