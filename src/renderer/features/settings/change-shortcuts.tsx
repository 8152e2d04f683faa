import { RotateCcw } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import {
  getFirstKey,
  getKeys,
  defaultKeys,
  type ChangeableShortcut,
  type ShortcutChanges,
  changeableShortcut,
  fitsShortcut,
} from '#shared/settings/shortcut-keys.ts';
import { bindClasses } from '../../class-names.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { shortcutSheet } from '../../shortcut-sheet.ts';
import { toChord } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { adoptSettings, useStart } from '../../stores/session.ts';
import styles from './change-shortcuts.module.css';
import { NotSaved } from './settings-section.tsx';
import { keyLabels } from '../../key-labels.ts';

const cls = bindClasses(styles);

/** Gives single keys that act as shortcuts other keys. What is changed is saved at once. */
export function ChangeShortcuts({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useStart().settings;
  const update = useAction('app.updateSettings', adoptSettings);
  const [told, setTold] = useState<{ name: ChangeableShortcut; problem: string } | null>(null);
  const changed = Object.keys(shortcuts).length;

  function save(next: ShortcutChanges): void {
    setTold(null);
    void update.run({ shortcuts: next });
  }

  function give(name: ChangeableShortcut, keys: string): boolean {
    const given = withKeys(name, keys, shortcuts);
    if (given.ok) save(given.changes);
    else setTold({ name, problem: given.problem });
    return given.ok;
  }

  return (
    <DialogFrame
      title="Change shortcuts"
      subtitle="Choose a shortcut, then press its new key."
      width={820}
      onClose={onClose}
      foot={
        <>
          <Button icon={RotateCcw} disabled={changed === 0} onPress={() => save({})}>
            Reset all
          </Button>
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <NotSaved error={update.error} />
      <div className={cls('columns')}>
        {groups.map(({ where, lines }) => (
          <section key={where} className={cls('group')}>
            <h3 className={`${cls('where')} below-4`}>{where}</h3>
            <ul>
              {lines.map((line) => (
                <Line
                  key={line.name}
                  line={line}
                  changes={shortcuts}
                  problem={told?.name === line.name ? told.problem : null}
                  onGive={(keys) => give(line.name, keys)}
                  onLeave={() => setTold((now) => (now?.name === line.name ? null : now))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}

interface LineProps {
  line: ChangeableLine;
  changes: ShortcutChanges;
  problem: string | null;
  onGive: (keys: string) => boolean;
  onLeave: () => void;
}

function Line({ line: { name, what, where }, changes, problem, onGive, onLeave }: LineProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const keys = getKeys(name, changes);
  const others = where.slice(1);

  function stop(): void {
    setAsking(false);
    onLeave();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!asking || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.key === 'Escape') {
      stop();
      return;
    }
    const chord = toChord(event.nativeEvent);
    if (chord !== null && onGive(keysFor(name, chord))) setAsking(false);
  }

  function reset(): void {
    if (onGive(defaultKeys[name])) button.current?.focus();
  }

  return (
    <li className={`${cls('item')} ruled-below pad-3-0`}>
      <div className="row between gap-12 quiet least-28">
        <span>
          {what}
          {others.length === 0 ? null : (
            <span className="faint-note block">{`Also: ${others.join(', ')}`}</span>
          )}
        </span>
        <span className="row gap-4">
          {changes[name] === undefined ? null : (
            <IconButton
              icon={RotateCcw}
              label={`${what}: back to ${keyLabel(defaultKeys[name])}`}
              onPress={reset}
            />
          )}
          <button
            ref={button}
            type="button"
            aria-label={asking ? `${what}: press a key` : `${what}: ${keyLabel(keys)}. Change`}
            className={`${cls('key', asking && 'asking')} text surface centered inline-row small unbroken boxed-control rounded hovers ring-near`}
            onClick={() => setAsking(true)}
            onKeyDown={onKeyDown}
            onBlur={stop}
          >
            {asking ? getFirstKey(name) === '' ? 'Press a key' : 'G, then a key' : <KeyCap keys={name} />}
          </button>
        </span>
      </div>
      {problem === null ? null : (
        <p role="alert" className={`${cls('problem')} negative note`}>
          {problem}
        </p>
      )}
    </li>
  );
}

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
  firstVendor: 'First vendor',
  secondVendor: 'Second vendor',
  splitPages: 'Split the pages',
  joinPages: 'Join next document',
};

/** Keys that act beside the shown one, as the plus sign has no key of its own on many keyboards. */
const alsoActs: Partial<Record<ChangeableShortcut, string>> = { zoomIn: '=' };

/** Places whose keys work in every other place too. */
const everywhere = ['Anywhere', 'Lists'];
const together = ['Unclear invite', 'Outbox'];

interface ChangeableLine {
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

const groups = shortcutSheet
  .map(({ where }) => ({ where, lines: changeableLines.filter((line) => line.where[0] === where) }))
  .filter(({ lines }) => lines.length > 0);

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

/** Whether two shortcuts clash: the same keys, or keys that begin the other's. */
const clash = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

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
const keysFor = (name: ChangeableShortcut, chord: string): string => `${getFirstKey(name)}${chord}`;

const keyLabel = (keys: string): string => keyLabels(keys).join(' ');
