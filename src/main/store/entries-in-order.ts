import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';

/** SQL for the numbers of entries in some states, up to `@limit` beyond `@place`, as one index range per state. */
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
