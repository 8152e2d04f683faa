import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentProxies } from '#main/network/environment-proxies.ts';
import { createNetwork } from '#main/network/network.ts';
import { openTcp } from '#main/network/sockets.ts';
import { loadTrust } from '#main/network/trust.ts';
import { createTransport, serviceLimits } from '#main/service-client/transport.ts';
import { createAuthority } from '#test/network/certificates.ts';
import { deadPort, startProxy, startSecureService } from '#test/network/proxies.ts';
import { answerReader } from '#test/answer-reader.ts';
import { memoryKeychain, temporaryFolder } from './workspace-harness.ts';

const run = promisify(execFile);
const host = 'vendors.harborlane.example';

/** What came of asking the service for something, with the certificates that this process trusts. */
async function askedWithRealTrust(servicePort: number): Promise<unknown> {
  const proxy = await startProxy(servicePort);
  const finder = environmentProxies({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
  const network = createNetwork(finder, await memoryKeychain());
  const transport = createTransport(`https://${host}`, 1, serviceLimits, network, answerReader);
  onTestFinished(() => transport.close());
  return transport.exchange({
    method: 'GET',
    path: '/',
    token: null,
    body: null,
    headers: {},
    waitMs: 30_000,
  });
}

describe('the certificates that are trusted', () => {
  it('are never all: what an unknown authority has signed is refused', async () => {
    const service = await startSecureService(createAuthority('UnexpectedResponder').issue([host]));
    expect(await askedWithRealTrust(service.port)).toEqual({
      kind: 'not_sent',
      detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(service.requests).toEqual([]);
  });

  it('hold those of this computer beside the app’s own', async () => {
    const trust = await loadTrust();
    expect(trust.fromSystem).not.toBeNull();
  });

  // The store of Linux is a file that a variable can name; the stores of macOS and Windows belong to the person.
  it.runIf(process.platform === 'linux')(
    'hold a company’s own authority once it is in this computer’s store',
    async () => {
      const authority = createAuthority('Harbor Lane authority');
      const service = await startSecureService(authority.issue([host]));
      const proxy = await startProxy(service.port);
      const store = join(temporaryFolder(), 'store.pem');
      writeFileSync(store, authority.cert);
      const script = `
        import { createNetwork } from '#main/network/network.ts';
        import { environmentProxies } from '#main/network/environment-proxies.ts';
        import { openKeychain } from '#test/open-keychain.ts';
        import { createTransport, serviceLimits } from '#main/service-client/transport.ts';
        import { answerReader } from '#test/answer-reader.ts';
        const keychain = await openKeychain(() => Promise.reject(new Error('none')));
        const network = createNetwork(environmentProxies(process.env), keychain);
        const transport = createTransport('https://${host}', 1, serviceLimits, network, answerReader);
        const exchange = await transport.exchange({ method: 'GET', path: '/', token: null, body: null, headers: {}, waitMs: 30_000 });
        const { fromSystem } = await network.trust();
        process.stdout.write(JSON.stringify({ status: exchange.status, detail: exchange.detail, fromSystem }));
        await transport.close();`;
      const env = {
        PATH: process.env['PATH'],
        SSL_CERT_FILE: store,
        SSL_CERT_DIR: temporaryFolder(),
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      };
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: join(import.meta.dirname, '../..'),
        env,
      });
      expect(JSON.parse(stdout)).toEqual({ status: 200, fromSystem: 1 });
    },
  );
});

/** The port of a server at an address of this computer; null where it has no such address. */
async function listeningOn(address: string): Promise<number | null> {
  const server = createServer((_message, response) => {
    response.writeHead(204).end();
  });
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(0, address, () => {
      resolve(true);
    });
  });
  if (!listening) return null;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  );
  const own = server.address();
  return typeof own === 'object' && own !== null ? own.port : null;
}

describe('IPv6', () => {
  it('reaches a service at [::1], where this computer has IPv6', async ({ skip }) => {
    const port = await listeningOn('::1');
    if (port === null) skip('There is no IPv6 here.');
    const network = createNetwork(environmentProxies({}), await memoryKeychain());
    const transport = createTransport(`http://[::1]:${port}`, 1, serviceLimits, network, answerReader);
    onTestFinished(() => transport.close());
    const asked = { method: 'GET', path: '/', token: null, body: null, headers: {}, waitMs: 30_000 } as const;
    expect(await transport.exchange(asked)).toMatchObject({ kind: 'answered', status: 204 });
  });

  it('that leads nowhere does not keep a name from being reached by IPv4', async () => {
    const port = await listeningOn('127.0.0.1');
    const socket = await openTcp('both.example', port ?? 0, {
      connectMs: 10_000,
      lookup: (_name, _options, found) => {
        // A documentation address (RFC 3849): nothing is there, whether that is refused at once or never answered.
        found(null, [
          { address: '2001:db8::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]);
      },
    });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('and IPv4 that both lead nowhere are said as one refusal', async () => {
    const port = await deadPort();
    const opening = openTcp('both.example', port, {
      connectMs: 10_000,
      lookup: (_name, _options, found) => {
        found(null, [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]);
      },
    });
    await expect(opening).rejects.toMatchObject({ code: /^E(CONNREFUSED|ADDRNOTAVAIL|AFNOSUPPORT)$/ });
  });
});
