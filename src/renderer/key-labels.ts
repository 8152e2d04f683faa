const apple = typeof navigator !== 'undefined' && /mac/i.test(navigator.userAgent);

const labels: Record<string, string> = {
  mod: apple ? '⌘' : 'Ctrl',
  shift: 'Shift',
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  tab: 'Tab',
  alt: 'Alt',
  f10: 'F10',
};

/** The single keys of a shortcut, as printed on caps. Keys held together are joined by `+`, keys in turn by a space. */
export function keyLabels(keys: string): string[] {
  return keys
    .split(' ')
    .flatMap((chord) => (chord === '+' ? ['+'] : chord.split('+')))
    .map((key) => labels[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** A shortcut in the notation of `aria-keyshortcuts`. */
export function ariaKeys(keys: string): string {
  const word = (key: string) =>
    key === 'mod'
      ? apple
        ? 'Meta'
        : 'Control'
      : key.length === 1
        ? key
        : key.charAt(0).toUpperCase() + key.slice(1);
  return keys
    .split(' ')
    .map((chord) => (chord === '+' ? '+' : chord.split('+').map(word).join('+')))
    .join(' ');
}
