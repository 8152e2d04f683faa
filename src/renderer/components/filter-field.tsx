import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { bindClasses } from '../class-names.ts';
import { listSearch } from '../filter-label.ts';
import { spokenKeys } from '../key-labels.ts';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { changeQuery, useNavigation } from '../stores/navigation.ts';
import { useShortcutLabel } from '../stores/session.ts';
import styles from './filter-field.module.css';
import { Icon } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';

const cls = bindClasses(styles);

/** Pause in typing before the list is searched, in milliseconds. */
const defaultRest = 150;

/** With `addressLater` the list updates before the address does, for lists that follow every letter. */
function searchFor(text: string, addressLater = false): void {
  changeQuery({ search: text === '' ? null : text }, addressLater);
}

interface FilterFieldProps {
  list: keyof typeof listSearch;
  rest?: number | undefined;
}

/** Searches the list on the screen. Its shortcut focuses it; Esc clears it, then leaves it. */
export function FilterField({ list, rest = defaultRest }: FilterFieldProps) {
  const getKeys = useShortcutLabel();
  const { label, placeholder, fields } = listSearch[list];
  const value = useNavigation((store) => store.route.query['search'] ?? '');
  const input = useRef<HTMLInputElement>(null);
  // Remembers the last search, so that only a change from outside replaces the typed text.
  const [held, setHeld] = useState({ handedOn: value, text: value });
  if (held.handedOn !== value) setHeld({ handedOn: value, text: value });
  useShortcut(shortcutKeys.filter, () => {
    input.current?.focus();
    input.current?.select();
  });

  const { text, handedOn } = held;
  useEffect(() => {
    if (text === handedOn) return undefined;
    const timer = setTimeout(() => {
      setHeld((now) => ({ ...now, handedOn: text }));
      searchFor(text);
    }, rest);
    return () => clearTimeout(timer);
  }, [text, handedOn, rest]);

  function type(typed: string): void {
    if (rest > 0) {
      setHeld((now) => ({ ...now, text: typed }));
      return;
    }
    setHeld({ handedOn: typed, text: typed });
    searchFor(typed, true);
  }

  function clear(): void {
    setHeld({ handedOn: '', text: '' });
    searchFor('', rest === 0);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (text === '') input.current?.blur();
    else clear();
  }

  return (
    <div className={`${cls('box')} surface row narrows faint boxed-control rounded gap-7`}>
      <Icon of={Search} size={14} />
      <input
        ref={input}
        className={`${cls('input')} text note grow whole-width no-padding no-border no-ground no-ring`}
        type="text"
        aria-label={label}
        title={fields}
        {...spokenKeys(getKeys(shortcutKeys.filter))}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <KeyCap keys={shortcutKeys.filter} />
      ) : (
        <button
          type="button"
          className={`${cls('clear')} centered inline-row quiet round-4 hovers`}
          aria-label="Clear filter"
          onClick={clear}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </div>
  );
}
