import { foldText } from '#shared/fold-text.ts';
import type { SearchHit } from '#shared/ipc/today.ts';
import { explainStatus } from '#shared/onboarding/labels.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Searched = Pick<Workspace, 'onboarding' | 'search' | 'standings'>;

/**
 * What a text finds, with whether each vendor among it may work. Where the text names a job site, vendors are looked for by the
 * rest of it too, and the answer is for that site.
 */
export function findWithAnswers(
  { onboarding, search, standings }: Searched,
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
    const reason = now === undefined ? null : explainStatus(now.judgements);
    if (now === undefined || now.status === null || reason === null) return hit;
    return { ...hit, answer: { status: now.status, reason, site: named?.site ?? null } };
  });
}

/** The longest job site that a text names beside something else, and what is left of the text. */
function findSite(text: string, sites: readonly { site: string }[]): { site: string; rest: string } | null {
  const folded = foldText(text);
  const found = sites
    .filter(({ site }) => folded.includes(foldText(site)))
    .toSorted((one, other) => other.site.length - one.site.length)[0];
  if (found === undefined) return null;
  const rest = folded.replace(foldText(found.site), ' ').trim();
  return rest === '' ? null : { site: found.site, rest };
}
