import { expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyWriter, keepListKeys } from '#main/store/list-keys.ts';
import { readSchema } from '#main/store/schema.ts';
import { enqueueInvite, openTestWorkspace } from './workspace-harness.ts';

/** A workspace with an invite whose sort keys are written. */
async function withOne() {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  await enqueueInvite(workspace, 'one@example.invalid');
  workspace.search.catchUp();
  return workspace;
}

const companies = z.array(z.object({ by_email: z.string() }));

it('creates a key table anew from the rows where its columns are not those of the code', async () => {
  const workspace = await withOne();
  const { db } = workspace;
  const before = readSchema(db);
  const select = 'SELECT by_email FROM invite_key ORDER BY number';
  const keys = companies.parse(db.prepare(select).all());
  expect(keys).toEqual([{ by_email: 'one@example.invalid' }]);
  db.exec(`DROP INDEX invite_key_by_email; DROP TRIGGER invite_key_on_entry;
    ALTER TABLE invite_key DROP COLUMN by_email;
    CREATE TRIGGER invite_key_older AFTER UPDATE OF attempts ON entry BEGIN DELETE FROM invite_key; END;`);
  keepListKeys(db);
  expect(readSchema(db)).toBe(before);
  expect(companies.parse(db.prepare(select).all())).toEqual(keys);
  await workspace.close();
});

it('leaves key tables alone that are as the code has them', async () => {
  const workspace = await withOne();
  const { db } = workspace;
  db.exec('DELETE FROM invite_key');
  keepListKeys(db);
  expect(db.prepare('SELECT COUNT(*) FROM invite_key').pluck().get()).toBe(0);
  createKeyWriter(db)('invite', 1);
  expect(db.prepare('SELECT COUNT(*) FROM invite_key').pluck().get()).toBe(1);
  await workspace.close();
});
