import type { LucideIcon } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useState,
  type FocusEvent,
} from 'react';
import { countText } from '#shared/base/pluralize.ts';
import { LinkButton, SmallButton } from '../../components/button.tsx';
import type { KeyedChoice } from '../../components/entry-choices.tsx';
import { Icon } from '../../components/icon.tsx';
import { leaveOutControls } from '../../components/table-row.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { bindClasses } from '../../class-names.ts';
import { shortcutKeys, useShortcut } from '../../shortcuts.ts';
import { navigate, type RouteTarget } from '../../stores/navigation.ts';
import styles from './section.module.css';
import { ownMember } from '#shared/base/own-member.ts';

const cls = bindClasses(styles);

export function Section<Row>({
  id,
  icon,
  tone,
  title,
  section: { total, rows },
  link,
  aside,
  children,
  all,
}: {
  id: SectionId;
  icon: LucideIcon;
  tone: 'cau' | 'neg';
  title: string;
  section: { total: number; rows: readonly Row[] };
  /** The label of the link to `all`; without one, `aside` is shown. */
  link?: string | undefined;
  aside?: ReactNode;
  children: (row: Row) => ReactNode;
  all?: RouteTarget | undefined;
}) {
  const { whole, showWhole, listeners } = useRowFocus();
  const headingId = useId();
  if (total === 0) return null;
  const shown = whole.has(id) ? rows : rows.slice(0, fewRows);
  const hidden = rows.length - shown.length;
  const showMore =
    hidden > 0 ? () => showWhole(id) : total > rows.length && all !== undefined ? () => navigate(all) : null;
  return (
    <section className="above-2">
      <header className={`${cls('head')} row gap-8 ruled-below`}>
        <span data-tone={tone}>
          <Icon of={icon} />
        </span>
        <div className={cls('title')}>
          <h2 id={headingId}>{title}</h2>{' '}
          {all === undefined ? (
            <span className="faint-figure">{countText(total)}</span>
          ) : (
            <CountLink count={total} of={title} to={all} />
          )}
        </div>
        <span className="at-end quiet small">
          {link === undefined || all === undefined ? (
            aside
          ) : (
            <LinkButton size="small" to={all}>
              {link}
            </LinkButton>
          )}
        </span>
      </header>
      <div role="grid" tabIndex={-1} aria-labelledby={headingId} {...listeners}>
        {shown.map(children)}
      </div>
      {showMore === null ? null : (
        <p className={cls('more')}>
          <LinkButton onPress={showMore}>
            {hidden > 0 ? `Show ${hidden} more` : `Show all ${countText(total)}`}
          </LinkButton>
        </p>
      )}
    </section>
  );
}

type RowChoice = Pick<KeyedChoice, 'label' | 'keys' | 'pending' | 'onChoose'>;

/** A section's row: who, what, when, and actions, whose keys work while it has focus. */
export function SectionRow({
  id,
  title,
  subtitle,
  what,
  at,
  choices,
  problem,
  onOpen,
  children,
}: {
  id: string;
  title: string;
  subtitle: string;
  what: ReactNode;
  /** When it happened, in milliseconds since 1970; null for what is still to come. */
  at: number | null;
  choices: readonly RowChoice[];
  problem?: string | undefined;
  onOpen: () => void;
  children?: ReactNode;
}) {
  const { currentId, activeId } = useRowFocus();
  const element = useRef<HTMLDivElement>(null);
  // After every render, as a row's controls come and go.
  useLayoutEffect(() => {
    if (element.current !== null) leaveOutControls(element.current, id !== currentId);
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.target !== event.currentTarget || event.repeat) return;
    event.preventDefault();
    (choices.find(({ keys }) => keys === shortcutKeys.open)?.onChoose ?? onOpen)();
  }

  return (
    <div
      ref={element}
      role="row"
      data-row={id}
      tabIndex={id === currentId ? 0 : -1}
      className={`${cls('row')} ruled-below ring-inside`}
      onKeyDown={onKeyDown}
    >
      <div
        role="gridcell"
        aria-label={subtitle === '' ? title : `${title}, ${subtitle}`}
        className={`${cls('whoCell')} narrows`}
      >
        <button
          type="button"
          className={`${cls('who')} stack narrows whole-width left round-3`}
          title={`Open ${title}`}
          onClick={onOpen}
        >
          <span className={`${cls('name')} medium one-line lines-18`}>{title}</span>{' '}
          <span className="one-line quiet-note">{subtitle}</span>
        </button>
      </div>
      <div role="gridcell" className={`${cls('what')} stack narrows`}>
        {what}
        {problem === undefined ? null : (
          <span role="alert" className="negative note">
            {problem}
          </span>
        )}
      </div>
      <div role="gridcell" className={`${cls('time')} right quiet small figures`}>
        {at === null ? null : <TimeText at={at} />}
      </div>
      <div role="gridcell" className={`${cls('actions')} row to-end gap-6`}>
        {choices.map((choice) => (
          <ChoiceButton key={choice.label} choice={choice} active={id === activeId} />
        ))}
      </div>
      {children}
    </div>
  );
}

function ChoiceButton({ choice, active }: { choice: RowChoice; active: boolean }) {
  const { label, keys, pending = false, onChoose } = choice;
  // Enter belongs to the row itself.
  useShortcut(keys, onChoose, { enabled: active && keys !== shortcutKeys.open && !pending });
  return (
    <SmallButton pending={pending} onPress={onChoose} keys={keys} keysHidden={!active}>
      {label}
    </SmallButton>
  );
}

export function leadTo(label: string, target: RouteTarget) {
  const onOpen = () => navigate(target);
  return { choices: [{ label, keys: shortcutKeys.open, onChoose: onOpen }], onOpen };
}

export function CountLink({ count, of, to }: { count: number; of: string; to: RouteTarget }) {
  const figures = count.toLocaleString('en-US');
  return (
    <button
      type="button"
      className={`${cls('count')} quiet figures regular least-24 round-4`}
      aria-label={`${figures}, show all: ${of}`}
      title="Show all"
      onClick={() => navigate(to)}
    >
      {figures}
    </button>
  );
}

/** The lists of just what each number of Today counts. */
export const countedLists = {
  unclear: { screen: 'outbox', query: { show: 'in_doubt' } },
  held: { screen: 'outbox', query: { show: 'held' } },
  refused: { screen: 'outbox', query: { show: 'refused' } },
  mismatched: { screen: 'verifications', query: { tab: 'to_decide' } },
  lowQuality: { screen: 'documents', query: { show: 'under' } },
  stopped: { screen: 'vendors', query: { status: 'blocked' } },
  expiringVendors: { screen: 'vendors', query: { status: 'expiring' } },
  unclearExpiry: { screen: 'verifications', query: { tab: 'expiry', month: 'two_ways' } },
} satisfies Record<string, RouteTarget>;

export const expiringWithin = (days: number): RouteTarget => ({
  screen: 'verifications',
  query: { expires: String(days) },
});

type SectionId =
  | 'unclear'
  | 'held'
  | 'refused'
  | 'stopped'
  | 'endsSoon'
  | 'asked'
  | 'followUps'
  | 'mismatched'
  | 'lowQuality';

/** The rows of a section shown until the person asks for the rest or moves on to them by key. */
const fewRows = 3;

interface RowFocusAreaProps {
  sections: readonly { section: SectionId; ids: readonly string[] }[];
  /** Called when the last row leaves with the focus. */
  onEnd: () => void;
  children: ReactNode;
}

function useFocusState({ sections, onEnd }: Pick<RowFocusAreaProps, 'sections' | 'onEnd'>) {
  const area = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState<ReadonlySet<SectionId>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  /** Whether focus is on the rows, or was on one that left. */
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

  return {
    area,
    currentId: chosen ?? ids[0] ?? null,
    /** The row that has the focus, in itself or in its controls: keys act on it. */
    activeId: inside ? chosen : null,
    whole,
    showWhole,
    listeners: { onKeyDown, onFocus, onBlur: () => setInside(false) },
  };
}

const Focus = createContext<Omit<ReturnType<typeof useFocusState>, 'area'> | null>(null);

function useRowFocus() {
  const focus = useContext(Focus);
  if (focus === null) throw new Error('A row of Today is drawn outside of the list of rows.');
  return focus;
}

/** The rows of all sections as one list: J, K and arrows move, one row is a Tab stop. A row that leaves passes the focus on. */
export function RowFocusArea({ children, ...rows }: RowFocusAreaProps) {
  const { area, ...focus } = useFocusState(rows);
  return (
    <div ref={area}>
      <Focus value={focus}>{children}</Focus>
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
