import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openKeychain } from '#main/keychain/keychain.ts';
import { createSettingStore } from '#main/store/settings.ts';
import { createTokenHolder } from '#main/workspace/token-holder.ts';
import { createFakeClock } from '#test/fake-clock.ts';

it('does not come back to the old token where the keychain did not take the new one', async () => {
  const db = new SqliteDatabase(':memory:');
  db.exec('CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const settings = createSettingStore(db);
  let locked = false;
  const keychain = await lockableKeychain(() => locked);
  const clock = createFakeClock();

  const first = createTokenHolder('one', keychain, settings, clock);
  await first.replace('old-token');
  locked = true;
  await first.replace('new-token');
  expect(first.current()?.value).toBe('new-token');
  expect(first.status().kept).toBe('this_session');

  locked = false;
  const afterRestart = createTokenHolder('one', keychain, settings, clock);
  await afterRestart.load();
  expect(afterRestart.current()).toBeNull();

  await afterRestart.replace('newest-token');
  const later = createTokenHolder('one', keychain, settings, clock);
  await later.load();
  expect(later.current()?.value).toBe('newest-token');
});

/** A keychain that works until it is locked, and then neither stores nor deletes. */
function lockableKeychain(locked: () => boolean) {
  const kept = new Map<string, string>();
  const guarded = <T>(work: () => T) =>
    locked() ? Promise.reject(new Error('The keychain is locked.')) : Promise.resolve(work());
  return openKeychain(() =>
    Promise.resolve({
      getPassword: (_service: string, account: string) => Promise.resolve(kept.get(account) ?? null),
      setPassword: (_service: string, account: string, secret: string) =>
        guarded(() => {
          kept.set(account, secret);
        }),
      deletePassword: (_service: string, account: string) => guarded(() => kept.delete(account)),
    }),
  );
}
