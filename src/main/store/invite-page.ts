import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/foreign-text.ts';
import { inviteFilter, type InviteFilter, type InviteRow, type InviteTab } from '#shared/ipc/invites.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox.ts';
import { progressColumns, progressOf } from '../outbox/entry-store.ts';
import { entriesInOrder } from './entries-in-order.ts';
import { keepingStatements, keepingWhileUnchanged } from './keeping.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { countCommon, largestCommon, numbersInSql, readNumbers, type NumberSet } from './number-set.ts';
import type { SearchIndex } from './search-index.ts';

/** What is asked of the list of invites. */
export interface InvitePageRequest {
  tab: InviteTab;
  search: string;
  filter?: InviteFilter;
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

/** Columns of `entry e` joined with `invite i` that {@link inviteRowOf} reads. */
export const inviteColumns = `${progressColumns}, i.email, i.contact_name, i.company_name, i.phone_number, i.vendor_id,
  i.compliance_status, i.vendor_status, i.archived_at,
  e.state = 'accepted' AND EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = i.vendor_id) AS settled`;

const joined = z.object({
  seq: z.number(),
  email: z.string().nullable(),
  contact_name: z.string().nullable(),
  company_name: z.string().nullable(),
  phone_number: z.string().nullable(),
  vendor_id: z.string().nullable(),
  compliance_status: z.string().nullable(),
  vendor_status: z.string().nullable(),
  archived_at: z.number().nullable(),
  settled: z.number(),
});

/** What lists show of an invite, and its entry's number. */
export function inviteRowOf(raw: unknown): { seq: number; row: InviteRow } {
  const invite = joined.parse(raw);
  return {
    seq: invite.seq,
    row: {
      ...progressOf(raw),
      contactName: displayName(invite.contact_name),
      companyName: displayName(invite.company_name),
      email: invite.email,
      phoneNumber: invite.phone_number,
      vendorId: invite.vendor_id,
      complianceStatus: invite.compliance_status,
      vendorStatus: invite.vendor_status,
      archivedAt: invite.archived_at,
      settled: invite.settled === 1,
    },
  };
}

const tabStates: Record<InviteTab, readonly EntryState[]> = {
  all: entryState.options,
  waiting: unsentStates,
  invited: ['accepted'],
  needs_you: needsPersonStates,
  cancelled: ['cancelled'],
};

const dayMs = 24 * 60 * 60 * 1000;
const noFilter: InviteFilter = inviteFilter.parse({});

/** A column of the invite tells which stand under Invited (migration 016). */
const underInvited = 'FROM invite INDEXED BY invite_invited WHERE invited = 1';

/** SQL for the numbers of the invites that are in a tab; null where all are. */
function inTab(tab: InviteTab): string | null {
  if (tab === 'all') return null;
  if (tab === 'invited') return `SELECT entry AS number ${underInvited}`;
  const states = tabStates[tab].map((state) => `'${state}'`).join(', ');
  return `SELECT seq AS number FROM entry WHERE kind = 'invite' AND state IN (${states})`;
}

/** SQL for the numbers of the invites that each part of a filter leaves. */
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

/** @returns the function that reads a page of the list of invites, newest first */
export function createInvitePages(
  db: Database,
  search: SearchIndex,
  counts: () => Record<InviteTab, number>,
): (request: InvitePageRequest) => InvitePage {
  const statement = keepingStatements(db);
  const keptNumbers = keepingWhileUnchanged<NumberSet>(db);
  const keptTotal = keepingWhileUnchanged<number>(db);
  const newest = db.prepare('SELECT entry FROM invite WHERE entry < @place ORDER BY entry DESC LIMIT @limit');
  const newestInvited = db.prepare(
    `SELECT entry ${underInvited} AND entry < @place ORDER BY entry DESC LIMIT @limit`,
  );
  const read = db.prepare(
    `SELECT ${inviteColumns} FROM invite i JOIN entry e ON e.seq = i.entry
     WHERE i.entry IN (SELECT value FROM json_each(?)) ORDER BY i.entry DESC`,
  );

  function numbersOf(sql: string, since: number): NumberSet {
    return keptNumbers(`${since} ${sql}`, () =>
      readNumbers(
        statement(`SELECT ${numbersInSql('number')} FROM (${sql})`)
          .pluck()
          .get({ since }),
      ),
    );
  }

  /** The newest of a whole tab. */
  function newestIn(tab: InviteTab, place: number, limit: number): number[] {
    const found =
      tab === 'all'
        ? newest
        : tab === 'invited'
          ? newestInvited
          : statement(entriesInOrder(tabStates[tab], ['invite'], 'DESC'));
    return z.array(z.number()).parse(found.pluck().all({ place, limit }));
  }

  return ({ tab, search: text, filter = noFilter, after, limit, now = Date.now() }) => {
    const query = search.queryFor(text);
    const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? Number.MAX_SAFE_INTEGER;
    const since = filter.withinDays === null ? 0 : now - filter.withinDays * dayMs;
    const parts = inFilter(filter);
    const whole = query === null && parts.length === 0;
    const tabPart = inTab(tab);
    const sets = whole
      ? []
      : [
          ...(query === null ? [] : [search.hits('invite', query)]),
          ...[...parts, ...(tabPart === null ? [] : [tabPart])].map((sql) => numbersOf(sql, since)),
        ];
    const numbers = whole ? newestIn(tab, place, limit + 1) : largestCommon(sets, place, limit + 1);
    const total = whole
      ? counts()[tab]
      : keptTotal(JSON.stringify([tab, query, filter, since]), () => countCommon(sets));
    const page = cutPage(
      z
        .array(z.unknown())
        .parse(read.all(JSON.stringify(numbers)))
        .map(inviteRowOf),
      limit,
      (row) => [row.seq],
    );
    return { rows: page.rows.map(({ row }) => row), next: page.next, total, ...search.coming(query) };
  };
}
