import { foldText } from '#shared/base/fold-text.ts';
import type { SearchHit } from '#shared/ipc/today.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Search hits, with whether each vendor may work; at a job site if the text names one. */
export function findWithAnswers(
  { onboarding, search, standings }: Workspace,
  text: string,
  limit: number,
): SearchHit[] {
  const hits: SearchHit[] = search.find(text, limit);
  if (onboarding.sets().length === 0) return hits;
  const named = findSite(text, standings.sites());
  const others = named === null ? [] : search.find(named.rest, limit).filter(({ kind }) => kind === 'vendor');
  const known = new Set(hits.map(({ kind, id }) => `${kind} ${id}`));
  const all = [...others.filter(({ kind, id }) => !known.has(`${kind} ${id}`)), ...hits].slice(0, limit);
  const vendors = all.flatMap(({ kind, id }) => (kind === 'vendor' ? [id] : []));
  const judged = onboarding.judge(vendors, named?.site ?? null);
  return all.map((hit) => {
    const now = hit.kind === 'vendor' ? judged.get(hit.id) : undefined;
    if (now === undefined || now.status === null) return hit;
    return {
      ...hit,
      answer: { ...now.answer, why: now.bySite ?? now.answer.why, site: named?.site ?? null },
    };
  });
}

function listWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a name with the ones of a text that begin it, two of them at least or all. */
function countNamed(site: readonly string[], words: readonly string[]): number {
  const differs = site.findIndex((word, at) => words[at] !== word);
  const same = differs === -1 ? site.length : differs;
  return same === site.length || same > 1 ? same : 0;
}

/** The job site that a text names ("pier 40" for Pier 40 Lofts) and the rest of the text; null if ambiguous. */
function findSite(text: string, sites: readonly { site: string }[]): { site: string; rest: string } | null {
  const words = listWords(text);
  const named = sites.flatMap(({ site }) => {
    const name = listWords(site);
    return words.flatMap((_word, from) => {
      const count = countNamed(name, words.slice(from));
      return count === 0 ? [] : [{ site, from, count, whole: count === name.length }];
    });
  });
  const most = Math.max(...named.map(({ count }) => count));
  const longest = named.filter(({ count }) => count === most);
  const found = longest.find(({ whole }) => whole) ?? (longest.length === 1 ? longest[0] : undefined);
  if (found === undefined) return null;
  const rest = words.toSpliced(found.from, found.count).join(' ');
  return rest === '' ? null : { site: found.site, rest };
}
