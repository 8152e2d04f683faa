import text from '../../../../CHANGELOG.md?raw';
import { foldText } from '#shared/base/fold-text.ts';
import { shortcutSheet } from '../../shortcut-sheet.ts';
import { helpTopics, type HelpTopicId } from '../../stores/help.ts';
/** Reads a help page: introduction, then "Words" (`- word = meaning`), "Keys" and "Questions". Throws on stray lines. */
export function readHelpPage(markdown: string) {
  const words: { word: string; meaning: string }[] = [];
  const keys: string[] = [];
  const questions: { when: string; what: string }[] = [];
  let section = 'About';
  let about = '';
  for (const line of markdown.split('\n').filter((one) => one.trim() !== '')) {
    const heading = /^(##|###) (.+)$/.exec(line);
    const item = /^- (.+)$/.exec(line)?.[1];
    const open = questions.at(-1);
    if (heading?.[1] === '##') section = heading[2] ?? '';
    else if (heading?.[1] === '###' && section === 'Questions')
      questions.push({ when: heading[2] ?? '', what: '' });
    else if (section === 'About') about = `${about} ${line}`.trim();
    else if (section === 'Words' && item !== undefined) {
      const [word = '', ...meaning] = item.split(' = ');
      words.push({ word, meaning: meaning.join(' = ') });
    } else if (section === 'Keys' && item !== undefined) keys.push(item);
    else if (section === 'Questions' && open !== undefined) open.what = `${open.what} ${line}`.trim();
    else throw new Error(`A page of the help has a line that belongs nowhere: ${line}`);
  }
  return { about, words, keys, questions };
}

const files = import.meta.glob<string>('./pages/*.md', { eager: true, query: '?raw', import: 'default' });

export const helpPages = new Map(
  Object.entries(files).map(([path, markdown]) => [
    path.slice('./pages/'.length, -3),
    readHelpPage(markdown),
  ]),
);

/** Reads the changelog: a heading of the second level per version, a line with a dash per change. */
export function readChangelog(markdown: string) {
  const releases: { version: string; news: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    const item = /^- (.+)$/.exec(line)?.[1];
    if (heading !== undefined) releases.push({ version: heading.trim(), news: [] });
    else if (item !== undefined) releases.at(-1)?.news.push(item.trim());
  }
  return releases;
}

export const releases = readChangelog(text);

export function getLines(id: HelpTopicId): string[] {
  if (id === 'shortcuts')
    return shortcutSheet.flatMap(({ where, items }) => items.map(({ what }) => `${where}: ${what}`));
  if (id === 'news')
    return releases.flatMap(({ version, news }) => news.map((line) => `${version}: ${line}`));
  const { about = '', words = [], questions = [] } = helpPages.get(id) ?? {};
  return [
    about,
    ...words.map(({ word, meaning }) => `${word}: ${meaning}`),
    ...questions.map(({ when, what }) => `${when}: ${what}`),
  ].map((line) => line.replaceAll(/ ?\(?\{\w+\}\)?/g, ''));
}

/** Topics with every word of a text, title matches first; all topics without a text. */
export function searchHelp(text: string) {
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
      return [{ id, title, line, rank: hasAll(heading) ? 0 : line === null ? 2 : 1 }];
    })
    .toSorted((one, other) => one.rank - other.rank);
}
