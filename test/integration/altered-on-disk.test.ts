import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { createKnownRecipients } from '#main/store/known-recipients.ts';
import { createImportRowStore } from '#main/store/import-rows.ts';
import { testStart } from '#test/fake-clock.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  toProgress,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 'a-request', vendorId: 'v' });

function change(file: string, sql: string): void {
  const db = new SqliteDatabase(file);
  const { changes } = db.prepare(sql).run();
  db.close();
  expect(changes).toBe(1);
}

/** What is wrong with an entry on the disk, and what of it must never arrive. */
const alterations = [
  [
    'its words',
    "UPDATE entry SET body = replace(body, 'goes-astray', 'goes-astrax') WHERE id = '?'",
    'goes-astrax',
  ],
  ['its key', "UPDATE entry SET idempotency_key = 'altered-key' WHERE id = '?'", 'altered-key'],
  ['its operation', "UPDATE entry SET kind = 'verification' WHERE id = '?'", 'goes-astray'],
  ['its checksum', "UPDATE entry SET request_sum = zeroblob(32) WHERE id = '?'", 'goes-astray'],
  ['its checksum, which is gone', "UPDATE entry SET request_sum = NULL WHERE id = '?'", 'goes-astray'],
  ['words that are no text', "UPDATE entry SET body = CAST(x'7bff7d' AS TEXT) WHERE id = '?'", 'goes-astray'],
] as const;

describe('an entry that was altered on the disk', () => {
  it.each(alterations)('is held and shown, and is never sent: %s', async (_what, sql, never) => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const altered = await enqueueInvite(first, 'goes-astray@example.invalid');
    const sound = await enqueueInvite(first, 'as-it-was@example.invalid');
    await first.close();
    change(first.databaseFile, sql.replace('?', altered));

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await untilState(next, sound, 'accepted');
    await until(() => toProgress(next, altered).state !== 'queued', 'the altered one was taken up');
    expect(toProgress(next, altered)).toMatchObject({
      state: 'rejected',
      reason: { code: 'altered' },
      attempts: 0,
    });
    expect(next.entries.history(altered)[0]).toMatchObject({ event: 'altered', reason: { code: 'altered' } });
    expect(server.posts()).toHaveLength(1);
    expect(JSON.stringify(server.posts())).not.toContain(never);
    expect(next.dispatcher.status().counts).toMatchObject({ rejected: 1, queued: 0 });
    const shown = await inviteHandlers(next)['invites.get']({ entryId: altered });
    if (sql.includes('kind =')) return;
    expect(createKnownRecipients(next.db).find(['egoes-astray@example.invalid'])).toMatchObject({
      state: 'rejected',
      altered: true,
    });
    expect(shown).toMatchObject({ ok: true, value: { email: 'goes-astray@example.invalid' } });
  });

  it.each([
    ['the form of its dates', "UPDATE entry SET date_form = 'mo~th_first' WHERE id = '?'"],
    [
      'what its answer was cut by',
      "UPDATE history SET cut = 'too~large' WHERE entry = (SELECT seq FROM entry WHERE id = '?')",
    ],
  ])('can be opened all the same: %s', async (_what, sql) => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    const sent = await enqueueInvite(first, 'as-it-was@example.invalid');
    await untilState(first, sent, 'accepted');
    await first.close();
    change(first.databaseFile, sql.replace('?', sent));
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    const shown = await inviteHandlers(next)['invites.get']({ entryId: sent });
    expect(shown).toMatchObject({ ok: true, value: { email: 'as-it-was@example.invalid' } });
  });

  it('is replaced by the corrected one, which is sent', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const altered = await enqueueInvite(first, 'goes-astray@example.invalid');
    await first.close();
    change(first.databaseFile, "UPDATE entry SET body = replace(body, 'astray', 'astrax')");
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await untilState(next, altered, 'rejected');
    const corrected = await inviteHandlers(next)['invites.enqueue']({
      invitation: { vendor: { email: 'as-meant@example.invalid' } },
      replaces: altered,
    });
    if (!corrected.ok) throw new Error(corrected.error.message);
    await untilState(next, corrected.value.entryId, 'accepted');
    expect(toProgress(next, altered).state).toBe('cancelled');
    expect(server.posts().map(({ body }) => body)).toEqual([
      JSON.stringify({ vendor: { email: 'as-meant@example.invalid' } }),
    ]);
  });

  it('is held too where a try of it stands there that does not count any more', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    await first.close();
    change(
      first.databaseFile,
      `INSERT INTO history (entry, began_at, at, event, attempt) SELECT seq, ${testStart}, ${testStart}, 'postponed', 1 FROM entry`,
    );
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await until(() => toProgress(next, id).state !== 'queued', 'it was taken up');
    expect(toProgress(next, id).reason).toMatchObject({ code: 'altered' });
    expect(server.posts()).toEqual([]);
  });

  it('stays in doubt where an earlier try of it may have arrived', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueVerification(first);
    const { seq } = first.db.prepare('SELECT seq FROM entry WHERE id = ?').get(id) as { seq: number };
    await first.close();
    change(
      first.databaseFile,
      `INSERT INTO history (entry, at, event, attempt, reason)
         VALUES (${seq}, ${testStart}, 'postponed', 1, '{"code":"no_answer","detail":"ECONNRESET"}')`,
    );
    change(first.databaseFile, "UPDATE entry SET body = replace(body, 'LIC', 'LIX'), attempts = 1");
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await untilState(next, id, 'in_doubt');
    expect(toProgress(next, id).reason).toMatchObject({ code: 'no_answer' });
    expect(server.posts()).toEqual([]);
  });
});

describe('what lists show of a request, where it was altered on the disk and the request was not', () => {
  const invitation = { vendor: { email: 'right@example.invalid', firstName: 'Ada', companyName: 'Kestrel' } };
  const license = { licenseNumber: 'LIC-77', licenseeName: 'Kestrel', expiryDate: 'Jan 20, 2027' };

  async function enqueued() {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const invite = await inviteHandlers(first)['invites.enqueue']({ invitation, replaces: null });
    const check = { type: 'license', data: license, vendorId: 'v1', replaces: null };
    const verification = await verificationHandlers(first)['verifications.enqueue'](check);
    if (!invite.ok || !verification.ok) throw new Error('Nothing was enqueued.');
    first.search.flush(9);
    const shown = ({ db, invites, verifications, search }: TestWorkspace) => {
      search.flush(9);
      const row = invites.get(invite.value.entryId);
      const checked = verifications.get(verification.value.entryId);
      if (row === null || checked === null) throw new Error('They are there.');
      return {
        titles: db.prepare('SELECT title, subtitle FROM entry ORDER BY seq').all(),
        search: ['right', 'Kestrel', 'LIC-77'].map((text) => search.find(text, 9)),
        invite: [row.email, row.contactName, row.companyName, row.phoneNumber, row.vendorId],
        email: invites.sameRecipient('right@example.invalid', null).length,
        check: [checked.type, checked.licenseNumber, checked.licenseeName, checked.licenseTradeType],
        expiry: [checked.expiryDate, checked.expiresOn, checked.vendorId],
      };
    };
    return { server, first, shown, before: shown(first) };
  }

  it.each([
    ['the name in the Outbox', "UPDATE entry SET title = 'Kestrem' WHERE kind = 'invite'"],
    ['the line below it', "UPDATE entry SET subtitle = 'LIC-78' WHERE kind = 'verification'"],
    ['the address', "UPDATE invite SET email = 'rihht@example.invalid'"],
    ['the address as it is compared', "UPDATE invite SET email_key = 'rihht@example.invalid'"],
    ['the contact', "UPDATE invite SET contact_name = 'Adb'"],
    ['the company', "UPDATE invite SET company_name = 'Kestrem'"],
    ['the license number', "UPDATE verification SET license_number = 'LIC-78'"],
    ['the licensee', "UPDATE verification SET licensee_name = 'Kestrem'"],
    ['the type', "UPDATE verification SET type = 'licensf'"],
    ['the expiration', "UPDATE verification SET expiry_date = 'Jan 21, 2027'"],
    ['the day of the expiration', "UPDATE verification SET expires_on = '2027-01-21'"],
  ])('is what is sent, from when it is sent on: %s', async (_what, sql) => {
    const { server, first, shown, before } = await enqueued();
    await first.close();
    change(first.databaseFile, sql);
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await until(() => next.dispatcher.status().counts.accepted === 2, 'both are sent');
    expect(shown(next)).toEqual(before);
    expect(server.posts()).toHaveLength(2);
  });

  it('stays as it was typed where nothing was altered', async () => {
    const { server, first, shown, before } = await enqueued();
    await first.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    await until(() => next.dispatcher.status().counts.accepted === 2, 'both are sent');
    expect(shown(next)).toMatchObject({ titles: before.titles, check: before.check, expiry: before.expiry });
  });
});

describe('a row of an imported list that is altered before it is in the outbox', () => {
  it.each(['invite', 'verification'] as const)('is held there and never sent: %s', async (kind) => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    await first.close();
    const raw = new SqliteDatabase(first.databaseFile);
    const rows = createImportRowStore(raw);
    const batch = rows.begin('list.csv', kind);
    const names = ['one-row', 'another-row'];
    rows.stage(
      batch,
      names.map((name) =>
        kind === 'invite'
          ? { kind, invitation: { vendor: { email: `${name}@example.invalid` } } }
          : { kind, request: { type: 'license', data: { licenseNumber: name } }, vendorId: null },
      ),
      testStart,
    );
    rows.commit(batch, testStart);
    raw.close();
    change(
      first.databaseFile,
      "UPDATE import_row SET body = replace(body, 'one-row', 'ona-row') WHERE body LIKE '%one-row%'",
    );

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    const counts = () => next.dispatcher.status().counts;
    await until(() => counts().accepted + counts().rejected === 2, 'both were taken up');
    expect(counts()).toMatchObject({ accepted: 1, rejected: 1 });
    expect(
      server
        .posts()
        .map(({ body }) => body)
        .join(),
    ).toContain('another-row');
    expect(server.posts()).toHaveLength(1);
  });
});

it('a number of what was observed that was altered does not keep the workspace shut', async () => {
  const first = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  await first.close();
  change(first.databaseFile, "INSERT INTO observation (name, value) VALUES ('overall.results', -1)");
  const next = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null, folder: first.folder });
  expect(next.describe().notice).toBeNull();
});
