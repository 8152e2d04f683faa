import type { SearchHit } from '#shared/ipc/today.ts';
import type { LucideIcon } from 'lucide-react';
import { create } from 'zustand';
import { ownMember } from '#shared/base/own-member.ts';
import { foldText } from '#shared/base/fold-text.ts';

export type SearchOption = { id: string } & (
  | { kind: 'command'; command: Command }
  | { kind: 'hit'; hit: SearchHit }
);

export interface OptionGroup {
  heading: string;
  options: SearchOption[];
}

const maxCommands = 6;
const maxInside = 4;

/**
 * What the list shows. Without a text: what was chosen last, then every command. With one: commands whose words begin
 * with it, then what was found on this computer, then commands that have it somewhere inside. The last are left out while
 * the search is under way, so that nothing moves up to where a person is about to press Enter.
 * @param hits what was found for this very text; null while that is not known
 */
export function optionGroups(
  commands: readonly Command[],
  text: string,
  hits: readonly SearchHit[] | null,
  recent: readonly RecentChoice[],
): OptionGroup[] {
  const groups = text.trim() === '' ? untyped(commands, recent) : typed(commands, text, hits, recent);
  return groups.filter(({ options }) => options.length > 0);
}

function untyped(commands: readonly Command[], recent: readonly RecentChoice[]): OptionGroup[] {
  const all = commands.map(commandOption);
  const before = recent.flatMap(({ id, hit }) =>
    hit === null ? all.filter((option) => option.id === id) : hitOption(hit),
  );
  const shown = new Set(before.map(({ id }) => id));
  return [
    { heading: 'Recent', options: before },
    { heading: 'Commands', options: all.filter(({ id }) => !shown.has(id)) },
  ];
}

function typed(
  commands: readonly Command[],
  text: string,
  hits: readonly SearchHit[] | null,
  recent: readonly RecentChoice[],
): OptionGroup[] {
  const place = (command: Command) => {
    const at = recent.findIndex(({ id }) => id === commandOption(command).id);
    return at === -1 ? recent.length : at;
  };
  const first = matching(commands, text, ['beginning', 'word'], place).slice(0, maxCommands);
  const inside = hits === null ? [] : matching(commands, text, ['inside'], place).slice(0, maxInside);
  return [
    { heading: 'Commands', options: first.map(commandOption) },
    { heading: 'On this computer', options: (hits ?? []).map(hitOption) },
    { heading: 'More commands', options: inside.map(commandOption) },
  ];
}

const commandOption = (command: Command): SearchOption => ({
  id: `command ${command.id ?? command.title}`,
  kind: 'command',
  command,
});

const hitOption = (hit: SearchHit): SearchOption => ({ id: `${hit.kind} ${hit.id}`, kind: 'hit', hit });

export const canChoose = (option: SearchOption): boolean =>
  option.kind === 'hit' || option.command.blocked == null;

export interface Command {
  /** Where its title does not identify it. */
  id?: string;
  title: string;
  words?: readonly string[];
  icon: LucideIcon;
  keys?: string;
  /** A sentence on why it is unavailable. */
  blocked?: string | null;
  /** May resolve to a sentence on what went wrong. */
  run: () => Promise<string | null> | void;
}

/** What was chosen, by the id of its option; `hit` where it was no command. */
export interface RecentChoice {
  id: string;
  hit: SearchHit | null;
}

interface RecentStore {
  byWorkspace: Readonly<Record<string, readonly RecentChoice[]>>;
  note: (workspaceId: string, choice: RecentChoice) => void;
}

const most = 6;

/** Recent choices, newest first, while this window is open: names of vendors stay in the workspace. */
export const useRecentChoices = create<RecentStore>((set) => ({
  byWorkspace: {},
  note: (workspaceId, choice) =>
    set(({ byWorkspace }) => {
      const others = (ownMember(byWorkspace, workspaceId) ?? []).filter(({ id }) => id !== choice.id);
      return { byWorkspace: { ...byWorkspace, [workspaceId]: [choice, ...others].slice(0, most) } };
    }),
}));

interface Findable {
  title: string;
  words?: readonly string[];
}

/** Where a text matches: the beginning of a name, of its words, or inside. */
type MatchRank = 'beginning' | 'word' | 'inside';

const ranks: readonly MatchRank[] = ['beginning', 'word', 'inside'];

const plain = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The rank of a match, ignoring case, accents and punctuation; null if the text does not match. */
export function matchRank({ title, words = [] }: Findable, text: string): MatchRank | null {
  const asked = plain(text);
  if (asked === '') return null;
  const name = plain(title);
  const names = [name, ...words.map(plain)];
  if (names.some((one) => one.startsWith(asked))) return 'beginning';
  const known = names.join(' ').split(' ');
  if (asked.split(' ').every((part) => known.some((word) => word.startsWith(part)))) return 'word';
  return name.includes(asked) ? 'inside' : null;
}

/** The matches of the wanted ranks, best first; ties are ordered by `order`, then as given. */
export function matching<T extends Findable>(
  all: readonly T[],
  text: string,
  wanted: readonly MatchRank[],
  order: (one: T) => number = () => 0,
): T[] {
  return all
    .flatMap((one) => {
      const rank = matchRank(one, text);
      return rank === null || !wanted.includes(rank) ? [] : [{ one, rank: ranks.indexOf(rank) }];
    })
    .toSorted((a, b) => a.rank - b.rank || order(a.one) - order(b.one))
    .map(({ one }) => one);
}
