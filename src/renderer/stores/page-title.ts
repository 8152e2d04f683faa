import { create } from 'zustand';
import { displayName } from '#shared/base/foreign-text.ts';

/** What the page that is shown is called; empty until the first has been replaced by another. */
export const usePageTitle = create<{ announced: string }>(() => ({ announced: '' }));

let anyShown = false;

/** Whether the page that comes now replaces another one, rather than being the first since the window was loaded. */
export function replacesPage(): boolean {
  return anyShown;
}

/** Names the window after its page, and has the name announced where it replaces another page. */
export function namePage(title: string): void {
  const name = displayName(title);
  document.title = name === null ? 'Gangway' : `${name} – Gangway`;
  if (anyShown) usePageTitle.setState({ announced: document.title });
  anyShown = true;
}
