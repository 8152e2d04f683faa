import { useEffect, useLayoutEffect, useRef } from 'react';
import { namePage, replacesPage, usePageTitle } from '../stores/window-state.ts';

/** The heading of a page, which also titles the window. It takes focus when its page replaces another. */
export function PageHeading({ title, className }: { title: string; className: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (replacesPage() && isFree(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => namePage(title), [title]);
  return (
    <h1 ref={heading} tabIndex={-1} data-page-heading className={className} title={title}>
      {title}
    </h1>
  );
}

/** Whether the focus is on what led here, or on what has gone: not on the page itself, in a dialog over it, or in the search. */
function isFree(focused: Element | null): boolean {
  return focused?.closest('main, [role="search"], [role="dialog"], [role="alertdialog"]') == null;
}

/** Whether the focus is nowhere that a person put it: on nothing, or still on the heading of the page. */
export function isFocusIdle(): boolean {
  return document.activeElement?.matches('body, [data-page-heading]') ?? true;
}

/** Moves the focus to the heading of the page. */
export function focusPageHeading(): void {
  const heading = document.querySelector('[data-page-heading]');
  if (heading instanceof HTMLElement) heading.focus();
}

/** Says which page came, to whoever does not see it. */
export function PageAnnouncer() {
  const announced = usePageTitle((store) => store.announced);
  return (
    <div aria-live="polite" className="visually-hidden">
      {announced}
    </div>
  );
}
