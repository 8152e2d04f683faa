import { ownMember } from '#shared/base/own-member.ts';

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
export const keyLabels = (keys: string): string[] =>
  keys
    .split(' ')
    .flatMap((chord) => (chord === '+' ? ['+'] : chord.split('+')))
    .map((key) => ownMember(labels, key) ?? (key.length === 1 ? key.toUpperCase() : key));

const spokenNames: Record<string, string> = {
  mod: apple ? 'Meta' : 'Control',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
};

/** A shortcut for screen readers. Sequences are words, as `aria-keyshortcuts` has none (WAI-ARIA 1.2). */
export function spokenKeys(keys: string): { 'aria-keyshortcuts': string } | { 'aria-description': string } {
  const chords = keys.split(' ').map(spokenChord);
  return chords.length === 1
    ? { 'aria-keyshortcuts': chords.join('') }
    : { 'aria-description': `Shortcut: ${chords.map((chord) => chord.toUpperCase()).join(' then ')}` };
}

function spokenChord(chord: string): string {
  if (chord === '+') return '+';
  return chord
    .split('+')
    .map(
      (key) =>
        ownMember(spokenNames, key) ?? (key.length === 1 ? key : key.charAt(0).toUpperCase() + key.slice(1)),
    )
    .join('+');
}
