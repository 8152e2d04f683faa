import {
  changeableShortcut,
  getFirstKey,
  fitsShortcut,
  getKeys,
  defaultKeys,
  type ChangeableShortcut,
  type ShortcutChanges,
} from '#shared/settings/shortcut-keys.ts';
import { keyLabels } from '../../key-labels.ts';
import { shortcutSheet } from '../../shortcuts.ts';

/** What each shortcut does, where the sheet names two in one line. */
const ownLabels: Partial<Record<ChangeableShortcut, string>> = {
  next: 'Next',
  previous: 'Previous',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Fit the page',
  fitWidth: 'Fit its width',
  turnLeft: 'Turn the page left',
  turnRight: 'Turn the page right',
  previousPage: 'Previous page',
  nextPage: 'Next page',
};

/** Keys that act beside the shown one, as the plus sign has no key of its own on many keyboards. */
const alsoActs: Partial<Record<ChangeableShortcut, string>> = { zoomIn: '=' };

/** Places whose keys work in every other place too. */
const everywhere = ['Anywhere', 'Lists'];
/** Places that are on the screen together. */
const together = ['Unclear invite', 'Outbox'];

export interface ChangeableLine {
  name: ChangeableShortcut;
  what: string;
  where: readonly string[];
}

/** The shortcuts that can be changed, in the order of the sheet, each once. */
export const changeableLines: readonly ChangeableLine[] = changeableShortcut.options
  .map((name) => {
    const groups = shortcutSheet.filter(({ items }) => items.some(({ keys }) => keys.includes(name)));
    const item = groups[0]?.items.find(({ keys }) => keys.includes(name));
    return { name, what: ownLabels[name] ?? item?.what ?? name, where: groups.map(({ where }) => where) };
  })
  .toSorted((one, other) => toPlace(one) - toPlace(other));

function toPlace({ where }: ChangeableLine): number {
  return shortcutSheet.findIndex((group) => group.where === where[0]);
}

function meet(one: ChangeableLine, other: ChangeableLine): boolean {
  const places = [...one.where, ...other.where];
  return (
    places.some((place) => everywhere.includes(place)) ||
    one.where.some((place) => other.where.includes(place)) ||
    (one.where.some((place) => together.includes(place)) &&
      other.where.some((place) => together.includes(place)))
  );
}

/** Whether two shortcuts cannot both be told: the same keys, or keys that begin the other's. */
function clash(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

/** The shortcut that has these keys already where this one works; null where there is none. */
export function getHolder(
  name: ChangeableShortcut,
  keys: string,
  changes: ShortcutChanges,
): ChangeableLine | null {
  const line = changeableLines.find((one) => one.name === name);
  if (line === undefined) return null;
  return (
    changeableLines.find((other) => {
      const also = alsoActs[other.name];
      return (
        other.name !== name &&
        meet(line, other) &&
        (clash(keys, getKeys(other.name, changes)) || (also !== undefined && clash(keys, also)))
      );
    }) ?? null
  );
}

/** The changes with another key for a shortcut, or why it cannot have that one, in a sentence. */
export function withKeys(
  name: ChangeableShortcut,
  keys: string,
  changes: ShortcutChanges,
): { ok: true; changes: ShortcutChanges } | { ok: false; problem: string } {
  if (!fitsShortcut(name, keys)) {
    return {
      ok: false,
      problem:
        'Press one letter, digit or symbol. Space, Enter, Esc, Tab, the arrows and keys with Ctrl or Cmd can’t be changed.',
    };
  }
  const holder = getHolder(name, keys, changes);
  if (holder !== null) {
    return {
      ok: false,
      problem: `${keyLabel(getKeys(holder.name, changes))} is “${holder.what}” (${holder.where.join(', ')}). Press another key, or change that one first.`,
    };
  }
  const { [name]: _before, ...others } = changes;
  return { ok: true, changes: keys === defaultKeys[name] ? others : { ...others, [name]: keys } };
}

/** The keys of a shortcut that a pressed key makes: behind G where the usual ones are. */
export function keysFor(name: ChangeableShortcut, chord: string): string {
  return `${getFirstKey(name)}${chord}`;
}

/** Keys as words, such as `G T` or `Shift S`. */
export function keyLabel(keys: string): string {
  return keyLabels(keys).join(' ');
}
