import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryKind, type EntryKind } from '#shared/outbox/outbox.ts';
import { invitationToSend, keptDateForm, verificationToSend } from '#shared/service/service-dates.ts';
import type { DateForm } from '#shared/settings/settings.ts';
import type { ImportedList } from '#shared/ipc/imports.ts';
import type { ListItem } from './import-item.ts';
import { createUnsentCount } from './import-unsent.ts';
import { emailKey, describeInvite } from './invites.ts';
import { checksum, summedTexts } from './checksum.ts';
import { withRelaxedDurability } from './relaxed-durability.ts';
import { describeVerification } from './verifications.ts';

const batchState = z.enum(['staging', 'queued', 'moved', 'undoing', 'undone']);
const batchRow = z.object({
  number: z.number(),
  kind: entryKind,
  state: batchState,
  queued_at: z.number().nullable(),
  row_count: z.number(),
  taken_back: z.number(),
  not_before: z.number(),
});
export type ImportBatch = z.infer<typeof batchRow>;
const ids = z.array(z.string());
const numbered = z.array(z.object({ id: z.string(), entry: z.number() }));

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

const unsent = (table: EntryKind) =>
  `SELECT e.id, d.entry FROM ${table} d JOIN entry e ON e.seq = d.entry
   WHERE d.import_batch = ? AND d.entry > ? AND e.state IN ('queued', 'waiting') ORDER BY d.entry LIMIT ?`;

const listRows = z.array(
  batchRow.omit({ queued_at: true }).extend({ queued_at: z.number(), file_name: z.string() }),
);

/** The imported lists in a workspace's database, and those of their rows that are not in the outbox yet. */
export function createImportRowStore(db: Database, dateForm: () => DateForm = () => 'iso') {
  const insertBatch = db.prepare(
    "INSERT INTO import_batch (file_name, kind, state) VALUES (?, ?, 'staging')",
  );
  const insertInvite = db.prepare(
    `INSERT INTO import_row (batch, id, idempotency_key, body, email, email_key, contact_name, company_name, phone_number, vendor_id, date_form, request_sum, tags)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  const select = db.prepare('SELECT * FROM import_batch WHERE number = ?');
  const selectOpen = db.prepare(
    `SELECT * FROM import_batch WHERE state = 'undoing' OR (state = 'queued' AND NOT not_before - @at BETWEEN 1 AND @maxWaitMs)
     ORDER BY number LIMIT 1`,
  );
  const selectDue = db.prepare("SELECT MIN(not_before) FROM import_batch WHERE state = 'queued'").pluck();
  const selectUndoing = db.prepare(
    "SELECT 1 FROM import_batch WHERE state = 'undoing' AND queued_at IS NOT NULL",
  );
  const selectLists = db.prepare(
    `SELECT * FROM import_batch WHERE queued_at IS NOT NULL AND (state <> 'undone' OR number = ?) ORDER BY number DESC`,
  );
  const unsentIn = createUnsentCount(db);
  const firstPosition = db.prepare('SELECT MIN(position) FROM import_row WHERE batch = ?').pluck();
  const lastEntry = db.prepare('SELECT MAX(seq) FROM entry').pluck();
  const moveStatements = {
    invite: moves.invite.map((sql) => db.prepare(sql)),
    verification: moves.verification.map((sql) => db.prepare(sql)),
  };
  const remove = db.prepare(`DELETE FROM import_row WHERE ${part} RETURNING id`).pluck();
  const noteMoved = db.prepare('UPDATE import_batch SET moved = moved + ? WHERE number = ?');
  const removeSome = db.prepare(
    'DELETE FROM import_row WHERE position IN (SELECT position FROM import_row WHERE batch = ? LIMIT ?)',
  );
  const selectUnsent = {
    invite: db.prepare(unsent('invite')),
    verification: db.prepare(unsent('verification')),
  };
  const noteTaken = db.prepare(
    'UPDATE import_batch SET taken_back = taken_back + ? WHERE number = ? AND queued_at IS NOT NULL',
  );

  function toBatch(raw: unknown): ImportBatch | null {
    return raw === undefined ? null : batchRow.parse(raw);
  }

  function stageInvite(
    batch: number,
    { invitation, tags }: Extract<ListItem, { kind: 'invite' }>,
    at: number,
  ): void {
    const { email, contactName, companyName, phoneNumber, vendorId } = describeInvite(invitation);
    const key = email === null ? null : emailKey(email);
    const form = dateForm();
    const body = JSON.stringify(invitationToSend(invitation, form));
    const [id, idempotencyKey] = [timeOrderedUuid(at), timeOrderedUuid(at)];
    insertInvite.run(
      batch,
      id,
      idempotencyKey,
      body,
      email,
      key,
      contactName,
      companyName,
      phoneNumber,
      vendorId,
      keptDateForm(form),
      checksum(...summedTexts({ id, kind: 'invite', idempotencyKey, body, pathParameters: [] })),
      tags === undefined ? null : JSON.stringify(tags),
    );
  }

  function stageOne(batch: number, item: ListItem, at: number): void {
    switch (item.kind) {
      case 'invite':
        stageInvite(batch, item, at);
        return;
      case 'verification': {
        const form = dateForm();
        const { search, ...row } = describeVerification(item.request, item.vendorId);
        const [id, key] = [timeOrderedUuid(at), timeOrderedUuid(at)];
        const body = JSON.stringify(verificationToSend(item.request, form));
        insertCheck.run({
          batch,
          id,
          key,
          body,
          sum: checksum(
            ...summedTexts({ id, kind: item.kind, idempotencyKey: key, body, pathParameters: [] }),
          ),
          dateForm: keptDateForm(form),
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
      db
        .transaction(() => {
          dropStaging.run();
          return Number(insertBatch.run(fileName, kind).lastInsertRowid);
        })
        .immediate(),
    /** Writes rows of a list that is begun and not committed, in one commit. */
    stage(batch: number, items: readonly ListItem[], at: number): void {
      withRelaxedDurability(db, () => {
        for (const item of items) stageOne(batch, item, at);
        if (countRows.run(items.length, batch).changes !== 1)
          throw new Error('Rows were written of a list that is not being written.');
      });
    },
    /** Queues all rows of a list: the one commit. None of them is sent before `notBefore`; 0, as where nothing is said, for at once. */
    commit(batch: number, at: number, notBefore: number = 0): void {
      if (commit.run(at, notBefore, batch).changes !== 1)
        throw new Error('A list was queued that is not being written.');
    },
    /** From now on what has not left is taken back. */
    beginUndo(batch: number): void {
      setState.run('undoing', batch);
    },
    get: (batch: number): ImportBatch | null => toBatch(select.get(batch)),
    /** What can be taken back: the lists of which something is not sent yet, and `batch` too where it is given. Newest first. */
    lists(named: number | null): ImportedList[] {
      return listRows
        .parse(selectLists.all(named))
        .map((row) => ({
          batch: row.number,
          kind: row.kind,
          fileName: row.file_name,
          queuedAt: row.queued_at,
          rows: row.row_count,
          unsent: unsentIn(row),
          takenBack: row.taken_back,
          undoing: row.state === 'undoing',
        }))
        .filter(({ batch, unsent }) => unsent > 0 || batch === named);
    },
    isUndoing: (): boolean => selectUndoing.get() !== undefined,
    /** The first list with rows to take back, or to move at this time; null takes those that wait. */
    nextOpen: (when: { at: number; maxWaitMs: number } | null): ImportBatch | null =>
      toBatch(selectOpen.get(when ?? { at: 0, maxWaitMs: 0 })),
    nextDue: (): number | null => z.number().nullable().parse(selectDue.get()),
    /** Takes up to `limit` rows of a list into the outbox, in one commit; returns their ids, none where all are there. */
    moveSome: (
      { number: batch, kind, queued_at: at, not_before: notBefore }: ImportBatch,
      limit: number,
    ): string[] =>
      withRelaxedDurability(db, () => {
        const first = z.number().nullable().parse(firstPosition.get(batch));
        if (first === null) return [];
        const last = z.number().nullable().parse(lastEntry.get()) ?? 0;
        const end = first + limit;
        const range = { batch, end, at, notBefore, shift: last + 1 - first };
        for (const statement of moveStatements[kind]) statement.run(range);
        const moved = ids.parse(remove.all({ batch, end }));
        noteMoved.run(moved.length, batch);
        return moved;
      }),
    /** Deletes up to `limit` rows that are not in the outbox yet; returns how many there were. */
    dropSome: (batch: number, limit: number): number => removeSome.run(batch, limit).changes,
    /** Unsent entries of a list behind entry number `after`. */
    getUnsent: (
      { number, kind }: ImportBatch,
      after: number,
      limit: number,
    ): { id: string; entry: number }[] => numbered.parse(selectUnsent[kind].all(number, after, limit)),
    /** Takes rows or entries of a list back and counts the number that `work` returns, both in one commit. */
    takingBack: (batch: number, work: () => number): number =>
      db
        .transaction(() => {
          const count = work();
          if (count > 0) noteTaken.run(count, batch);
          return count;
        })
        .immediate(),
    /** Notes that a list is done. Throws if rows of it are left, which would never be processed. */
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
