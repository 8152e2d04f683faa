import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/base/foreign-text.ts';
import {
  inviteFilter,
  type InviteFilter,
  type inviteQuery,
  type InviteRow,
  type InviteTab,
} from '#shared/ipc/invites.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox/outbox.ts';
import { progressColumns, toProgress } from './entry-progress.ts';
import { createListReader, entriesInOrder, type ListPage, type ListTab } from './list-reader.ts';
import type { NumberQuery } from './integer-set.ts';
import type { SearchIndex } from './search-index.ts';
import { dayMs } from '#shared/base/dates.ts';
import { selectColumns, createRowReader } from './shown-row.ts';

export interface InvitePageRequest extends Partial<z.infer<typeof inviteQuery>> {
  tab: InviteTab;
  after: string | null;
  limit: number;
  /** From when ages are counted. */
  now?: number;
}

const name = z.string().nullable();
const shown = z.object({
  email: name,
  contactName: name,
  companyName: name,
  phoneNumber: z.string().nullable(),
  vendorId: z.string().nullable(),
  complianceStatus: z.string().nullable(),
  vendorStatus: z.string().nullable(),
  archivedAt: z.number().nullable(),
});
const joined = shown.extend({ seq: z.number(), settled: z.number() });

export const inviteColumns = `${progressColumns}, ${selectColumns('i', shown)},
  e.state = 'accepted' AND EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = i.vendor_id) AS settled`;

/** An invite's list row, and its entry's number. Without transforms in the schema, see toVendorRow. */
export function toInviteRow(raw: unknown): { seq: number; row: InviteRow } {
  const { seq, settled, ...found } = joined.parse(raw);
  return {
    seq,
    row: {
      ...toProgress(raw),
      ...found,
      contactName: displayName(found.contactName),
      companyName: displayName(found.companyName),
      settled: settled === 1,
    },
  };
}

const tabStates: Record<InviteTab, readonly EntryState[]> = {
  all: entryState.options,
  waiting: unsentStates,
  invited: ['accepted'],
  needs_you: needsPersonStates,
  done: ['accepted'],
  cancelled: ['cancelled'],
};

const noFilter: InviteFilter = inviteFilter.parse({});

const underInvited = 'FROM invite INDEXED BY invite_invited WHERE invited = 1';
const inState = (states: readonly EntryState[]) => states.map((state) => `'${state}'`).join(', ');

/** A tab in SQL. @param newestFirst whether the list is read from the newest on, as the screen does */
function toTab(tab: InviteTab, size: number, newestFirst: boolean): ListTab {
  const states = tabStates[tab];
  const isInvited = (number: string) => `(SELECT t.invited FROM invite t WHERE t.entry = ${number}) = 1`;
  const isInState = (number: string) =>
    `(SELECT t.state FROM entry t WHERE t.seq = ${number}) IN (${inState(states)})`;
  const ofStates = `SELECT seq AS number FROM entry WHERE kind = 'invite' AND state IN (${inState(states)})`;
  const newest = (from: string) => `SELECT entry ${from} entry < @place ORDER BY entry DESC LIMIT @limit`;
  const inOwnOrder = (sql: string) => (newestFirst ? sql : null);
  switch (tab) {
    case 'all':
      return { size, numbers: null, fits: null, inOwnOrder: inOwnOrder(newest('FROM invite WHERE')) };
    case 'invited':
      return {
        size,
        numbers: `SELECT entry AS number ${underInvited}`,
        fits: isInvited,
        inOwnOrder: inOwnOrder(newest(`${underInvited} AND`)),
      };
    case 'done':
      return {
        size,
        numbers: `${ofStates} AND seq NOT IN (SELECT entry ${underInvited})`,
        fits: (number) => `${isInState(number)} AND NOT ${isInvited(number)}`,
        inOwnOrder: null,
      };
    case 'waiting':
    case 'needs_you':
    case 'cancelled':
      return {
        size,
        numbers: ofStates,
        fits: isInState,
        inOwnOrder: inOwnOrder(entriesInOrder(states, ['invite'], true)),
      };
  }
}

function inFilter(filter: InviteFilter, now: number): NumberQuery[] {
  const { archived, withinDays, answered, state, settled, list } = filter;
  const invites = (where: string) => ({ sql: `SELECT entry AS number FROM invite WHERE ${where}` });
  const entries = (where: string) => ({
    sql: `SELECT seq AS number FROM entry WHERE kind = 'invite' AND ${where}`,
  });
  return [
    archived !== null && invites(`archived_at IS ${archived ? 'NOT ' : ''}NULL`),
    withinDays !== null && { ...entries('queued_at >= @since'), values: { since: now - withinDays * dayMs } },
    answered !== null && invites(`compliance_status IS ${answered ? 'NOT ' : ''}NULL`),
    state !== null && entries(`state = '${state}'`),
    // Of those that were sent: the ones that left Invited and are not archived, and the archived ones whose vendor is kept.
    settled !== null &&
      entries(`state = 'accepted' AND seq NOT IN (SELECT entry ${underInvited})
         AND seq NOT IN (SELECT entry FROM invite INDEXED BY invite_archived WHERE archived_at IS NOT NULL)
       UNION ALL SELECT i.entry FROM invite i INDEXED BY invite_archived WHERE i.archived_at IS NOT NULL
         AND EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = i.vendor_id)`),
    list !== null && invites(`import_batch = ${list}`),
  ].filter((part) => part !== false);
}

export function createInvitePages(
  db: Database,
  search: SearchIndex,
  counts: () => Record<InviteTab, number>,
): (request: InvitePageRequest) => ListPage<InviteRow> {
  const getRows = createRowReader(
    db,
    `SELECT ${inviteColumns} FROM invite i JOIN entry e ON e.seq = i.entry
     WHERE i.entry IN (SELECT value FROM json_each(?))`,
    toInviteRow,
  );
  const read = createListReader(db, search, 'invites', 'queued', getRows);
  return ({
    tab,
    search: text = '',
    filter = noFilter,
    where = {},
    sort = 'queued',
    now = Date.now(),
    ...page
  }) => {
    const { descending = sort === 'queued' } = page;
    return read({
      ...page,
      tab: toTab(tab, counts()[tab], descending),
      text,
      where,
      also: inFilter(filter, now),
      sort: sort === 'queued' ? null : sort,
      descending,
      now,
    });
  };
}
