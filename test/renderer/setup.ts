import './one-realm.ts';
import { afterEach, vi } from 'vitest';
import { resetStores } from './resettable-zustand.ts';
import { closeApps } from './open-app.tsx';

// All test files of a worker share one page and its modules, which takes a third of the time: what a test leaves behind is
// taken away here, so that none has to think of the others.

afterEach(async () => {
  await closeApps();
  // React Aria gives the focus back and takes its marks off the page a frame after something has closed.
  await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
  document.body.replaceChildren();
  document.head.querySelectorAll('style').forEach((style) => style.remove());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  resetStores();
});
