import { idOrWord } from './json.ts';
import { ownMemberAt } from '../base/own-member.ts';

const idNames = /^(?:id|uuid|(?:request|verification|job|reference|tracking|transaction)[ _-]?id)$/i;
const locationName = 'Location';

/** The ID at the workspace's place: `data.id`, `Location` for the header's last segment, null for `id`. */
export function readRequestId(answer: Record<string, unknown>, location: string | null, at: string | null) {
  if (at?.toLowerCase() === locationName.toLowerCase()) return lastStep(location);
  const id = idOrWord.safeParse(ownMemberAt(answer, (at ?? 'id').split('.'))).data?.trim() ?? '';
  return id === '' ? null : id;
}

/** Where an answer seems to have the ID that is not at the named place. */
export function findSeenId(answer: Record<string, unknown>, location: string | null) {
  const inside = Object.entries(answer).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, each]): [string, unknown] => [`${name}.${inner}`, each])
      : [[name, value]],
  );
  for (const [at, value] of inside) {
    const id = idOrWord.safeParse(value).data?.trim() ?? '';
    if (id !== '' && id !== '0' && id.length <= 200 && idNames.test(at.split('.').at(-1) ?? ''))
      return { at, id };
  }
  const id = lastStep(location);
  return id === null ? null : { at: locationName, id };
}

function lastStep(location: string | null): string | null {
  const path = (location ?? '').split(/[?#]/, 1)[0] ?? '';
  const step = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  return step === '' || step === 'queue' ? null : step.slice(0, 200);
}

/** The ID of another verification in an answer; null for none. Nothing is concluded from such an answer. */
export function anotherId(asked: string | null, answered: string | null | undefined): string | null {
  const id = answered?.trim() ?? '';
  return id === '' || asked === null || bareId(id) === bareId(asked) ? null : id;
}

const bareId = (id: string): string =>
  id
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1');
