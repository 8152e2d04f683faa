import { useLayoutEffect, useRef } from 'react';
import { getKeys, shortcutName, defaultKeys, type ShortcutChanges } from '#shared/settings/shortcut-keys.ts';

/** The shortcuts by name: what a screen listens for, and what its buttons print. Their keys can be changed in Settings. */
export const shortcutKeys = shortcutName.enum;

/** Where papers are filed; elsewhere K is the previous row, so it cannot be changed. */
export const filedKindKey = 'k';

interface Registration {
  keys: string;
  handler: { current: () => void };
  inOverlay: boolean;
}

const registrations: Registration[] = [];

/** How long the second key of two in turn may take, in milliseconds. */
const sequencePause = 1200;

/**
 * Acts on a shortcut, or on keys that nobody can change, for as long as the component is there and `enabled`. Where two components ask for the same key, the one
 * that came last gets it. Keys without Ctrl or Cmd are off while typing, while a dialog or a menu is open (save with
 * `inOverlay`), and where the person turned them off.
 */
export function useShortcut(
  keys: string,
  handler: () => void,
  { enabled = true, inOverlay = false }: { enabled?: boolean; inOverlay?: boolean } = {},
): void {
  const latest = useRef(handler);
  // Before the screen is painted: a key that is pressed as soon as its button is seen has to act.
  useLayoutEffect(() => {
    latest.current = handler;
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const registration = { keys, handler: latest, inOverlay };
    registrations.push(registration);
    return () => {
      registrations.splice(registrations.indexOf(registration), 1);
    };
  }, [keys, enabled, inOverlay]);
}

/** Does what a shortcut would do now, as when it is chosen from a menu. */
export function pressShortcut(keys: string): void {
  registrations.findLast((one) => one.keys === keys)?.handler.current();
}

/** The chord that a key event stands for, in the notation of the map; null for a modifier alone or with Alt. */
export function toChord(event: KeyboardEvent): string | null {
  if (event.altKey || ['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) return null;
  const key = event.key.toLowerCase();
  const mod = event.ctrlKey || event.metaKey;
  const shifted = event.shiftKey && (key.length > 1 || /^[a-z]$/.test(key));
  return `${mod ? 'mod+' : ''}${shifted ? 'shift+' : ''}${key}`;
}

// A closed list of choices goes to the choice that begins with the letters.
const takesLetters = `textarea, select, [role="textbox"], [role="combobox"], [role="searchbox"], [role="spinbutton"],
  [aria-haspopup="listbox"]`;
const takesNoLetters = ['checkbox', 'radio', 'button', 'submit', 'range'];

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !takesNoLetters.includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(takesLetters) !== null);
}

function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]') !== null
  );
}

/**
 * Listens for the window's keys once per press; returns the stop function. `singleKeys`: whether bare keys act (Esc always does).
 */
export function listenForShortcuts(
  singleKeys: () => boolean,
  changes: () => ShortcutChanges = () => ({}),
): () => void {
  let first: { chord: string; at: number } | null = null;
  /** The key that acted last while it is held down: what it brought the focus to, such as a note, does not get its repeats. */
  let heldKey: string | null = null;

  function find(keys: string, overlay: boolean): Registration | undefined {
    return registrations.findLast(
      (one) =>
        getKeys(one.keys, changes()) === keys && (!overlay || one.inOverlay || keys.startsWith('mod+')),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const chord = toChord(event);
    if (chord === null || event.defaultPrevented) return;
    if (!event.repeat) heldKey = null;
    else if (event.key === heldKey) {
      event.preventDefault();
      return;
    }
    const withModifier = chord.startsWith('mod+');
    // What undoes in a text is the text's own.
    if (chord === defaultKeys.undo && isTyping(event.target)) return;
    if (!withModifier) {
      if (isTyping(event.target)) return;
      if (chord !== 'escape' && !singleKeys()) return;
    }
    const overlay = isInOverlay(event.target);
    const before = first !== null && event.timeStamp - first.at < sequencePause ? first.chord : null;
    const found = (before === null ? undefined : find(`${before} ${chord}`, overlay)) ?? find(chord, overlay);
    if (found === undefined) {
      const startsOne =
        !event.repeat && registrations.some((one) => getKeys(one.keys, changes()).startsWith(`${chord} `));
      first = startsOne ? { chord, at: event.timeStamp } : null;
      return;
    }
    first = null;
    event.preventDefault();
    if (event.repeat) return;
    heldKey = event.key;
    found.handler.current();
  }

  /** Before the button that has the focus takes it for Enter: Ctrl Enter on “Discard” queues, as it does in a field. */
  function onSubmitKey(event: KeyboardEvent): void {
    if (toChord(event) !== 'mod+enter' || isInOverlay(event.target)) return;
    onKeyDown(event);
    if (event.defaultPrevented) event.stopPropagation();
  }

  const listening = new AbortController();
  window.addEventListener('keydown', onSubmitKey, { capture: true, signal: listening.signal });
  window.addEventListener('keydown', onKeyDown, { signal: listening.signal });
  return () => listening.abort();
}
