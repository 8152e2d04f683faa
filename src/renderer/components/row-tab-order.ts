import { useLayoutEffect, type RefObject } from 'react';

const controls = 'a[href], button, input';

/**
 * Leaves the controls inside a row in the tab order only where the row is the current one, so that Tab passes a list of
 * thousands in a few presses. The other rows are reached with the arrows, and their controls with Tab from there.
 */
export function useRowTabOrder(scroller: RefObject<HTMLElement | null>, currentId: string | undefined): void {
  // After every drawing: rows come and go with scrolling, and controls with what a row says.
  useLayoutEffect(() => {
    for (const row of scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const current = row.dataset['row'] === currentId;
      for (const control of row.querySelectorAll<HTMLElement>(controls)) {
        if (current) takeBack(control);
        else leaveOut(control);
      }
    }
  });
}

function leaveOut(control: HTMLElement): void {
  if (control.tabIndex < 0) return;
  control.dataset['tabIndexBefore'] = control.getAttribute('tabindex') ?? '';
  control.setAttribute('tabindex', '-1');
}

function takeBack(control: HTMLElement): void {
  const before = control.dataset['tabIndexBefore'];
  if (before === undefined) return;
  delete control.dataset['tabIndexBefore'];
  if (before === '') control.removeAttribute('tabindex');
  else control.setAttribute('tabindex', before);
}
