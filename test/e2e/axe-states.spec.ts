import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { measure } from './appearance.ts';
import { violations } from './axe.ts';
import { chooseList } from './list-import.ts';
import { connect, open, sendingBlock } from './person.ts';
import { fillPractice, openCopy } from './practice.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

// The states of screens that the filled practice workspace does not show by itself.

const lists = ['today', 'vendors', 'invites', 'verifications', 'documents', 'outbox'] as const;

async function expectNothingFound(page: Page, visited: string[], name: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  await measure(page);
  expect.soft(await violations(page), name).toEqual([]);
  visited.push(name);
}

test('axe finds nothing while a company’s workspace is new, offline, or fed from a list', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const folder = temporaryFolder('axe');
  const service = await startService(join(folder, 'service'));
  const app = await startApp(join(folder, 'app'), ['--welcome']);
  const visited: string[] = [];
  await page.goto(app.url);
  await expectNothingFound(page, visited, 'first start');
  await connect(page, service.baseUrl, service.token, '48213');
  for (const list of lists) {
    await open(page, `#/${list}`);
    await expectNothingFound(page, visited, `empty ${list}`);
  }

  const file = join(folder, 'list.csv');
  writeFileSync(file, 'Email,First name,Company\r\nada@pine.example.com,Ada,Pine\r\nbroken,Jon,Harrow\r\n');
  await chooseList(page, 'invites', file);
  await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toBeVisible();
  await expectNothingFound(page, visited, 'import, columns and rows');
  await page.getByRole('button', { name: /^Queue / }).click();
  await expect(page.getByText(/queued/).first()).toBeVisible();
  await expectNothingFound(page, visited, 'toast after an import');

  await page.keyboard.press('Control+Shift+O');
  await expect(sendingBlock(page)).toContainText('Working offline');
  for (const list of lists) {
    await open(page, `#/${list}`);
    await expectNothingFound(page, visited, `offline ${list}`);
  }
  console.info(`axe, ${visited.length} visited: ${visited.join(', ')}`);
  await app.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

const asked = z.object({ id: z.number(), name: z.string() });
const shownCalls = /^(?:today\.summary|\w+\.(?:page|counts|get|months))$/;

test('axe finds nothing while screens load, and where they could not be read', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const filled = await fillPractice(browser);
  const visited: string[] = [];
  let answers: 'all' | 'none' | 'failures' = 'all';
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const host = socket.connectToServer();
    socket.onMessage((message) => {
      const call = asked.parse(JSON.parse(message.toString()));
      if (answers === 'all' || !shownCalls.test(call.name)) host.send(message);
      else if (answers === 'failures') {
        const error = { code: 'storage', message: 'The stored data could not be read.' };
        socket.send(JSON.stringify({ id: call.id, result: { ok: false, error } }));
      }
    });
  });
  const practice = await openCopy(page, filled);
  for (const state of ['none', 'failures'] as const) {
    answers = state;
    for (const list of [...lists, 'vendors/48213'] as const) {
      await practice.load(`#/${list}`);
      await expectNothingFound(page, visited, `${state === 'none' ? 'loading' : 'failed'} ${list}`);
    }
  }
  console.info(`axe, ${visited.length} visited: ${visited.join(', ')}`);
  await practice.stop();
  rmSync(filled, { recursive: true });
});
