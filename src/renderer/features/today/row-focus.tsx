import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ownMember } from '#shared/base/own-member.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';

export type SectionId =
  | 'unclear'
  | 'refused'
  | 'stopped'
  | 'endsSoon'
  | 'asked'
  | 'mismatched'
  | 'lowQuality';

/** The rows of a section shown until the person asks for the rest or moves on to them by key. */
export const fewRows = 3;

interface RowFocus {
  currentId: string | null;
  /** The row that has the focus, in itself or in its controls: keys act on it. */
  activeId: string | null;
  whole: ReadonlySet<SectionId>;
  showWhole: (section: SectionId) => void;
  listeners: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: () => void;
  };
}

const Focus = createContext<RowFocus>({
  currentId: null,
  activeId: null,
  whole: new Set(),
  showWhole: () => undefined,
  listeners: { onKeyDown: () => undefined, onFocus: () => undefined, onBlur: () => undefined },
});

export function useRowFocus(): RowFocus {
  return useContext(Focus);
}

interface RowFocusAreaProps {
  sections: readonly { section: SectionId; ids: readonly string[] }[];
  /** Called when the last row leaves with the focus. */
  onEnd: () => void;
  children: ReactNode;
}

/** The rows of all sections as one list: J, K and arrows move, one row is a Tab stop. A row that leaves passes the focus on. */
export function RowFocusArea({ sections, onEnd, children }: RowFocusAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState<ReadonlySet<SectionId>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  /** Whether the focus is on the rows, or was on one that left. */
  const [inside, setInside] = useState(false);
  const ids = sections.flatMap((one) => one.ids);

  const [known, setKnown] = useState(ids);
  if (known.length !== ids.length || known.some((id, index) => id !== ids[index])) {
    setKnown(ids);
    if (chosen !== null && !ids.includes(chosen)) setChosen(successor(known, ids, chosen));
  }

  const wantsFocus = useRef<string | null>(null);
  const ended = useRef(false);
  useEffect(() => {
    const lost = inside && document.activeElement === document.body;
    if (ids.length === 0) {
      if (lost && !ended.current) onEnd();
      ended.current = true;
      return;
    }
    ended.current = false;
    const wanted = wantsFocus.current ?? (lost ? chosen : null);
    if (wanted === null) return;
    const rows = area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    const element = [...rows].find((row) => row.dataset['row'] === wanted);
    if (element === undefined) return;
    wantsFocus.current = null;
    element.focus();
  });

  function showWhole(section: SectionId): void {
    setWhole((now) => new Set([...now, section]));
  }

  function moveTo(position: number): void {
    const id = ids[Math.max(0, Math.min(ids.length - 1, position))];
    if (id === undefined) return;
    const home = sections.find((one) => one.ids.includes(id));
    if (home !== undefined && home.ids.indexOf(id) >= fewRows) showWhole(home.section);
    wantsFocus.current = id;
    setChosen(id);
  }

  const at = chosen === null ? -1 : ids.indexOf(chosen);
  const enabled = ids.length > 0;
  useShortcut(shortcutKeys.next, () => moveTo(at + 1), { enabled });
  useShortcut(shortcutKeys.previous, () => moveTo(at - 1), { enabled });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return;
    const to = ownMember({ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }, event.key);
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  }

  function onFocus(event: FocusEvent): void {
    // The focus may be in a dialog that the row opened.
    const row = rowAround(event.target);
    if (row !== undefined) setChosen(row);
    setInside(true);
  }

  const value = {
    currentId: chosen ?? ids[0] ?? null,
    activeId: inside ? chosen : null,
    whole,
    showWhole,
    listeners: { onKeyDown, onFocus, onBlur: () => setInside(false) },
  };
  return (
    <div ref={area}>
      <Focus value={value}>{children}</Focus>
    </div>
  );
}

function rowAround(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-row]')?.dataset['row'];
}

/** The row that takes the focus of one that left: the next that remains, else the last. */
function successor(before: readonly string[], now: readonly string[], left: string): string | null {
  const after = before.slice(before.indexOf(left) + 1).find((id) => now.includes(id));
  return after ?? now.at(-1) ?? null;
}
