import type { SearchHit } from '#shared/ipc/today.ts';
import { matching } from './command-match.ts';
import type { Command } from './commands.ts';
import { recentKey, type RecentChoice } from './recent-choices.ts';

/** One line of the search field's list. */
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
  const before = recent.flatMap((choice): SearchOption[] => {
    if (choice.kind === 'hit') return [hitOption(choice.hit)];
    const command = commands.find(({ id }) => id === choice.id);
    return command === undefined ? [] : [commandOption(command)];
  });
  const shown = new Set(before.map(({ id }) => id));
  return [
    { heading: 'Recent', options: before },
    { heading: 'Commands', options: commands.map(commandOption).filter(({ id }) => !shown.has(id)) },
  ];
}

function typed(
  commands: readonly Command[],
  text: string,
  hits: readonly SearchHit[] | null,
  recent: readonly RecentChoice[],
): OptionGroup[] {
  const keys = recent.map(recentKey);
  const place = ({ id }: Command) => {
    const at = keys.indexOf(recentKey({ kind: 'command', id }));
    return at === -1 ? keys.length : at;
  };
  const first = matching(commands, text, ['beginning', 'word'], place).slice(0, maxCommands);
  const inside = hits === null ? [] : matching(commands, text, ['inside'], place).slice(0, maxInside);
  return [
    { heading: 'Commands', options: first.map(commandOption) },
    { heading: 'On this computer', options: (hits ?? []).map(hitOption) },
    { heading: 'More commands', options: inside.map(commandOption) },
  ];
}

function commandOption(command: Command): SearchOption {
  return { id: `command ${command.id}`, kind: 'command', command };
}

function hitOption(hit: SearchHit): SearchOption {
  return { id: `${hit.kind} ${hit.id}`, kind: 'hit', hit };
}

/** Whether Enter does something on it. */
export function canChoose(option: SearchOption): boolean {
  return option.kind === 'hit' || option.command.blocked == null;
}
