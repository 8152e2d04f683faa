import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/base/foreign-text.ts';
import { inviteFilter, type InviteFilter, type InviteRow, type InviteTab } from '#shared/ipc/invites.ts';
import type { ColumnFilters, InviteColumn } from '#shared/settings/lists.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox/outbox.ts';
import { progressColumns, toProgress } from './entry-progress.ts';
import { entriesInOrder } from './entries-in-order.ts';
import { cacheStatements, cacheWhileUnchanged } from './statement-cache.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { createListFilters, toMinute } from './list-filters.ts';
import { listOrder } from './list-columns.ts';
import { createListWalk, fewRows } from './list-walk.ts';
import { intersect, numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { selectColumns, createRowReader } from './shown-row.ts';

export interface InvitePageRequest {
  tab: InviteTab;
  search: string;
  filter?: InviteFilter;
  where?: ColumnFilters<InviteColumn>;
  /** The newest first where nothing is said. */
  sort?: InviteColumn;
  descending?: boolean;
  after: string | null;
  limit: number;
  /** From when ages are counted. */
  now?: number;
}

export interface InvitePage {
  rows: InviteRow[];
  next: string | null;
  total: number;
  coming?: number;
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

/** What lists show of an invite, and its entry's number. Transforms inside the schema would cost garbage, see toVendorRow. */
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

const dayMs = 24 * 60 * 60 * 1000;
const noFilter: InviteFilter = inviteFilter.parse({});

/** The invites under Invited. */
const underInvited = 'FROM invite INDEXED BY invite_invited WHERE invited = 1';

/** SQL for the numbers of the invites that are in a tab; null where all are. */
function inTab(tab: InviteTab): string | null {
  if (tab === 'all') return null;
  if (tab === 'invited') return `SELECT entry AS number ${underInvited}`;
  const states = tabStates[tab].map((state) => `'${state}'`).join(', ');
  const inStates = `SELECT seq AS number FROM entry WHERE kind = 'invite' AND state IN (${states})`;
  return tab === 'done' ? `${inStates} AND seq NOT IN (SELECT entry ${underInvited})` : inStates;
}

function isInTab(tab: InviteTab): ((number: string) => string) | null {
  if (tab === 'all') return null;
  const isInvited = (number: string) => `(SELECT t.invited FROM invite t WHERE t.entry = ${number}) = 1`;
  if (tab === 'invited') return isInvited;
  const states = tabStates[tab].map((state) => `'${state}'`).join(', ');
  const isInState = (number: string) =>
    `(SELECT t.state FROM entry t WHERE t.seq = ${number}) IN (${states})`;
  return tab === 'done' ? (number) => `${isInState(number)} AND NOT ${isInvited(number)}` : isInState;
}

function inFilter(filter: InviteFilter): string[] {
  const parts: string[] = [];
  if (filter.archived !== null) {
    parts.push(
      `SELECT entry AS number FROM invite WHERE archived_at IS ${filter.archived ? 'NOT ' : ''}NULL`,
    );
  }
  if (filter.withinDays !== null) {
    parts.push("SELECT seq AS number FROM entry WHERE kind = 'invite' AND queued_at >= @since");
  }
  if (filter.answered !== null) {
    parts.push(
      `SELECT entry AS number FROM invite WHERE compliance_status IS ${filter.answered ? 'NOT ' : ''}NULL`,
    );
  }
  if (filter.state !== null) {
    parts.push(`SELECT seq AS number FROM entry WHERE kind = 'invite' AND state = '${filter.state}'`);
  }
  if (filter.settled !== null) {
    // Of those that were sent: the ones that left Invited and are not archived, and the archived ones whose vendor is kept.
    parts.push(
      `SELECT seq AS number FROM entry WHERE kind = 'invite' AND state = 'accepted'
         AND seq NOT IN (SELECT entry ${underInvited})
         AND seq NOT IN (SELECT entry FROM invite INDEXED BY invite_archived WHERE archived_at IS NOT NULL)
       UNION ALL SELECT i.entry FROM invite i INDEXED BY invite_archived WHERE i.archived_at IS NOT NULL
         AND EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = i.vendor_id)`,
    );
  }
  if (filter.list !== null)
    parts.push(`SELECT entry AS number FROM invite WHERE import_batch = ${filter.list}`);
  return parts;
}

/** @returns the function that reads a page of the list of invites */
export function createInvitePages(
  db: Database,
  search: SearchIndex,
  counts: () => Record<InviteTab, number>,
): (request: InvitePageRequest) => InvitePage {
  const statement = cacheStatements(db);
  const keptNumbers = cacheWhileUnchanged<IntegerSet>(db);
  const walk = createListWalk(db);
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, 'invites');
  const newest = db.prepare('SELECT entry FROM invite WHERE entry < @place ORDER BY entry DESC LIMIT @limit');
  const newestInvited = db.prepare(
    `SELECT entry ${underInvited} AND entry < @place ORDER BY entry DESC LIMIT @limit`,
  );
  const getRows = createRowReader(
    db,
    `SELECT ${inviteColumns} FROM invite i JOIN entry e ON e.seq = i.entry
     WHERE i.entry IN (SELECT value FROM json_each(?)) ORDER BY i.entry DESC`,
    toInviteRow,
  );

  function getNumbers(sql: string, since: number): IntegerSet {
    return keptNumbers(`${since} ${sql}`, () =>
      readNumbers(
        statement(`SELECT ${numbersInSql('number')} FROM (${sql})`)
          .pluck()
          .get({ since }),
      ),
    );
  }

  function newestIn(tab: InviteTab, place: number, limit: number): number[] {
    const found =
      tab === 'all'
        ? newest
        : tab === 'invited'
          ? newestInvited
          : statement(entriesInOrder(tabStates[tab], ['invite'], 'DESC'));
    return z.array(z.number()).parse(found.pluck().all({ place, limit }));
  }

  /** A page of a whole tab, newest first, however many there are. */
  function newestPage(tab: InviteTab, after: string | null, limit: number) {
    const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? Number.MAX_SAFE_INTEGER;
    const page = cutPage(newestIn(tab, place, limit + 1), limit, (number) => [number]);
    return { numbers: page.rows, next: page.next };
  }

  return (request) => {
    const { tab, search: text, filter = noFilter, where = {}, after, limit, now = Date.now() } = request;
    const { sort = 'queued', descending = sort === 'queued' } = request;
    const query = search.queryFor(text);
    const since = filter.withinDays === null ? 0 : now - filter.withinDays * dayMs;
    const byKey = sort !== 'queued';
    const asked = query !== null || byKey || Object.keys(where).length > 0;
    if (asked) search.catchUp();
    const narrowing = [
      ...(query === null ? [] : [found(text)]),
      ...filters.sets('invites', where, now),
      ...inFilter(filter).map((sql) => getNumbers(sql, since)),
    ];
    const coming = search.coming(asked);
    const whole = narrowing.length === 0;
    // No index holds those that are done alone.
    if (whole && !byKey && descending && tab !== 'done') {
      const page = newestPage(tab, after, limit);
      return { rows: getRows(page.numbers), next: page.next, total: counts()[tab], ...coming };
    }
    // Most of a large tab is soon met in any order; its numbers would have to be read after every write.
    const large = whole && counts()[tab] > fewRows;
    const tabPart = large ? null : inTab(tab);
    const sets = [...narrowing, ...(tabPart === null ? [] : [getNumbers(tabPart, since)])];
    const among =
      sets.length < 2
        ? (sets[0] ?? null)
        : keptNumbers(JSON.stringify([tab, query, filter, where, since, toMinute(now)]), () =>
            intersect(sets),
          );
    const fits = large ? isInTab(tab) : null;
    const page = walk({ order: listOrder('invites', sort), descending, among, fits, after, limit });
    return {
      rows: getRows(page.numbers),
      next: page.next,
      total: among?.numbers.length ?? counts()[tab],
      ...coming,
    };
  };
}
