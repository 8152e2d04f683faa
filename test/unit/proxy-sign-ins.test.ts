import { describe, expect, it } from 'vitest';
import type { Keychain } from '#main/keychain/keychain.ts';
import { createProxySignIns } from '#main/network/proxy-sign-ins.ts';
import { memoryKeychain } from '#test/memory-keychain.ts';

const proxy = 'http proxy.example:8080';
const anna = { user: 'anna', password: 'new' };
const none = () => null;

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
    const outcome = { kind: 'absent', detail: 'No bus.' } as const;
    const answer = () => Promise.resolve(outcome);
    const keychain: Keychain = { status: outcome, get: answer, set: answer, remove: answer };
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
    signIns.refused(proxy);
    expect(await signIns.usable(proxy)).toBeNull();
    expect(await signIns.status(proxy)).toMatchObject({ user: 'anna', refused: true });
    await signIns.replace(proxy, { ...anna, password: 'newer' });
    expect(await signIns.usable(proxy)).toMatchObject({ password: 'newer' });
  });

  it('is tried by one attempt after the other until it was accepted, and by all at once after that', async () => {
    const signIns = createProxySignIns(await memoryKeychain(), none);
    await signIns.replace(proxy, anna);
    let atOnce = 0;
    let most = 0;
    const attempt = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
    };
    await Promise.all([1, 2, 3].map(() => signIns.proving(proxy, attempt)));
    expect(most).toBe(1);
    signIns.accepted(proxy);
    await Promise.all([1, 2, 3].map(() => signIns.proving(proxy, attempt)));
    expect(most).toBe(3);
  });
});
