/**
 * The ID of another verification that an answer carries; null where it carries none or the one that was asked for. Such an
 * answer may be about another license, so nothing is concluded from it.
 */
export function anotherId(asked: string | null, answered: string | null | undefined): string | null {
  const id = answered?.trim() ?? '';
  return id === '' || asked === null || bareId(id) === bareId(asked) ? null : id;
}

/** `urn:uuid:`, braces and capitals are no part of an ID. */
function bareId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1');
}
