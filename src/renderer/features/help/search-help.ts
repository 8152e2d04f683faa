import { foldText } from '#shared/base/fold-text.ts';
import { helpTopics, type HelpTopicId } from '../../stores/help.ts';
import { shortcutSheet } from '../../shortcuts.ts';
import { releases } from './changelog.ts';
import { helpPages, type WrittenTopicId } from './help-pages.ts';

export interface HelpHit {
  id: HelpTopicId;
  line: string | null;
}

function isWritten(id: HelpTopicId): id is WrittenTopicId {
  return Object.hasOwn(helpPages, id);
}

/** All lines of a topic that can be read. */
export function getLines(id: HelpTopicId): string[] {
  if (isWritten(id)) {
    const { about, words, questions } = helpPages[id];
    return [
      about,
      ...words.map(({ word, meaning }) => `${word}: ${meaning}`),
      ...questions.map(({ when, what }) => `${when}: ${what}`),
    ].map((line) => line.replaceAll(/ ?\(?\{\w+\}\)?/g, ''));
  }
  if (id === 'shortcuts')
    return shortcutSheet.flatMap(({ where, items }) => items.map(({ what }) => `${where}: ${what}`));
  return releases.flatMap(({ version, news }) => news.map((line) => `${version}: ${line}`));
}

/** Topics with every word of a text: in the title first, then in one line, then others. All of them without a text. */
export function searchHelp(text: string): HelpHit[] {
  const asked = foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (line: string, word: string) => foldText(line).includes(word);
  const hasAll = (line: string) => asked.every((word) => has(line, word));
  return helpTopics
    .flatMap(({ id, title, words }) => {
      const heading = `${title} ${words.join(' ')}`;
      const lines = [heading, ...getLines(id)];
      if (!asked.every((word) => lines.some((line) => has(line, word)))) return [];
      const line = asked.length === 0 ? null : (lines.slice(1).find(hasAll) ?? null);
      return [{ id, line, rank: hasAll(heading) ? 0 : line === null ? 2 : 1 }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id, line }) => ({ id, line }));
}
