import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSettingStore } from '#main/store/settings.ts';
import { createTokenHolder } from '#main/workspace/token-holder.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { keychainLibrary } from '#test/memory-keychain.ts';
import { openKeychain } from '../open-keychain.ts';

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

it('leaves no old token in a keychain that takes no new one and lets go of the old', async () => {
  const db = new SqliteDatabase(':memory:');
  db.exec('CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const secrets = new Map<string, string>();
  const library = keychainLibrary(secrets);
  let full = false;
  const keychain = await openKeychain(() =>
    Promise.resolve({
      ...library,
      setPassword: (service: string, account: string, secret: string) =>
        full ? Promise.reject(new Error('No room.')) : library.setPassword(service, account, secret),
    }),
  );
  const holder = createTokenHolder('one', keychain, createSettingStore(db), createFakeClock());
  await holder.replace('old-token');
  expect(secrets.get('one')).toBe('old-token');
  full = true;
  await holder.replace('new-token');
  expect(secrets.has('one')).toBe(false);
  expect(holder.current()?.value).toBe('new-token');
});

it('is not put into the keychain where it was given for this session alone', async () => {
  const db = new SqliteDatabase(':memory:');
  db.exec('CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const secrets = new Map<string, string>();
  const keychain = await openKeychain(() => Promise.resolve(keychainLibrary(secrets)));
  const holder = createTokenHolder('one', keychain, createSettingStore(db), createFakeClock());
  holder.holdForSession('its-own-affair');
  await holder.load();
  expect(secrets.has('one')).toBe(false);
  expect(holder.status().kept).toBe('this_session');
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
