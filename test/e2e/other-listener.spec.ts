import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { rmSync } from 'node:fs';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { sendingBlock } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';

/** What any other program on this computer can do: listen on a port of 127.0.0.1 and be visited by the same browser. */
async function otherListener(port = 0) {
  const came: { url: string; headers: IncomingHttpHeaders }[] = [];
  const messages: string[] = [];
  const server = createServer((message, response) => {
    came.push({ url: message.url ?? '', headers: message.headers });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>');
  });
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  server.on('upgrade', (message, socket, head) => {
    came.push({ url: message.url ?? '', headers: message.headers });
    sockets.handleUpgrade(message, socket, head, (client) => {
      client.on('message', (data: Buffer) => messages.push(data.toString()));
      client.send(JSON.stringify({ host: 'guessed' }));
      client.send(JSON.stringify({ event: 'workspace.changed', payload: null }));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${address.port}`,
    came,
    messages,
    close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Enqueues an invite by a connection of its own, with whatever headers it was sent by the browser. */
async function enqueueWith(port: number, headers: IncomingHttpHeaders): Promise<string> {
  const { WebSocket } = await import('ws');
  const offered = headers['sec-websocket-protocol']?.split(', ') ?? [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, offered, {
    headers: { origin: `http://127.0.0.1:${port}`, cookie: headers.cookie ?? '' },
  });
  return new Promise((resolve) => {
    socket.on('error', () => resolve('shut'));
    socket.on('open', () => {
      const input = { invitation: { vendor: { email: 'stolen@elsewhere.example' } }, replaces: null };
      socket.send(JSON.stringify({ id: 1, name: 'invites.enqueue', input }));
    });
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (!text.includes('"id":1')) return;
      socket.terminate();
      resolve(text);
    });
  });
}

/** What a page of the other listener gets out of the host by script. */
async function tries(elsewhere: Page, host: string): Promise<string[]> {
  return elsewhere.evaluate(async (origin) => {
    const outcomes: string[] = [];
    for (const init of [
      { method: 'POST', mode: 'no-cors' },
      { method: 'GET', credentials: 'include' },
      { method: 'GET', headers: { 'x-gangway-page': 'x' } },
    ] satisfies RequestInit[]) {
      outcomes.push(
        await fetch(`${origin}/session`, init).then(
          async (answer) => `${answer.type} ${await answer.text()}`,
          () => 'refused',
        ),
      );
    }
    outcomes.push(
      await new Promise<string>((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, ['gangway']);
        socket.addEventListener('open', () => resolve('let in'));
        socket.addEventListener('error', () => resolve('refused'));
      }),
    );
    outcomes.push(
      await new Promise<string>((resolve) => {
        const channel = new BroadcastChannel('gangway-session');
        channel.addEventListener('message', () => resolve('told'));
        channel.postMessage({ asks: true });
        setTimeout(() => resolve('not heard'), 500);
      }),
    );
    return outcomes;
  }, host);
}

const getSecrets = async (page: Page) =>
  z
    .object({ page: z.string(), host: z.string() })
    .parse(JSON.parse((await page.evaluate(() => sessionStorage.getItem('gangway-session'))) ?? ''));

async function visit(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test('a program on another port of this computer gets nothing of a session, and does nothing with it', async ({
  page,
  context,
}) => {
  const folder = temporaryFolder('other-listener');
  const app = await startApp(folder, ['--practice']);
  const host = new URL(app.url).origin;
  await page.goto(app.url);
  await expect(sendingBlock(page)).toContainText('Online');
  const other = await otherListener();
  // What a page of ours would not do, but a document that it shows might.
  await page.evaluate(`new Image().src = '${other.origin}/picture.png'`);
  const elsewhere = await visit(context, other.origin);

  expect(other.came.length).toBeGreaterThan(0);
  for (const { headers } of other.came) {
    expect(await enqueueWith(Number(new URL(host).port), headers)).toBe('shut');
    expect(JSON.stringify(headers)).not.toMatch(/gangway/i);
  }
  expect(await tries(elsewhere, host)).toEqual(['refused', 'refused', 'refused', 'refused', 'not heard']);

  // Nor does the page lead there: a link to the host on it opens nothing.
  await elsewhere.evaluate(`location.assign('${host}/#/invites/new')`);
  await expect(elsewhere.getByText('paste it into the address bar')).toBeVisible();

  other.close();
  await app.stop();
  rmSync(folder, { recursive: true });
});

test(
  'a page that was let in stays in when it is loaded anew, and lets in what is opened beside it',
  { tag: '@nightly' },
  async ({ page, context, browser }) => {
    const folder = temporaryFolder('session');
    const app = await startApp(folder, ['--practice']);
    const { origin } = new URL(app.url);
    await page.goto(app.url);
    await expect(sendingBlock(page)).toContainText('Online');
    // The key is worth nothing any more, and stands in no address that could be copied.
    expect(page.url()).not.toContain('key=');
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    await expect(sendingBlock(page)).toContainText('Online');

    const beside = await visit(context, `${origin}/#/vendors`);
    await expect(beside.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible();
    expect(await getSecrets(beside)).toEqual(await getSecrets(page));

    // Another browser is told how to get in, and gets in by the address that Enter prints.
    const stranger = await browser.newPage();
    await stranger.goto(`${origin}/#/vendors`);
    const notice = stranger.getByRole('alertdialog', { name: 'This page is not signed in to Gangway' });
    await expect(notice).toContainText('Press Enter in the terminal where Gangway runs');
    await stranger.goto(app.url);
    await expect(notice).toBeVisible();
    await stranger.close();

    await app.stop();
    rmSync(folder, { recursive: true });
  },
);

test('a page asks nothing of a program that took the port of its host', async ({ page }) => {
  const folder = temporaryFolder('taken-port');
  const app = await startApp(folder, ['--practice']);
  await page.goto(app.url);
  await expect(sendingBlock(page)).toContainText('Online');
  await app.kill();
  const impostor = await otherListener(Number(new URL(app.url).port));
  await expect.poll(() => impostor.came.some(({ url }) => url === '/bridge')).toBe(true);
  const notice = page.getByRole('alertdialog');
  await expect(notice).toContainText('lost its connection to Gangway', { timeout: 10_000 });
  // What the impostor told is not believed, and what the page would ask at a return to the window is not asked of it.
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await expect.poll(() => impostor.came.filter(({ url }) => url === '/bridge').length).toBeGreaterThan(2);
  expect(impostor.messages).toEqual([]);
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeAttached();

  impostor.close();
  rmSync(folder, { recursive: true });
});
