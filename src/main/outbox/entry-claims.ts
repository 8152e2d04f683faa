import type { Database } from 'better-sqlite3';
import { ownNames } from '#shared/base/own-member.ts';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import { claimableRow, claimColumns, wasAltered, type ClaimableRow } from '../store/checksum.ts';
import { createQueries } from '../store/query.ts';
import type { EntryCounts } from '../store/entry-counts.ts';
import type { EntryKind, EntryReason, InvitedByColleague } from '#shared/outbox/outbox.ts';
import type { EntryDoubt } from './entry-doubt.ts';

/** An entry that was claimed for sending. Only the holder of `claim` may settle it. */
export interface ClaimedEntry extends Pick<
  ClaimableRow,
  'seq' | 'id' | 'pathParameters' | 'body' | 'title' | 'idempotencyKey'
> {
  kind: EntryKind;
  claim: string;
  attempt: number;
  /** When it was claimed, in milliseconds since 1970. */
  claimedAt: number;
}

/** Which of the entries that are due are claimed first. */
export type ClaimOrder =
  /** New ones and repeated ones in turn, each in their order: neither keeps the other back. */
  | { kind: 'in_turn' }
  /** The one that was tried least, since its answer says most; of those alike, what can be repeated without harm. */
  | { kind: 'least_tried' }
  | { kind: 'only'; ids: readonly string[] };

/**
 * Claims up to `limit` entries that are due. One that may have been sent already and may not be repeated by now is put in doubt
 * instead, and one that was altered on the disk is held. Runs inside the caller's transaction.
 */
export type ClaimDue = (
  limit: number,
  at: number,
  repeatable: (kind: EntryKind) => boolean,
  order?: ClaimOrder,
) => {
  claimed: ClaimedEntry[];
  /** Those that were put in doubt or held. */
  doubted: string[];
};

/** Called with each entry that is claimed, inside the transaction of the claim. */
export type ClaimedHook = (entry: ClaimedEntry) => void;

/** What colleagues have to do with entries of kinds that {@link EntryKindDefinition.isSharedFirst}. */
export interface TeamHold {
  /** Only entries up to this number may be sent now: colleagues know of them. Infinity where there is no team, or it is away. */
  lastShared(): number;
  /** Why an entry waits for a person instead; null where it does not. */
  findEarlier(seq: number): InvitedByColleague | null;
}
export const noTeam: TeamHold = { lastShared: () => Infinity, findEarlier: () => null };

/** SQL for a number that may be {@link TeamHold.lastShared}. */
export const toSeq = (number: number): number => Math.min(number, Number.MAX_SAFE_INTEGER);

const maxClaims = 64;
/** @param kinds entries of any other kind are held like altered ones @param bootId names this run of the app */
export function createClaims(
  db: Database,
  kinds: EntryKinds,
  counts: EntryCounts,
  bootId: string,
  doubt: EntryDoubt,
  onClaimed: ClaimedHook = () => undefined,
  team: TeamHold = noTeam,
): ClaimDue {
  const names = ownNames(kinds);
  const selectDue = createDueSelection(db, kinds, team);
  const claimRow = db.prepare(
    `UPDATE entry SET state = 'sending', claim = ?, attempts = ?, changed_at = ?, next_at = NULL, not_before = 0
     WHERE seq = ? AND state = ?`,
  );

  return (limit, at, repeatable, order = { kind: 'in_turn' }) => {
    const claimed: ClaimedEntry[] = [];
    const rows: ClaimableRow[] = [];
    const doubted: string[] = [];
    if (limit <= 0) return { claimed, doubted };
    const hold = (row: ClaimableRow, reason: EntryReason) => {
      doubt.hold(row, reason, at);
      doubted.push(row.id);
    };
    for (const row of selectDue(order, Math.min(limit, maxClaims), at, repeatable)) {
      const number = row.attempts + 1;
      const kind = names.find((name) => name === row.kind);
      const isOfKind = kind !== undefined && kinds[kind].pathParameters.safeParse(row.pathParameters).success;
      if (!isOfKind || wasAltered(row)) {
        hold(row, doubt.findOpenFate(row.seq) ?? { code: 'altered' });
        continue;
      }
      const openFate = row.attempts > 0 && !repeatable(kind) ? doubt.findOpenFate(row.seq) : null;
      if (openFate !== null) {
        hold(row, openFate);
        continue;
      }
      const earlier = kinds[kind].isSharedFirst ? team.findEarlier(row.seq) : null;
      if (earlier !== null) {
        hold(row, doubt.mayBeSent(row.seq) ? { ...earlier, mayBeSent: true } : earlier);
        continue;
      }
      const claim = `${bootId}/${number}`;
      if (claimRow.run(claim, number, at, row.seq, row.state).changes !== 1) continue;
      rows.push(row);
      const { seq, id, body, title, pathParameters, idempotencyKey } = row;
      const request = { seq, id, kind, body, title, pathParameters, idempotencyKey };
      const entry = { ...request, claim, attempt: number, claimedAt: at };
      onClaimed(entry);
      claimed.push(entry);
    }
    counts.noteClaims(rows);
    return { claimed, doubted };
  };
}

/** SQL for whether an entry may be sent: its number is at most @shared, see {@link TeamHold.lastShared}. */
export function isSendableSql(kinds: EntryKinds): string {
  const names = ownNames(kinds).filter((kind) => kinds[kind].isSharedFirst);
  return `(kind NOT IN (${names.map((name) => `'${name}'`).join(', ')}) OR seq <= @shared)`;
}

function createDueSelection(db: Database, kinds: EntryKinds, team: TeamHold) {
  const { prepareQuery } = createQueries(db);
  const names = ownNames(kinds);
  const isSendable = isSendableSql(kinds);
  /** The numbers of up to `@limit` of each kind. Claims read all in one statement: a further one costs as much as several rows. */
  const queued = names
    .map(
      (kind) => `SELECT * FROM (SELECT seq FROM entry
        WHERE state = 'queued' AND kind = '${kind}' AND not_before <= @at AND ${isSendable} ORDER BY not_before, seq LIMIT @limit + 0)`,
    )
    .join(' UNION ALL ');
  // By itself SQLite would go through all that waits.
  const selectDue = prepareQuery(
    `SELECT ${claimColumns} FROM entry WHERE seq IN (${queued} UNION ALL SELECT * FROM (SELECT seq FROM entry
       INDEXED BY entry_due WHERE state = 'waiting' AND next_at <= @at AND ${isSendable} ORDER BY next_at LIMIT @limit + 0))`,
    claimableRow,
  );
  const selectLeastTried = prepareQuery(
    `SELECT ${claimColumns} FROM entry WHERE seq IN (${queued} UNION ALL
       SELECT * FROM (SELECT seq FROM entry WHERE state = 'waiting' AND next_at <= @at AND ${isSendable} ORDER BY attempts, next_at LIMIT @limit + 0))
     ORDER BY attempts, kind NOT IN (SELECT value FROM json_each(@repeatable)), seq LIMIT @limit + 0`,
    claimableRow,
  );
  const selectNamed = prepareQuery(
    `SELECT ${claimColumns} FROM entry
     WHERE id IN (SELECT value FROM json_each(@ids))
       AND ((+state = 'queued' AND not_before <= @at) OR (+state = 'waiting' AND next_at <= @at)) AND ${isSendable}
     ORDER BY seq LIMIT @limit + 0`,
    claimableRow,
  );
  /** Whether the next claim is of one that is repeated, where there are both. */
  let repeatedNext = false;

  return (
    order: ClaimOrder,
    limit: number,
    at: number,
    repeatable: (kind: EntryKind) => boolean,
  ): ClaimableRow[] => {
    const due = { at, limit, shared: toSeq(team.lastShared()) };
    switch (order.kind) {
      case 'least_tried': {
        const harmless = JSON.stringify(names.filter(repeatable));
        return selectLeastTried.all({ ...due, repeatable: harmless });
      }
      case 'only':
        return selectNamed.all({ ...due, ids: JSON.stringify(order.ids) });
      case 'in_turn': {
        const rows = selectDue.all(due);
        const repeated = rows
          .filter(({ state }) => state === 'waiting')
          .sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0) || a.seq - b.seq);
        const fresh = rows
          .filter(({ state }) => state === 'queued')
          .sort((a, b) => a.notBefore - b.notBefore || a.seq - b.seq)
          .slice(0, limit);
        if (repeated.length === 0) return fresh;
        const mixed: ClaimableRow[] = [];
        while (mixed.length < limit && repeated.length + fresh.length > 0) {
          const [first, second] = repeatedNext ? [repeated, fresh] : [fresh, repeated];
          const next = first.shift() ?? second.shift();
          if (next !== undefined) mixed.push(next);
          repeatedNext = !repeatedNext;
        }
        return mixed;
      }
    }
  };
}
