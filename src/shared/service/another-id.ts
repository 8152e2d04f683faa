/** The ID of another verification that an answer carries, or null. Nothing is concluded from such an answer. */
export function anotherId(asked: string | null, answered: string | null | undefined): string | null {
  const id = answered?.trim() ?? '';
  return id === '' || asked === null || bareId(id) === bareId(asked) ? null : id;
}

function bareId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1');
}
