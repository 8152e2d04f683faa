import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from '@playwright/test';
import { z } from 'zod';
import { demandBuild, projectFolder } from '#test/boot/booted-app.ts';
import { electronHere } from '#test/boot/electron-here.ts';
import { go } from './person.ts';

const here = electronHere();
test.skip(
  'missing' in here,
  'missing' in here ? `Electron cannot open a window here. Missing: ${here.missing}.` : '',
);

let folder: string;
test.beforeAll(() => {
  demandBuild();
  folder = mkdtempSync(join(tmpdir(), 'gangway-electron-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function startApp(
  dataDir: string,
  ...args: string[]
): Promise<{ app: ElectronApplication; page: Page }> {
  if ('missing' in here) throw new Error(here.missing);
  const app = await _electron.launch({
    executablePath: here.program,
    args: [...here.args, '--data-dir', join(folder, dataDir), ...args],
    cwd: projectFolder,
  });
  return { app, page: await app.firstWindow() };
}

test('the practice workspace opens with Today, and an invite is enqueued and kept over a restart', async () => {
  const first = await startApp('story', '--practice');
  await expect(first.page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  expect(first.page.url()).toMatch(/^app:\/\/gangway\//);

  await go(first.page, 'Invites');
  await first.page.getByRole('button', { name: 'Invite vendor' }).click();
  await first.page.getByLabel('Vendor email').fill('tove@halden.example.com');
  await first.page.getByLabel('First name').fill('Tove');
  await first.page.getByLabel('Company').fill('Halden Hoists');
  await first.page.keyboard.press('Control+Enter');
  const row = /Halden Hoists/;
  await expect(first.page.getByRole('row', { name: row })).toBeVisible();
  await first.app.close();

  const second = await startApp('story');
  await go(second.page, 'Invites');
  await expect(second.page.getByRole('row', { name: row })).toBeVisible();
  await second.app.close();
});

test('the window keeps its page in: no Node, no way out, nothing but the app’s own files', async () => {
  const { app, page } = await startApp('window', '--practice');
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  const found = z
    .object({ bridge: z.array(z.string()), leaks: z.array(z.string()), opened: z.boolean() })
    .parse(
      await page.evaluate(`({
        bridge: Object.keys(window.gangway).sort(),
        leaks: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
        opened: window.open('https://elsewhere.example/') !== null,
      })`),
    );
  expect(found).toEqual({ bridge: ['call', 'on'], leaks: [], opened: false });

  const status = await page.evaluate(
    `fetch('app://gangway/..%2fmain%2findex.js').then((answer) => answer.status)`,
  );
  expect(status).toBe(404);
  await page.evaluate(`void (location.href = 'https://elsewhere.example/')`);
  const refused = await page.evaluate(`fetch('https://elsewhere.example/').then(() => false, () => true)`);
  expect(refused).toBe(true);
  expect(page.url()).toMatch(/^app:\/\/gangway\//);
  expect(app.windows()).toHaveLength(1);
  await app.close();
});
