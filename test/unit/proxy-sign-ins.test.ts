import { describe, expect, it } from 'vitest';
import type { Keychain } from '#main/keychain/keychain.ts';
import { createProxySignIns } from '#main/network/proxy-sign-ins.ts';
import type { ProxySignIn } from '#main/network/proxy-candidate.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';
import { openKeychain } from '../open-keychain.ts';

const proxy = 'http proxy.example:8080';
const anna = { user: 'anna', password: 'new' };
const none = () => null;
/** Longer than any test runs. */
const forever = 10 * 60_000;

function sure(shown: ProxySignIn | null): ProxySignIn {
  if (shown === null) throw new Error('There was no sign-in to show.');
  return shown;
}

/** Writing to the keychain goes on behind the refusal. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe('the sign-in for a proxy', () => {
  it('goes before the one of the settings, and forgetting it leaves none until the next start', async () => {
    const given = { user: 'settings', password: 'x' };
    const signIns = createProxySignIns(await memoryKeychain(), () => given);
    expect(await signIns.usable(proxy)).toEqual(given);
    await signIns.replace(proxy, anna);
    expect(await signIns.usable(proxy)).toEqual(anna);
    expect(await signIns.forget(proxy)).toBe(true);
    expect(await signIns.usable(proxy)).toBeNull();
  });

  it('is held for this session where there is no keychain, and says so', async () => {
    const keychain = await openKeychain(() => Promise.reject(new Error('No bus.')));
    const signIns = createProxySignIns(keychain, none);
    await signIns.replace(proxy, anna);
    expect(await signIns.status(proxy)).toEqual({ user: 'anna', kept: 'this_session', refused: false });
    expect(await signIns.forget(proxy)).toBe(true);
  });

  it('does not let an old one come back where the keychain did not take the new one', async () => {
    const keychain = await memoryKeychain();
    await createProxySignIns(keychain, none).replace(proxy, { user: 'anna', password: 'old' });
    const full: Keychain = { ...keychain, set: () => Promise.resolve({ kind: 'no_answer' }) };
    await createProxySignIns(full, none).replace(proxy, anna);
    expect(await createProxySignIns(keychain, none).usable(proxy)).toBeNull();
  });

  it('is none where something else stands under its name in the keychain', async () => {
    const keychain = await memoryKeychain(new Map([[`proxy ${proxy}`, 'not a sign-in']]));
    expect(await createProxySignIns(keychain, none).usable(proxy)).toBeNull();
  });

  it('that was refused is not used again until there is another', async () => {
    const signIns = createProxySignIns(await memoryKeychain(), none);
    await signIns.replace(proxy, anna);
    await signIns.proving(proxy, (shown) => Promise.resolve(signIns.refused(proxy, sure(shown))));
    expect(await signIns.usable(proxy)).toBeNull();
    expect(await signIns.status(proxy)).toMatchObject({ user: 'anna', refused: true });
    await signIns.replace(proxy, { ...anna, password: 'newer' });
    expect(await signIns.usable(proxy)).toMatchObject({ password: 'newer' });
  });

  it('is tried by one attempt after the other, also once it was accepted: the company may have changed it', async () => {
    const signIns = createProxySignIns(await memoryKeychain(), none, forever);
    await signIns.replace(proxy, anna);
    const shown: string[] = [];
    let right = 'new';
    const attempt = async (signIn: ProxySignIn | null) => {
      if (signIn === null) return;
      shown.push(signIn.password);
      await new Promise((resolve) => setImmediate(resolve));
      if (signIn.password === right) signIns.accepted(proxy, signIn);
      else signIns.refused(proxy, signIn);
    };
    const four = () => Promise.all([1, 2, 3, 4].map(() => signIns.proving(proxy, attempt)));
    await four();
    expect(shown).toEqual(['new', 'new', 'new', 'new']);
    right = 'newer';
    await four();
    expect(shown).toHaveLength(5);
    expect(await signIns.status(proxy)).toMatchObject({ refused: true });
  });

  it('that was accepted does not wait for ever for a proxy that has not found the way on', async () => {
    const signIns = createProxySignIns(await memoryKeychain(), none, 1);
    await signIns.replace(proxy, anna);
    await signIns.proving(proxy, (shown) => Promise.resolve(signIns.accepted(proxy, sure(shown))));
    const { promise: answer, resolve: answered } = Promise.withResolvers<string>();
    const slow = signIns.proving(proxy, () => answer);
    expect(await signIns.proving(proxy, () => Promise.resolve('went on'))).toBe('went on');
    answered('came late');
    expect(await slow).toBe('came late');
  });

  it.each([
    ['was never accepted in this run', false],
    ['has not been accepted since the network changed', true],
  ])('that %s waits for the answer to the one before, however long', async (_when, acceptedElsewhere) => {
    const signIns = createProxySignIns(await memoryKeychain(), none, 0);
    await signIns.replace(proxy, anna);
    if (acceptedElsewhere) {
      await signIns.proving(proxy, (shown) => Promise.resolve(signIns.accepted(proxy, sure(shown))));
      signIns.networkChanged();
    }
    const begun: number[] = [];
    const { promise: answer, resolve: refusedNow } = Promise.withResolvers<undefined>();
    const all = [1, 2, 3].map((number) =>
      signIns.proving(proxy, async (shown) => {
        if (shown === null) return;
        begun.push(number);
        await answer;
        signIns.refused(proxy, shown);
      }),
    );
    // Timers of no length that were set before have run when this one has.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begun).toEqual([1]);
    refusedNow(undefined);
    await Promise.all(all);
    expect(begun).toEqual([1]);
  });

  it('is not marked by a late refusal of the one before it', async () => {
    const signIns = createProxySignIns(await memoryKeychain(), none);
    await signIns.replace(proxy, { user: 'anna', password: 'old' });
    const old = sure(await signIns.usable(proxy));
    await signIns.replace(proxy, anna);
    signIns.refused(proxy, old);
    expect(await signIns.usable(proxy)).toEqual(anna);
    expect(await signIns.status(proxy)).toMatchObject({ refused: false });
    signIns.refused(proxy, sure(await signIns.usable(proxy)));
    signIns.accepted(proxy, old);
    expect(await signIns.usable(proxy)).toBeNull();
  });

  it('that was refused stays so over a restart, until another one is entered', async () => {
    const keychain = await memoryKeychain();
    const first = createProxySignIns(keychain, none);
    await first.replace(proxy, anna);
    first.refused(proxy, sure(await first.usable(proxy)));
    await until(async () => (await createProxySignIns(keychain, none).usable(proxy)) === null);
    const second = createProxySignIns(keychain, none);
    expect(await second.status(proxy)).toEqual({ user: 'anna', kept: 'keychain', refused: true });
    await second.replace(proxy, { ...anna, password: 'newer' });
    expect(await createProxySignIns(keychain, none).usable(proxy)).toMatchObject({ password: 'newer' });
  });

  it('that is refused while another one is being entered or it is forgotten does not come back in its place', async () => {
    const keychain = await memoryKeychain();
    const signIns = createProxySignIns(keychain, none);
    await signIns.replace(proxy, { user: 'anna', password: 'old' });
    signIns.refused(proxy, sure(await signIns.usable(proxy)));
    await signIns.replace(proxy, anna);
    expect(await createProxySignIns(keychain, none).usable(proxy)).toEqual(anna);
    signIns.refused(proxy, sure(await signIns.usable(proxy)));
    expect(await signIns.forget(proxy)).toBe(true);
    expect(await createProxySignIns(keychain, none).status(proxy)).toBeNull();
  });
});
