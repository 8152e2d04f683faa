import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { appStart } from '#shared/ipc/app.ts';
import { networkStatus } from '#shared/ipc/network.ts';
import { sealToken } from '#shared/base/sealed-token.ts';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { fetchFile } from '#main/service-client/file-fetch.ts';
import { createAuthority } from '#test/network/certificates.ts';
import { startProxy, startSecureService } from '#test/network/proxies.ts';
import { makePng } from '#test/picture-bytes.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { canary, memoryKeychain, temporaryFolder, until } from './workspace-harness.ts';

const host = 'vendors.harborlane.example';
const password = 'proxy-canary-55b1: öffne';

function conditionDetail(app: TestCore): string | null {
  const condition = app.core.workspace()?.dispatcher.status().condition;
  return condition?.kind === 'offline' ? condition.detail : null;
}

async function sealed(app: TestCore, secret: string) {
  const start = await app.call('app.start');
  if (!start.ok) throw new Error(start.error.message);
  return sealToken(secret, appStart.parse(start.value).sealingKey);
}

async function getStatus(app: TestCore) {
  const status = await app.call('network.status', { address: null });
  if (!status.ok) throw new Error(status.error.message);
  return networkStatus.parse(status.value);
}

describe('the app behind a proxy that wants a sign-in', () => {
  it('says so, takes the sign-in, goes on by itself, and keeps the password in the keychain alone', async () => {
    const service = await startSecureService(createAuthority('UnexpectedResponder').issue([host]));
    const proxy = await startProxy(service.port, { kind: 'wants', user: 'anna', password });
    const name = `127.0.0.1:${proxy.port}`;
    const dataDir = temporaryFolder();
    const keychain = await memoryKeychain();
    const proxies = environmentProxies({ HTTPS_PROXY: `http://${name}` });
    const app = await startTestCore({ dataDir, keychain, proxies });

    expect(await app.call('workspaces.checkAddress', { address: host })).toMatchObject({
      value: { kind: 'silent', offline: false, detail: 'PROXY_SIGN_IN' },
    });
    expect(await app.connect(host, 'a-token')).toMatchObject({ ok: true });
    await until(() => conditionDetail(app) === 'PROXY_SIGN_IN', 'it says what is in the way');
    expect(await getStatus(app)).toMatchObject({
      source: 'environment',
      candidates: [{ kind: 'http', proxy: name, signIn: null }],
    });

    const given = { kind: 'http', proxy: name, user: 'anna', password: await sealed(app, password) };
    expect(await app.call('network.signIn', given)).toMatchObject({ ok: true });
    // The tunnel stands now: the next thing in the way is the certificate, which nobody here knows.
    await until(
      () => conditionDetail(app) === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'it came as far as the service',
    );
    expect(service.requests).toEqual([]);
    expect(proxy.asked.at(-1)?.signIn).toBe(`anna:${password}`);
    expect((await getStatus(app)).candidates).toEqual([
      { kind: 'http', proxy: name, signIn: { user: 'anna', kept: 'keychain', refused: false } },
    ]);

    await app.stop();
    expect([...keychain.secrets.values()].filter((secret) => secret.includes('proxy-canary'))).toHaveLength(
      1,
    );
    expect(JSON.stringify([app.events, app.results])).not.toContain('proxy-canary');
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((file) => join(dataDir, file))
      .filter((file) => statSync(file).isFile());
    expect(files.length).toBeGreaterThan(2);
    const forms = ['proxy-canary', Buffer.from(`anna:${password}`).toString('base64').slice(0, 24)];
    const found = files.filter((file) => forms.some((form) => readFileSync(file).includes(form)));
    expect(found).toEqual([]);
  });

  it('refuses a sign-in that a header cannot carry, and forgets one at once', async () => {
    const proxies = environmentProxies({ HTTPS_PROXY: 'http://proxy.invalid:8080' });
    const app = await startTestCore({ dataDir: temporaryFolder(), proxies });
    const proxy = 'proxy.invalid:8080';
    for (const [user, secret] of [
      ['an:na', 'x'],
      ['anna', 'x\r\ny'],
      ['anna', ''],
    ] as const) {
      const given = { kind: 'http', proxy, user, password: await sealed(app, secret) };
      expect(await app.call('network.signIn', given)).toMatchObject({ error: { code: 'bad_input' } });
    }
    const right = { kind: 'http', proxy, user: 'anna', password: await sealed(app, 'x') };
    expect(await app.call('network.signIn', right)).toMatchObject({ ok: true });
    expect(await app.call('network.forgetSignIn', { kind: 'http', proxy })).toMatchObject({ ok: true });
    expect(await app.core.network.signIns.status(`http ${proxy}`)).toBeNull();
  });
});

describe('a picture behind a proxy', () => {
  it('comes by the same way, and the token goes to the service’s own origin alone', async () => {
    const authority = createAuthority('Harbor Lane authority');
    const service = await startSecureService(authority.issue([host, 'files.example']));
    const png = makePng(8, 8);
    service.behave((_message, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    });
    const proxy = await startProxy(service.port);
    const finder = environmentProxies({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const context = createSecureContext({ ca: [authority.cert] });
    const network = createNetwork(finder, await memoryKeychain(), () =>
      Promise.resolve({ context, fromSystem: 1 }),
    );
    const baseUrl = `https://${host}`;
    for (const address of [`${baseUrl}/a.png`, 'https://files.example/a.png']) {
      expect(await fetchFile(address, baseUrl, canary, network, 30_000)).toMatchObject({ ok: true });
    }
    expect(service.requests.map((request) => request.authorization)).toEqual([`Bearer ${canary}`, null]);
    // An address that is written out as a private one is refused before any way is taken.
    const inside = await fetchFile('https://10.0.0.7/a.png', baseUrl, canary, network, 30_000);
    expect(inside).toMatchObject({ ok: false, sentence: /private network/ });
    expect(proxy.asked).toHaveLength(2);
  });
});
