// These run in the page, each with all that it needs within it.

/** Notes of every key whether the page took it for itself, so that the browser did nothing with it. */
export function watchKeys(): void {
  document.body.dataset['key'] = 'none pressed';
  // After the page's own listeners of each phase: one that takes a key on its way down may keep it from the others.
  for (const capture of [true, false]) {
    window.addEventListener(
      'keydown',
      (event) => {
        if (['Control', 'Shift'].includes(event.key)) return;
        document.body.dataset['key'] = event.defaultPrevented ? 'taken' : 'left';
      },
      { capture },
    );
  }
}

/** What became of the last key. */
export function lastKey(): string {
  return document.body.dataset['key'] ?? 'page loaded anew';
}
