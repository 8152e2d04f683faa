import { lazy, type ComponentType } from 'react';

/** A component that loads when it is first drawn. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
