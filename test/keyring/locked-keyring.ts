import SqliteDatabase from 'better-sqlite3';
import { createKeychain, type Keychain } from '#main/keychain/keychain.ts';
import { loadKeytar } from '#main/keychain/keytar-library.ts';
import { createSettingStore } from '#main/store/settings.ts';
import { createTokenHolder } from '#main/workspace/token-holder.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { openKeychain } from '../open-keychain.ts';
import { closePrompt, letPersonThink, lockKeyring, timesAsked, unlockKeyring } from './own-keyring.ts';

// Runs in a session with a keyring of its own, which is locked and unlocked here, and writes down what Gangway made of it.

const db = new SqliteDatabase(':memory:');
db.exec('CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
const settings = createSettingStore(db);
const seen: Record<string, unknown> = {};

function holderOn(keychain: Keychain) {
  return createTokenHolder('w', keychain, settings, createFakeClock());
}

/** Resolves once the keychain works. */
function working(keychain: Keychain): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (keychain.status.kind === 'works') resolve();
    };
    keychain.onChange(look);
    look();
  });
}

const first = await openKeychain(loadKeytar);
const other = await openKeychain(loadKeytar);
const stored = holderOn(first);
await stored.replace('first-token');
seen['stored'] = { status: first.status.kind, kept: stored.status().kept };
stored.close();

lockKeyring();
seen['read while locked'] = (await first.get('w')).kind;
seen['removed while locked'] = (await other.remove('w')).kind;

const atStart = await openKeychain(loadKeytar);
const holder = holderOn(atStart);
await holder.load();
seen['at the start'] = { status: atStart.status.kind, away: holder.status().away, token: holder.current() };
await holder.replace('typed-token');
seen['typed'] = holder.status().kept;

const asked = timesAsked();
seen['the person was asked'] = asked > 0;
await atStart.look();
seen['looked at while locked'] = { status: atStart.status.kind, askedFor: timesAsked() - asked };

await unlockKeyring();
await atStart.look();
await holder.load();
seen['looked at when unlocked'] = {
  status: atStart.status.kind,
  kept: holder.status().kept,
  askedFor: timesAsked() - asked,
};
holder.close();
const next = holderOn(await openKeychain(loadKeytar));
await next.load();
seen['at the next start'] = next.current()?.value;
next.close();

lockKeyring();
letPersonThink();
const slow = createKeychain(loadKeytar, 'linux', 300);
const waiting = holderOn(slow);
await waiting.load();
seen['while the person thinks'] = { status: slow.status.kind, away: waiting.status().away };
await unlockKeyring();
closePrompt();
await working(slow);
await waiting.load();
seen['once the keyring is unlocked'] = { token: waiting.current()?.value, kept: waiting.status().kept };

await slow.remove('w');
const robbed = holderOn(slow);
await robbed.load();
seen['after the token was removed'] = robbed.status().away;
await slow.remove('this-keychain');
const elsewhere = holderOn(slow);
await elsewhere.load();
seen['in another keyring'] = elsewhere.status().away;

const { default: keytar } = await import('keytar');
const left = await keytar.findCredentials('Gangway');
seen['left behind'] = left.map(({ account }) => account).filter((account) => account.startsWith('probe-'));

process.stdout.write(JSON.stringify(seen));
process.exit(0);
