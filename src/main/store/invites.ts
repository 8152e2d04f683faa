import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName, filled, getName, toLine } from '#shared/base/foreign-text.ts';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import {
  inviteFields,
  type InviteRow,
  type InviteTab,
  inviteFilter,
  type InviteFilter,
  type inviteQuery,
} from '#shared/ipc/invites.ts';
import { entryState, needsPersonStates, unsentStates, type EntryState } from '#shared/outbox/outbox.ts';
import { vendorInvitation, type VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { EntryCounts } from './entry-counts.ts';
import { cacheWhileUnchanged, createQueries, selectColumns, createRowReader } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { readJson } from '#shared/base/read-json.ts';
import { progressColumns, toProgress } from './entry-progress.ts';
import { createListReader, entriesInOrder, type ListTab } from './list-reader.ts';
import type { NumberQuery } from './integer-set.ts';
import { dayMs } from '#shared/base/dates.ts';

export function describeInvite(invitation: VendorInvitation) {
  const contact = invitation.vendor;
  const names = [contact?.firstName, contact?.lastName].map(displayName);
  return {
    email: filled(contact?.email),
    contactName: displayName(names.filter((name) => name !== null).join(' ')),
    companyName: displayName(contact?.companyName),
    phoneNumber: contact?.phoneNumber ?? null,
    vendorId: invitation.vendorId ?? null,
  };
}

export const inviteTitles = (
  words: ReturnType<typeof describeInvite>,
): { title: string; subtitle: string } => ({
  title: getName(words.companyName, words.contactName, words.email, words.vendorId),
  subtitle: words.contactName ?? words.email ?? '',
});

/** @returns the function that rewrites an invite's list columns from its request; returns whether they differed */
export function createInviteNaming(db: Database) {
  const entry = db.prepare(
    `UPDATE entry SET title = @title, subtitle = @subtitle
     WHERE seq = @entryNumber AND (title, subtitle) IS NOT (@title, @subtitle)`,
  );
  const columns = 'email, email_key, contact_name, company_name, phone_number, vendor_id';
  const values = '@email, @emailKey, @contactName, @companyName, @phoneNumber, @vendorId';
  const invite = db.prepare(
    `UPDATE invite SET (${columns}) = (${values}) WHERE entry = @entryNumber AND (${columns}) IS NOT (${values})`,
  );
  return (entryNumber: number, invitation: VendorInvitation): boolean => {
    const words = describeInvite(invitation);
    const named = entry.run({ entryNumber, ...inviteTitles(words) });
    const invited = invite.run({ entryNumber, ...words, emailKey: toEmailKey(words.email) });
    return named.changes + invited.changes > 0;
  };
}

/** The form in which two email addresses are the same to the check for duplicates. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** The {@link emailKey} of an address that may be missing. */
export const toEmailKey = (email: string | null): string | null => (email === null ? null : emailKey(email));

/** SQL for the vendors whose profile has an address, as far as it is known here. */
const findVendors = (address: string) =>
  `SELECT vendor_id FROM vendor WHERE email_key = ${address}
   UNION ALL SELECT vendor_id FROM colleague_vendor WHERE email_key = ${address}`;
const findAddresses = (vendorId: string) =>
  `SELECT email_key FROM vendor WHERE vendor_id = ${vendorId}
   UNION ALL SELECT email_key FROM colleague_vendor WHERE vendor_id = ${vendorId}`;

/**
 * SQL for whether an invite is to the same recipient: by its address or its vendor's ID, or by the one that belongs to the other in
 * a profile that is known here.
 */
export const matchRecipient = (row: string, emailKey: string, vendorId: string): string =>
  `(${row}.email_key = ${emailKey} OR ${row}.vendor_id = ${vendorId}
     OR ${row}.vendor_id IN (${findVendors(emailKey)}) OR ${row}.email_key IN (${findAddresses(vendorId)}))`;

type ListedAnswer = Partial<Pick<InviteRow, 'complianceStatus' | 'vendorStatus' | 'vendorId'>>;

export type InviteStore = ReturnType<typeof createInviteStore>;

/** Identifies a recipient by address, else by vendor ID; null for neither. */
export function recipientKey({ email, vendorId }: Pick<InviteRow, 'email' | 'vendorId'>): string | null {
  if (email !== null) return `e${emailKey(email)}`;
  return vendorId === null ? null : `v${vendorId}`;
}

/** Invites as the screens list them; each belongs to an entry of the outbox. */
export function createInviteStore(db: Database, search: SearchIndex, entryCounts: EntryCounts) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const insert = db.prepare(
    `INSERT INTO invite (entry, email, email_key, contact_name, company_name, phone_number, vendor_id)
     VALUES ((SELECT seq FROM entry WHERE id = @entryId), @email, @emailKey, @contactName, @companyName, @phoneNumber, @vendorId)`,
  );
  const saveAnswer = db.prepare(
    `UPDATE invite SET compliance_status = @complianceStatus, vendor_status = @vendorStatus,
       vendor_id = COALESCE(vendor_id, @vendorId) WHERE entry = @entryNumber`,
  );
  const from = 'FROM invite i JOIN entry e ON e.seq = i.entry';
  const selectRows = (where: string) =>
    prepareQuery(`SELECT ${inviteColumns} ${from} WHERE ${where}`, (raw) => toInviteRow(raw).row);
  const get = selectRows('e.id = ?');
  const sameRecipient = selectRows(
    `e.state <> 'cancelled' AND ${matchRecipient('i', '@emailKey', '@vendorId')} ORDER BY e.seq DESC LIMIT 20`,
  );
  const ofVendor = selectRows(
    'i.vendor_id = @vendorId OR i.email_key = @emailKey ORDER BY e.seq DESC LIMIT 200',
  );

  const keptCount = cacheWhileUnchanged<number>(db);
  const countInvited = prepareNumber(
    'SELECT COUNT(*) FROM invite INDEXED BY invite_invited WHERE invited = 1',
  );
  const archive = db.prepare(
    `UPDATE invite SET archived_at = @at, invited = @at IS NULL
         AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = invite.vendor_id)
     WHERE entry = (SELECT seq FROM entry WHERE id = @id AND state = 'accepted')
     AND (archived_at IS NULL) = (@at IS NOT NULL)`,
  );

  function counts(): Record<InviteTab, number> {
    const inStates = (states: readonly EntryState[]) => entryCounts.of(states, 'invite');
    const invited = keptCount('invited', () => countInvited.one());
    return {
      all: inStates(entryState.options),
      waiting: inStates(unsentStates),
      invited,
      needs_you: inStates(needsPersonStates),
      done: inStates(['accepted']) - invited,
      cancelled: inStates(['cancelled']),
    };
  }

  const sentTo = prepareText(
    `SELECT e.id ${from} WHERE i.vendor_id = ? AND e.state = 'accepted' ORDER BY i.entry DESC LIMIT 100`,
  );
  const openStates = "('queued', 'sending', 'waiting', 'in_doubt')";
  const openTo = (column: string) =>
    db.prepare(`SELECT 1 ${from} WHERE i.${column} = ? AND e.state IN ${openStates} LIMIT 1`);
  const openToEmail = openTo('email_key');
  const openToVendor = openTo('vendor_id');

  const sentBefore = (column: string) =>
    `EXISTS (SELECT 1 FROM invite o JOIN entry e ON e.seq = o.entry
       WHERE o.${column} = i.${column} AND o.entry < i.entry AND e.state = 'accepted')`;
  const reminded = prepareText(
    `SELECT COALESCE(i.vendor_id, '@' || i.email_key) FROM invite i WHERE i.entry = ? AND
       CASE WHEN i.email_key IS NULL THEN ${sentBefore('vendor_id')} ELSE ${sentBefore('email_key')} END`,
  );

  const nameByRequest = createInviteNaming(db);

  function noteForSearch(entryId: string, words: ReturnType<typeof describeInvite>): void {
    search.put('invite', entryId, {
      title: words.companyName ?? words.contactName ?? words.email ?? words.vendorId ?? 'Invite',
      subtitle: [words.contactName, words.email].filter((part) => part !== null).join(', '),
      words: [words.phoneNumber, words.vendorId].filter((part) => part !== null),
    });
  }

  return {
    /** Runs inside the enqueueing transaction. */
    insert(entryId: string, invitation: VendorInvitation): void {
      const words = describeInvite(invitation);
      insert.run({ entryId, ...words, emailKey: toEmailKey(words.email) });
      noteForSearch(entryId, words);
    },
    /** Writes an unsent invite's list columns from its request, if they differ. Runs in the claim's transaction. */
    restoreShown({ seq, id, body }: { seq: number; id: string; body: string }): void {
      const invitation = readJson(body, vendorInvitation)?.value;
      if (invitation !== undefined && nameByRequest(seq, invitation))
        noteForSearch(id, describeInvite(invitation));
    },
    /** Runs inside the outcome's transaction. */
    saveAnswer(entryNumber: number, result: ListedAnswer): void {
      saveAnswer.run({
        entryNumber,
        complianceStatus: toLine(result.complianceStatus),
        vendorStatus: toLine(result.vendorStatus),
        vendorId: toLine(result.vendorId),
      });
    },
    /** The vendor that this invite reminds of an earlier one that was sent; null where it is the first. */
    findReminded: (entryNumber: number): string | null => reminded.get(entryNumber),
    page: createInvitePages(db, search, counts),
    counts,
    /** Archives sent invites, or restores them with null; returns those that changed. */
    archive: (entryIds: readonly string[], at: number | null): string[] =>
      db.transaction(() => entryIds.filter((id) => archive.run({ id, at }).changes === 1)).immediate(),
    get: (entryId: string): InviteRow | null => get.get(entryId),
    sameRecipient: (email: string | null, vendorId: string | null): InviteRow[] =>
      sameRecipient.all({ emailKey: toEmailKey(email), vendorId }),
    ofVendor: (vendorId: string, email: string | null): InviteRow[] =>
      ofVendor.all({ vendorId, emailKey: toEmailKey(email) }),
    /** The newest sent invites that name any of these vendors, by their ids: those that a kept profile settles. */
    sentTo: (vendorIds: readonly string[]): string[] => vendorIds.flatMap((id) => sentTo.all(id)),
    /** Whether an invite to the same recipient is not sent yet or may have been sent. */
    isUnderWay({ email, vendorId }: Pick<InviteRow, 'email' | 'vendorId'>): boolean {
      if (email !== null) return openToEmail.get(emailKey(email)) !== undefined;
      return vendorId !== null && openToVendor.get(vendorId) !== undefined;
    },
  };
}

export interface InvitePageRequest extends Partial<z.infer<typeof inviteQuery>>, PageRequest {
  tab: InviteTab;
  /** From when ages are counted. */
  now?: number;
}

const joined = inviteFields.extend({ seq: z.number(), settled: z.number() });

export const inviteColumns = `${progressColumns}, ${selectColumns('i', inviteFields)},
  e.state = 'accepted' AND EXISTS (SELECT 1 FROM vendor v WHERE v.vendor_id = i.vendor_id) AS settled`;

/** An invite's list row, and its entry's number. Without transforms in the schema, see toVendorRow. */
function toInviteRow(raw: unknown): { seq: number; row: InviteRow } {
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
  const newest = (from: string) => `SELECT entry ${from} entry < @place ORDER BY entry DESC LIMIT @limit + 0`;
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

function createInvitePages(
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
  const read = createListReader(db, search, 'invites', getRows);
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
