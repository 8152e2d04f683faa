import { useRested } from '../stores/reloading.ts';
import { BadgeCheck, Building2, FileText, type LucideIcon, Mail, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { SearchHit } from '#shared/ipc/today.ts';
import { ownMember } from '#shared/base/own-member.ts';
import { bindClasses } from '../class-names.ts';
import { Icon } from '../components/icon.tsx';
import { KeyCap } from '../components/key-cap.tsx';
import { focusPageHeading } from '../components/page.tsx';
import { shortcutKeys, useShortcut } from '../shortcuts.ts';
import { openShortcuts } from '../stores/help.ts';
import type { Exporting } from '../stores/export-file.ts';
import { useLive } from '../stores/live.ts';
import { navigate, type ScreenId } from '../stores/navigation.ts';
import { useWorkspace, useShortcutLabel } from '../stores/session.ts';
import {
  canChoose,
  type OptionGroup,
  optionGroups,
  type RecentChoice,
  type SearchOption,
  useRecentChoices,
} from './search-options.ts';
import styles from './search-field.module.css';
import { useCommands } from './use-commands.ts';
import { answerChip } from '#shared/onboarding/labels.ts';
import { Chip } from '../components/state-chip.tsx';
import { spokenKeys } from '../key-labels.ts';

const cls = bindClasses(styles);

/** Pause in typing before this computer is searched, in milliseconds. */
const rest = 80;

const noChoices: readonly RecentChoice[] = [];

/** Runs commands, and finds vendors, invites, verifications and documents kept on this computer. */
export function SearchField({ exporting }: { exporting: Exporting }) {
  const { id: workspaceId } = useWorkspace();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Enter was pressed before the results came: it chooses the first one.
  const entered = useRef(false);
  const recent = useRecentChoices((store) => ownMember(store.byWorkspace, workspaceId) ?? noChoices);
  const commands = useCommands(exporting, openShortcuts);
  useShortcut(shortcutKeys.search, () => {
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  });

  const asked = text.trim();
  const rested = useRested(asked, rest);
  const isAsked = asked !== '' && rested === asked;
  const { state } = useLive('search.find', isAsked ? { text: asked } : undefined, []);
  const here = isAsked && state.kind !== 'loading' ? state : null;
  const hits = here?.kind === 'ready' ? here.value : here === null ? null : [];
  const groups = open ? optionGroups(commands, text, asked === '' ? [] : hits, recent) : [];
  const options = groups.flatMap((group) => group.options);
  const current = options.find(({ id }) => id === pointed) ?? options.find(canChoose) ?? null;
  const toId = ({ id }: SearchOption) => `${listId}-${options.findIndex((one) => one.id === id)}`;
  const shown = open && (options.length > 0 || here !== null || problem !== null);
  const currentElement = current === null ? null : toId(current);

  const chooseCurrent = useEffectEvent(() => choose(current));
  useEffect(() => {
    if (here === null || !entered.current) return;
    entered.current = false;
    if (here.kind === 'ready' && here.value.length > 0) chooseCurrent();
  }, [here]);

  useEffect(() => {
    if (pointed === null || currentElement === null) return;
    document.getElementById(currentElement)?.scrollIntoView({ block: 'nearest' });
  }, [pointed, currentElement]);

  function write(next: string): void {
    setText(next);
    setPointed(null);
    setProblem(null);
    entered.current = false;
  }

  function leave(): void {
    write('');
    // Focuses the page, so that a dialog can return the focus to it.
    input.current?.blur();
    focusPageHeading();
  }

  function choose(option: SearchOption | null): void {
    if (option === null || !canChoose(option)) return;
    if (option.kind === 'hit') {
      // The answer is true only today.
      const { answer: _answer, ...hit } = option.hit;
      useRecentChoices.getState().note(workspaceId, { id: option.id, hit });
      leave();
      navigate({ screen: hitPlaces[hit.kind].screen, path: [hit.id] });
      return;
    }
    const { command } = option;
    useRecentChoices.getState().note(workspaceId, { id: option.id, hit: null });
    leave();
    void Promise.resolve(command.run()).then((sentence) => {
      if (typeof sentence !== 'string') return;
      // Shows the problem below the command until something else is typed.
      setText(command.title);
      setProblem(sentence);
      setOpen(true);
      input.current?.focus();
    });
  }

  function move(by: 1 | -1): void {
    setOpen(true);
    const at = current === null ? -1 : options.indexOf(current);
    const next = options[Math.max(0, Math.min(options.length - 1, at + by))];
    if (next !== undefined) setPointed(next.id);
  }

  function onKeyDown(event: KeyboardEvent): void {
    switch (event.key) {
      case 'ArrowDown':
        if (shown) move(1);
        else setOpen(true);
        break;
      case 'ArrowUp':
        move(-1);
        break;
      case 'Enter':
        if (current === null && asked !== '' && here === null) entered.current = true;
        else if (shown) choose(current);
        break;
      case 'Escape':
        if (text === '') leave();
        else write('');
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <div role="search" className="relative">
      <div className={`${cls('box')} row gap-8 boxed rounded subtle faint ring-near`}>
        <Icon of={Search} />
        <input
          ref={input}
          className="grow no-border no-ground text no-ring"
          type="text"
          role="combobox"
          aria-label="Search vendors, invites, license numbers, or run a command"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && currentElement !== null ? currentElement : undefined}
          placeholder="Search, or type a command"
          maxLength={200}
          value={text}
          onChange={(event) => {
            write(event.target.value);
            setOpen(true);
          }}
          onMouseDown={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {text === '' ? <KeyCap keys={shortcutKeys.search} /> : null}
      </div>
      {shown ? (
        <div
          id={listId}
          role="listbox"
          aria-label="Commands and results"
          className={`${cls('list')} card absolute surface floats scrolls`}
        >
          {problem === null ? null : (
            <div role="alert" className={`${cls('problem')} negative`}>
              {problem}
            </div>
          )}
          <SearchGroups
            groups={groups}
            current={current?.id ?? null}
            toId={toId}
            onPoint={(option) => setPointed(option.id)}
            onChoose={choose}
          />
          {here?.kind === 'ready' && options.length === 0 ? (
            <div className={`${cls('nothing')} quiet`}>Nothing on this computer matches.</div>
          ) : null}
          {here?.kind === 'failed' ? (
            <div className={`${cls('nothing')} quiet`}>{here.error.message}</div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

const hitPlaces: Record<SearchHit['kind'], { screen: ScreenId; word: string; icon: LucideIcon }> = {
  vendor: { screen: 'vendors', word: 'Vendor', icon: Building2 },
  invite: { screen: 'invites', word: 'Invite', icon: Mail },
  verification: { screen: 'verifications', word: 'Verification', icon: BadgeCheck },
  document: { screen: 'documents', word: 'Document', icon: FileText },
};

interface SearchGroupsProps {
  groups: readonly OptionGroup[];
  current: string | null;
  toId: (option: SearchOption) => string;
  onPoint: (option: SearchOption) => void;
  onChoose: (option: SearchOption) => void;
}

function SearchGroups({ groups, current, toId, onPoint, onChoose }: SearchGroupsProps) {
  const getKeys = useShortcutLabel();
  return groups.map(({ heading, options }) => (
    <div key={heading} role="group" aria-label={heading}>
      <div aria-hidden className={`${cls('heading')} faint medium note`}>
        {heading}
      </div>
      {options.map((option) => (
        <div
          key={option.id}
          id={toId(option)}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === current}
          {...(canChoose(option) ? {} : { 'aria-disabled': true })}
          {...(option.kind === 'command' && option.command.keys !== undefined
            ? spokenKeys(getKeys(option.command.keys))
            : {})}
          className={`${cls('hit', option.id === current && 'current', !canChoose(option) && 'blocked')} row gap-10 rounded pointer-default faint-icons`}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(option)}
          onClick={() => onChoose(option)}
          onKeyDown={() => undefined}
        >
          <OptionLabel option={option} />
        </div>
      ))}
    </div>
  ));
}

function OptionLabel({ option }: { option: SearchOption }) {
  if (option.kind === 'hit') {
    const { hit } = option;
    return (
      <>
        <Icon of={hitPlaces[hit.kind].icon} />
        <span className="stack grow">
          <span className={`${cls('title')} one-line medium`}>
            {hit.kind === 'document' && hit.title === hit.id ? 'Document without a name' : hit.title}
          </span>
          {hit.answer === undefined ? (
            <span className="one-line faint-note">{hit.subtitle}</span>
          ) : (
            <span className={`${cls('answer')} faint-note`}>
              <Chip chip={answerChip(hit.answer)} inLine="ground" />
              {` ${hit.answer.site === null ? '' : `At ${hit.answer.site}. `}${hit.answer.why ?? ''}`}
            </span>
          )}
        </span>
        <span className="one-line faint-note">{hitPlaces[hit.kind].word}</span>
      </>
    );
  }
  const { icon, title, blocked, keys } = option.command;
  return (
    <>
      <Icon of={icon} />
      <span className="stack grow">
        <span className={`${cls('title')} one-line medium`}>{title}</span>
        {blocked == null ? null : <span className="one-line faint-note">{blocked}</span>}
      </span>
      {keys === undefined ? null : <KeyCap keys={keys} />}
    </>
  );
}
