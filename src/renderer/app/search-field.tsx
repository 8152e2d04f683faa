import { Search, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { SearchHit } from '#shared/ipc/today.ts';
import { call } from '../bridge.ts';
import { classesOf } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { KeyCap } from '../components/key-cap.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { navigate, type ScreenId } from '../stores/navigation.ts';
import { screenIcons } from './routes.tsx';
import styles from './search-field.module.css';

const cls = classesOf(styles);

const places: Record<SearchHit['kind'], { screen: ScreenId; word: string; icon: LucideIcon }> = {
  vendor: { screen: 'vendors', word: 'Vendor', icon: screenIcons.vendors },
  invite: { screen: 'invites', word: 'Invite', icon: screenIcons.invites },
  verification: { screen: 'verifications', word: 'Licence check', icon: screenIcons.verifications },
  document: { screen: 'documents', word: 'Document', icon: screenIcons.documents },
};

type Found = { kind: 'none' } | { kind: 'hits'; hits: SearchHit[] } | { kind: 'problem'; sentence: string };

/** Finds vendors, invites, licence checks and documents kept on this computer. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<Found>({ kind: 'none' });
  const [at, setAt] = useState(0);
  useShortcut(shortcutKeys.search, () => {
    input.current?.focus();
    input.current?.select();
  });

  const asked = text.trim();
  useEffect(() => {
    if (asked === '') return undefined;
    let current = true;
    const timer = setTimeout(() => {
      void call('search.find', { text: asked }).then((result) => {
        if (!current) return;
        setAt(0);
        setFound(
          result.ok
            ? { kind: 'hits', hits: result.value }
            : { kind: 'problem', sentence: result.error.message },
        );
      });
    }, 80);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);

  const hits = found.kind === 'hits' ? found.hits : [];
  const shown = open && asked !== '' && found.kind !== 'none';

  function choose(hit: SearchHit | undefined): void {
    if (hit === undefined) return;
    setOpen(false);
    setText('');
    input.current?.blur();
    navigate({ screen: places[hit.kind].screen, path: [hit.id] });
  }

  function onKeyDown(event: KeyboardEvent): void {
    switch (event.key) {
      case 'ArrowDown':
        setAt(Math.min(hits.length - 1, at + 1));
        break;
      case 'ArrowUp':
        setAt(Math.max(0, at - 1));
        break;
      case 'Enter':
        choose(hits[at]);
        break;
      case 'Escape':
        if (text === '') input.current?.blur();
        setText('');
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <div role="search" className={cls('field')}>
      <div className={cls('box')}>
        <Icon of={Search} />
        <input
          ref={input}
          className={cls('input')}
          type="text"
          role="combobox"
          aria-label="Search vendors, invites, licence numbers"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && hits.length > 0 ? `${listId}-${at}` : undefined}
          placeholder="Search vendors, invites, licence numbers"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {text === '' ? <KeyCap keys={shortcutKeys.search} /> : null}
      </div>
      {shown ? (
        <div id={listId} role="listbox" aria-label="What was found" className={cls('list')}>
          {hits.map((hit, index) => (
            <div
              key={`${hit.kind} ${hit.id}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              onKeyDown={onKeyDown}
              aria-selected={index === at}
              className={cls('hit', index === at && 'current')}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(hit)}
            >
              <Icon of={places[hit.kind].icon} />
              <span className={cls('words')}>
                <span className={cls('title')}>{hit.title}</span>
                <span className={cls('subtitle')}>{hit.subtitle}</span>
              </span>
              <span className={cls('kind')}>{places[hit.kind].word}</span>
            </div>
          ))}
          {found.kind === 'hits' && hits.length === 0 ? (
            <div className={cls('nothing')}>Nothing on this computer matches.</div>
          ) : null}
          {found.kind === 'problem' ? <div className={cls('nothing')}>{found.sentence}</div> : null}
        </div>
      ) : null}
    </div>
  );
}
