import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { chooseList } from './list-import.ts';
import { expectScreen } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';

const folder = temporaryFolder('import-keys');

test.afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** 200 rows of which 9 need a person: six wrong cells, a title, and two that stand in the list before. */
function list(): string {
  const wrong: Record<number, string> = {
    11: 'v11.list.example.com',
    38: '',
    61: 'v61@list',
    77: 'v77@list..example.com',
    102: 'v102@list.example.com; v@list.example.com',
    165: '@list.example.com',
  };
  const lines = ['Company,First,Email,Phone'];
  for (let row = 2; row <= 201; row += 1) {
    const again = row === 118 || row === 190;
    const email = wrong[row] ?? `v${again ? row - 1 : row}@list.example.com`;
    lines.push(row === 140 ? 'Roofing' : `Company ${row},Vera,${email},(415) 555-0100`);
  }
  return `${lines.join('\n')}\n`;
}

async function openImport(page: Page, text: string): Promise<() => Promise<void>> {
  const file = join(folder, 'vendors.csv');
  writeFileSync(file, text);
  const app = await startApp(join(folder, `app-${Date.now()}`), ['--practice']);
  await page.goto(app.url);
  await expectScreen(page, 'Today');
  await chooseList(page, 'invites', file);
  return () => app.stop();
}

test(
  'nine problems among 200 rows take at most three keys each, without the mouse',
  { tag: '@nightly' },
  async ({ page }) => {
    const stop = await openImport(page, list());
    const problems = page.getByRole('tab', { name: /^Needs fixing/ });
    await expect(problems).toContainText('9');
    // The rows come a moment after their number; a key that nobody could mean yet goes nowhere.
    await expect(page.getByRole('button', { name: /^Email of row 11:/ })).toBeVisible();

    let pressed = 0;
    async function press(key: string): Promise<void> {
      pressed += 1;
      await page.keyboard.press(key);
    }
    const focused = page.locator(':focus');

    await press('j');
    for (const row of [11, 38, 61, 77, 102, 165]) {
      if (row === 165) {
        await expect(focused).toHaveAccessibleName('Skip the title in row 140');
        await press('Enter');
      }
      await expect(focused).toHaveAccessibleName(new RegExp(`^Email of row ${row}:`));
      await press('Enter');
      await expect(page.getByRole('textbox', { name: `Email of row ${row}` })).toBeFocused();
      await page.keyboard.type(`fixed${row}@list.example.com`);
      await press('Enter');
    }
    await expect(focused).toHaveAccessibleName('Include row 118 anyway');
    await press('Enter');
    await expect(focused).toHaveAccessibleName('Include row 190 anyway');
    await press('s');
    await expect(problems).toContainText('0');
    expect(pressed).toBeLessThanOrEqual(3 * 9);
    await expect(page.getByRole('button', { name: /^Send 198 invites/ })).toBeEnabled();
    await stop();
  },
);

test(
  'letters that are typed in a list of choices choose there and do nothing else',
  { tag: '@nightly' },
  async ({ page }) => {
    const stop = await openImport(
      page,
      'Email,Firma,Notes\na@list.example.com,Acme,x\nmailto:b@list.example.com,Bolt,y\n',
    );
    const select = page.getByRole('button', { name: /What Notes is in the invite/ });
    await expect(page.getByText('1 column is not used: Notes')).toBeVisible();
    const fix = page.getByRole('button', { name: /^Fix 1 automatically/ });
    await expect(fix).toBeVisible();
    await select.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('m');
    await page.keyboard.press('i');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(select).toBeFocused();
    // Closed, it is still a list of choices: letters choose in it.
    await page.keyboard.press('m');
    await page.keyboard.press('i');
    await expect(fix).toBeVisible();
    await expectScreen(page, 'Import list');
    await stop();
  },
);
