import { z } from 'zod';
import { ownMember, ownNames } from '../base/own-member.ts';

/** The keys that work everywhere, so that menus and screens show the same ones. */
export const appShortcuts = { search: 'mod+k', settings: 'mod+,', workOffline: 'mod+shift+o' } as const;

export const defaultKeys = {
  ...appShortcuts,
  today: 'g t',
  vendors: 'g v',
  invites: 'g i',
  verifications: 'g l',
  documents: 'g d',
  outbox: 'g o',
  help: '?',
  menu: 'f10',
  close: 'escape',
  next: 'j',
  previous: 'k',
  open: 'enter',
  tick: 'x',
  filter: '/',
  invite: 'i',
  sendAgain: '1',
  markAsSent: '2',
  cancel: '3',
  accept: 'a',
  askNewCopy: 'r',
  skip: 's',
  note: 'n',
  reveal: 'e',
  zoomIn: '+',
  zoomOut: '-',
  zoomFit: '0',
  fitWidth: 'w',
  turnLeft: '[',
  turnRight: ']',
  panUp: 'mod+arrowup',
  panDown: 'mod+arrowdown',
  panLeft: 'mod+arrowleft',
  panRight: 'mod+arrowright',
  previousPage: ',',
  nextPage: '.',
  localCopy: 'o',
  undo: 'mod+z',
  correct: 'e',
  acceptDifferences: 'a',
  askVendor: 'r',
  checkNow: 'c',
  pause: 'p',
  syncNow: 'shift+s',
  seen: 's',
  fix: 'm',
  queue: 'mod+enter',
  figureTables: 't',
  save: 'mod+enter',
  filedVendor: 'v',
  filedDate: 'd',
  splitPages: 'b',
  joinPages: 'u',
  firstVendor: '1',
  secondVendor: '2',
} as const;

export const shortcutName = z.enum(ownNames(defaultKeys));
/** The shortcuts that can be changed: single keys, also after G. */
export const changeableShortcut = shortcutName.exclude([
  'search',
  'settings',
  'workOffline',
  'menu',
  'close',
  'open',
  'panUp',
  'panDown',
  'panLeft',
  'panRight',
  'undo',
  'queue',
  'save',
]);
export type ChangeableShortcut = z.infer<typeof changeableShortcut>;

/** A letter, figure or sign, with Shift for a letter only; never a key that moves, closes or types a space. */
const singleKey = /^(?:shift\+[a-z]|[^\s\p{Lu}\p{Cc}])$/u;

/** What comes before the key of a two-key shortcut; else empty. */
export const getFirstKey = (name: ChangeableShortcut): string =>
  defaultKeys[name].startsWith('g ') ? 'g ' : '';

export function fitsShortcut(name: ChangeableShortcut, keys: string): boolean {
  const first = getFirstKey(name);
  return keys.startsWith(first) && singleKey.test(keys.slice(first.length));
}

export const shortcutChanges = z
  .partialRecord(changeableShortcut, z.string().max(12))
  .refine(
    (changes) =>
      changeableShortcut.options.every((name) => fitsShortcut(name, changes[name] ?? defaultKeys[name])),
    { error: 'A shortcut was given a key that it cannot have.' },
  );
export type ShortcutChanges = z.infer<typeof shortcutChanges>;

/** The current keys of a shortcut; other texts unchanged. */
export function getKeys(nameOrKeys: string, changes: ShortcutChanges): string {
  const changed: Partial<Record<string, string>> = changes;
  const usual: Partial<Record<string, string>> = defaultKeys;
  return ownMember(changed, nameOrKeys) ?? ownMember(usual, nameOrKeys) ?? nameOrKeys;
}
