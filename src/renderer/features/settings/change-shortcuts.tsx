import { RotateCcw } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import {
  getFirstKey,
  getKeys,
  defaultKeys,
  type ChangeableShortcut,
  type ShortcutChanges,
} from '#shared/settings/shortcut-keys.ts';
import { bindClasses } from '../../class-names.ts';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { KeyCap } from '../../components/key-cap.tsx';
import { toChord, shortcutSheet } from '../../shortcuts.ts';
import { useAction } from '../../stores/action.ts';
import { adoptSettings, useStart } from '../../stores/session.ts';
import styles from './change-shortcuts.module.css';
import { NotSaved } from './settings-section.tsx';
import { changeableLines, keysFor, keyLabel, withKeys, type ChangeableLine } from './shortcut-changes.ts';

const cls = bindClasses(styles);

const groups = shortcutSheet
  .map(({ where }) => ({ where, lines: changeableLines.filter((line) => line.where[0] === where) }))
  .filter(({ lines }) => lines.length > 0);

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

  /** Whether the shortcut can have the keys. */
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

function Line({
  line: { name, what, where },
  changes,
  problem,
  onGive,
  onLeave,
}: {
  line: ChangeableLine;
  changes: ShortcutChanges;
  problem: string | null;
  onGive: (keys: string) => boolean;
  onLeave: () => void;
}) {
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
