import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryKind, type EntryKind } from '#shared/outbox/outbox.ts';
import { invitationToSend, keptDateForm, verificationToSend } from '#shared/service/service-dates.ts';
import type { VendorInvitation } from '#shared/service/vendor-invitation.ts';
import type { VerificationRequest } from '#shared/service/verification.ts';
import type { DateForm } from '#shared/settings/settings.ts';
import type { ImportedList } from '#shared/ipc/imports.ts';
import { describeInvite, toEmailKey } from './invites.ts';
import { checksum, summedTexts } from './checksum.ts';
import { createQueries, inTransaction, selectColumns } from './query.ts';
import { withRelaxedDurability } from './checkpointer.ts';
import { describeVerification } from './verifications.ts';

const batchState = z.enum(['staging', 'queued', 'moved', 'undoing', 'undone']);
const batchRow = z.object({
  number: z.number(),
  kind: entryKind,
  state: batchState,
  queuedAt: z.number().nullable(),
  rowCount: z.number(),
  takenBack: z.number(),
  notBefore: z.number(),
});
export type ImportBatch = z.infer<typeof batchRow>;

const listRow = batchRow.extend({ queuedAt: z.number(), fileName: z.string() });

/** What a row of a list becomes once it is queued. `vendorId` of a verification and tags stay on this computer. */
export type ListItem =
  | { kind: 'invite'; invitation: VendorInvitation; tags?: readonly string[] }
  | { kind: 'verification'; request: VerificationRequest; vendorId: string | null };

export type ImportRowStore = ReturnType<typeof createImportRowStore>;

const words = `COALESCE(company_name, contact_name, email, vendor_id`;
const part = 'batch = @batch AND position < @end';

/** A UUID version 7 (RFC 9562), so that rows written together are together in the indexes. */
function timeOrderedUuid(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Moves staged rows before the position `@end` into the outbox. An entry's number is the position plus `@shift`. */
const moves: Record<EntryKind, readonly string[]> = {
  invite: [
    `INSERT INTO entry (seq, id, kind, state, idempotency_key, body, title, subtitle, queued_at, changed_at, date_form, not_before, request_sum)
       SELECT position + @shift, id, 'invite', 'queued', idempotency_key, body, ${words}, ''),
         COALESCE(contact_name, email, ''), @at, @at, date_form, @notBefore, request_sum
       FROM import_row WHERE ${part} ORDER BY position`,
    `INSERT INTO invite (entry, email, email_key, contact_name, company_name, phone_number, vendor_id, import_batch)
       SELECT position + @shift, email, email_key, contact_name, company_name, phone_number, vendor_id, @batch
       FROM import_row WHERE ${part} ORDER BY position`,
    `INSERT INTO vendor_tag (vendor_id, tag)
       SELECT s.subject, t.value FROM import_row r JOIN invite_subject s ON s.entry = r.position + @shift, json_each(r.tags) t
       WHERE r.batch = @batch AND r.position < @end AND r.tags IS NOT NULL ON CONFLICT DO NOTHING`,
    `INSERT INTO search_due (kind, subject, title, subtitle, words)
       SELECT 'invite', id, ${words}, 'Invite'), concat_ws(', ', contact_name, email), concat_ws(' ', phone_number, vendor_id)
       FROM import_row WHERE ${part} ORDER BY position`,
  ],
  verification: [
    `INSERT INTO entry (seq, id, kind, state, idempotency_key, body, title, subtitle, queued_at, changed_at, date_form, not_before, request_sum)
       SELECT position + @shift, id, 'verification', 'queued', idempotency_key, body, title, subtitle, @at, @at, date_form, @notBefore,
         request_sum
       FROM import_row WHERE ${part} ORDER BY position`,
    `INSERT INTO verification (entry, type, license_number, license_trade_type, licensee_name, vendor_id, expiry_date,
         expires_on, lookup_key, license_key, import_batch)
       SELECT position + @shift, type, license_number, license_trade_type, licensee_name, vendor_id, expiry_date,
         expires_on, lookup_key, license_key, @batch
       FROM import_row WHERE ${part} ORDER BY position`,
    `INSERT INTO search_due (kind, subject, title, subtitle, words)
       SELECT 'verification', id, search_title, search_subtitle, search_words
       FROM import_row WHERE ${part} ORDER BY position`,
  ],
};

/** A list has entries of one kind. */
const ofBoth = <T>(make: (kind: EntryKind) => T): Record<EntryKind, T> => ({
  invite: make('invite'),
  verification: make('verification'),
});

const unsent = "state IN ('queued', 'waiting')";

/** The imported lists in a workspace's database, and those of their rows that are not in the outbox yet. */
export function createImportRowStore(db: Database, dateForm: () => DateForm = () => 'iso') {
  const { prepareQuery, prepareValue, prepareText } = createQueries(db);
  const insertBatch = db.prepare(
    "INSERT INTO import_batch (file_name, kind, state) VALUES (?, ?, 'staging')",
  );
  const insertInvite = db.prepare(
    `INSERT INTO import_row (batch, id, idempotency_key, body, email, email_key, contact_name, company_name, phone_number, vendor_id, date_form, request_sum, tags)
     VALUES (@batch, @id, @key, @body, @email, @emailKey, @contactName, @companyName, @phoneNumber, @vendorId, @dateForm, @sum, @tags)`,
  );
  const insertCheck = db.prepare(
    `INSERT INTO import_row (batch, id, idempotency_key, body, title, subtitle, type, license_number, license_trade_type,
       licensee_name, vendor_id, expiry_date, expires_on, lookup_key, license_key, search_title, search_subtitle,
       search_words, date_form, request_sum)
     VALUES (@batch, @id, @key, @body, @title, @subtitle, @type, @licenseNumber, @licenseTradeType, @licenseeName,
       @vendorId, @expiryDate, @expiresOn, @lookupKey, @licenseKey, @searchTitle, @searchSubtitle,
       @searchTerms, @dateForm, @sum)`,
  );
  const countRows = db.prepare(
    "UPDATE import_batch SET row_count = row_count + ? WHERE number = ? AND state = 'staging'",
  );
  const dropStaging = db.prepare("UPDATE import_batch SET state = 'undoing' WHERE state = 'staging'");
  const goOn = db.prepare(
    `UPDATE import_batch SET state = CASE state WHEN 'moved' THEN 'queued' ELSE 'undoing' END
     WHERE state IN ('moved', 'undone') AND EXISTS (SELECT 1 FROM import_row WHERE batch = number)`,
  );
  const commit = db.prepare(
    "UPDATE import_batch SET state = 'queued', queued_at = ?, not_before = ? WHERE number = ? AND state = 'staging'",
  );
  const setState = db.prepare('UPDATE import_batch SET state = ? WHERE number = ?');
  const finish = db.prepare(
    `UPDATE import_batch SET state = ?
     WHERE number = ? AND NOT EXISTS (SELECT 1 FROM import_row WHERE batch = number)`,
  );
  const selectBatch = `SELECT ${selectColumns('import_batch', batchRow)} FROM import_batch WHERE`;
  const select = prepareQuery(`${selectBatch} number = ?`, batchRow);
  const selectOpen = prepareQuery(
    `${selectBatch} state = 'undoing' OR (state = 'queued' AND NOT not_before - @at BETWEEN 1 AND @maxWaitMs)
     ORDER BY number LIMIT 1`,
    batchRow,
  );
  const selectDue = prepareValue(
    "SELECT MIN(not_before) FROM import_batch WHERE state = 'queued'",
    z.number().nullable(),
  );
  const selectUndoing = db.prepare(
    "SELECT 1 FROM import_batch WHERE state = 'undoing' AND queued_at IS NOT NULL",
  );
  const selectLists = prepareQuery(
    `SELECT ${selectColumns('import_batch', listRow)} FROM import_batch
     WHERE queued_at IS NOT NULL AND (state <> 'undone' OR number = ?) ORDER BY number DESC`,
    listRow,
  );
  const countUnsent = createUnsentCount(db);
  const firstPosition = prepareValue(
    'SELECT MIN(position) FROM import_row WHERE batch = ?',
    z.number().nullable(),
  );
  const lastEntry = prepareValue('SELECT MAX(seq) FROM entry', z.number().nullable());
  const moveStatements = ofBoth((kind) => moves[kind].map((sql) => db.prepare(sql)));
  const remove = prepareText(`DELETE FROM import_row WHERE ${part} RETURNING id`);
  const noteMoved = db.prepare('UPDATE import_batch SET moved = moved + ? WHERE number = ?');
  const removeSome = db.prepare(
    'DELETE FROM import_row WHERE position IN (SELECT position FROM import_row WHERE batch = ? LIMIT ? + 0)',
  );
  const selectUnsent = ofBoth((table) =>
    prepareQuery(
      `SELECT e.id, d.entry FROM ${table} d JOIN entry e ON e.seq = d.entry
       WHERE d.import_batch = ? AND d.entry > ? AND e.${unsent} ORDER BY d.entry LIMIT ? + 0`,
      z.object({ id: z.string(), entry: z.number() }),
    ),
  );
  const noteTaken = db.prepare(
    'UPDATE import_batch SET taken_back = taken_back + ? WHERE number = ? AND queued_at IS NOT NULL',
  );

  function stageOne(batch: number, item: ListItem, at: number): void {
    const form = dateForm();
    const [id, idempotencyKey] = [timeOrderedUuid(at), timeOrderedUuid(at)];
    const toRequest = (request: unknown) => {
      const body = JSON.stringify(request);
      const sum = checksum(...summedTexts({ id, kind: item.kind, idempotencyKey, body, pathParameters: [] }));
      return { batch, id, key: idempotencyKey, body, dateForm: keptDateForm(form), sum };
    };
    switch (item.kind) {
      case 'invite': {
        const words = describeInvite(item.invitation);
        insertInvite.run({
          ...toRequest(invitationToSend(item.invitation, form)),
          ...words,
          emailKey: toEmailKey(words.email),
          tags: item.tags === undefined ? null : JSON.stringify(item.tags),
        });
        return;
      }
      case 'verification': {
        const { search, ...row } = describeVerification(item.request, item.vendorId);
        insertCheck.run({
          ...toRequest(verificationToSend(item.request, form)),
          ...row,
          searchTitle: search.title,
          searchSubtitle: search.subtitle,
          searchTerms: search.words.join(' '),
        });
      }
    }
  }

  return {
    /** Begins a list that counts from {@link commit} on. One at a time: an abandoned one is dropped. */
    begin: (fileName: string, kind: EntryKind): number =>
      inTransaction(db, () => {
        dropStaging.run();
        return Number(insertBatch.run(fileName, kind).lastInsertRowid);
      }),
    stage(batch: number, items: readonly ListItem[], at: number): void {
      withRelaxedDurability(db, () => {
        for (const item of items) stageOne(batch, item, at);
        if (countRows.run(items.length, batch).changes !== 1)
          throw new Error('Rows were written of a list that is not being written.');
      });
    },
    /** Queues all rows of a list in one commit. None is sent before `notBefore`; 0 for at once. */
    commit(batch: number, at: number, notBefore: number = 0): void {
      if (commit.run(at, notBefore, batch).changes !== 1)
        throw new Error('A list was queued that is not being written.');
    },
    beginUndo: (batch: number): void => void setState.run('undoing', batch),
    get: (batch: number): ImportBatch | null => select.get(batch),
    /** Lists with unsent rows, which can be canceled, and the one named; newest first. */
    lists(named: number | null): ImportedList[] {
      return selectLists
        .all(named)
        .map((row) => {
          const { number: batch, kind, fileName, queuedAt, rowCount: rows, takenBack, state } = row;
          const unsent = countUnsent(row);
          return { batch, kind, fileName, queuedAt, rows, unsent, takenBack, undoing: state === 'undoing' };
        })
        .filter(({ batch, unsent }) => unsent > 0 || batch === named);
    },
    isUndoing: (): boolean => selectUndoing.get() !== undefined,
    /** The first list with rows to cancel, or to move at this time; null also takes lists that wait. */
    nextOpen: (when: { at: number; maxWaitMs: number } | null): ImportBatch | null =>
      selectOpen.get(when ?? { at: 0, maxWaitMs: 0 }),
    nextDue: (): number | null => selectDue.one(),
    /** Moves up to `limit` rows of a list into the outbox in one commit; returns their ids. */
    moveSome: ({ number: batch, kind, queuedAt: at, notBefore }: ImportBatch, limit: number) =>
      withRelaxedDurability(db, () => {
        const first = firstPosition.one(batch);
        if (first === null) return [];
        const last = lastEntry.one() ?? 0;
        const end = first + limit;
        const range = { batch, end, at, notBefore, shift: last + 1 - first };
        for (const statement of moveStatements[kind]) statement.run(range);
        const moved = remove.all({ batch, end });
        noteMoved.run(moved.length, batch);
        return moved;
      }),
    dropSome: (batch: number, limit: number): number => removeSome.run(batch, limit).changes,
    getUnsent: (
      { number, kind }: ImportBatch,
      after: number,
      limit: number,
    ): { id: string; entry: number }[] => selectUnsent[kind].all(number, after, limit),
    /** Cancels rows or entries of a list and adds the count that `work` returns, in one commit. */
    takingBack: (batch: number, work: () => number): number =>
      inTransaction(db, () => {
        const count = work();
        if (count > 0) noteTaken.run(count, batch);
        return count;
      }),
    /** Marks a list as done. Throws if it has rows left, which would never be processed. */
    finish(batch: number, state: 'moved' | 'undone'): void {
      if (finish.run(state, batch).changes !== 1)
        throw new Error('A list was to be done with while rows of it are left.');
    },
    /** For the start: clears uncommitted lists and resumes finished ones with rows left. */
    recover(): void {
      db.transaction(() => {
        dropStaging.run();
        goOn.run();
      }).immediate();
    },
  };
}

/** @returns the function that counts a list's unsent rows and entries, those numbered without a gap by the index of states */
function createUnsentCount(db: Database): (list: { number: number; kind: EntryKind }) => number {
  const { prepareQuery, prepareNumber } = createQueries(db);
  const count = (sql: string) => prepareNumber(`SELECT COUNT(*) FROM ${sql}`);
  const staged = count('import_row WHERE batch = ?');
  const queries = ofBoth((table) => ({
    range: prepareQuery(
      `SELECT (SELECT MIN(entry) FROM ${table} WHERE import_batch = @batch) AS first,
         (SELECT MAX(entry) FROM ${table} WHERE import_batch = @batch) AS last`,
      z.object({ first: z.number().nullable(), last: z.number().nullable() }),
    ),
    between: count(`entry WHERE ${unsent} AND kind = '${table}' AND seq BETWEEN @first AND @last`),
    entries: count(`${table} WHERE import_batch = ?`),
    oneByOne: count(
      `${table} d CROSS JOIN entry e ON e.seq = d.entry WHERE d.import_batch = ? AND e.${unsent}`,
    ),
  }));
  return ({ number: batch, kind }) => {
    const { range, between, entries, oneByOne } = queries[kind];
    const waiting = staged.one(batch);
    const { first, last } = range.one({ batch });
    if (first === null || last === null) return waiting;
    const among = between.one({ first, last });
    if (among === 0 || last - first + 1 === entries.one(batch)) return waiting + among;
    return waiting + oneByOne.one(batch);
  };
}

/** Moves all rows of queued lists into the outbox, for a copied database whose unsent invites are to be decided. */
export function moveAllStaged(db: Database): void {
  const store = createImportRowStore(db);
  store.recover();
  for (let batch = store.nextOpen(null); batch !== null; batch = store.nextOpen(null)) {
    if (batch.state === 'queued') {
      while (store.moveSome(batch, 10_000).length > 0);
      store.finish(batch.number, 'moved');
    } else {
      store.dropSome(batch.number, -1);
      store.finish(batch.number, 'undone');
    }
  }
}
