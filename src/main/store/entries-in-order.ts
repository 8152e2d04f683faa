import type { EntryKind, EntryState } from '#shared/outbox.ts';

/**
 * SQL for the numbers of the entries in some states, by their number, up to `@limit` of them beyond `@place`. Each state is a
 * stretch of the index in that order, so that no more is read than is asked for, however many entries there are.
 */
export function entriesInOrder(
  states: readonly EntryState[],
  kinds: readonly EntryKind[],
  direction: 'ASC' | 'DESC',
): string {
  const stretches = states.flatMap((state) =>
    kinds.map(
      (kind) =>
        `SELECT * FROM (SELECT seq FROM entry WHERE state = '${state}' AND kind = '${kind}'
           AND seq ${direction === 'DESC' ? '<' : '>'} @place ORDER BY seq ${direction} LIMIT @limit)`,
    ),
  );
  return `SELECT seq FROM (${stretches.join(' UNION ALL ')}) ORDER BY seq ${direction} LIMIT @limit`;
}
