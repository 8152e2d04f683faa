const controls = 'a[href], button, input';

/**
 * Leaves the controls inside a row out of the tab order, or takes them back: they are in it only where the row is the
 * current one, so that Tab passes a list of thousands in a few presses. The other rows are reached with the arrows, and
 * their controls with Tab from there.
 */
export function leaveOutControls(row: HTMLElement, out: boolean): void {
  for (const control of row.querySelectorAll<HTMLElement>(controls)) {
    if (out) leaveOut(control);
    else takeBack(control);
  }
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
