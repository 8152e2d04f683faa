import text from '../../../../CHANGELOG.md?raw';

/** What a version brought, in sentences for people. */
export interface Release {
  version: string;
  news: readonly string[];
}

/** Reads the changelog: a version is a heading of the second level, each thing that it brought a line with a dash. */
export function readChangelog(markdown: string): Release[] {
  const releases: { version: string; news: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    const item = /^- (.+)$/.exec(line)?.[1];
    if (heading !== undefined) releases.push({ version: heading.trim(), news: [] });
    else if (item !== undefined) releases.at(-1)?.news.push(item.trim());
  }
  return releases;
}

export const releases: readonly Release[] = readChangelog(text);
