/**
 * The ID of another verification that an answer carries; null where it carries none or the one that was asked for. Such an
 * answer may be about another license, so nothing is concluded from it.
 */
export function anotherId(asked: string | null, answered: string | null | undefined): string | null {
  const id = answered?.trim() ?? '';
  if (id === '' || asked === null || id.toLowerCase() === asked.trim().toLowerCase()) return null;
  return id;
}
