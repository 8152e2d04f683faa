import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { chooseList, queueList } from './list-import.ts';
import { connect, go, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

const heading = 'Anschrift;First;Last;Firm;Telefon';

/** A list as people have it: every fiftieth address is broken, and as many rows say again who stands above it. */
function list(rows: number): { text: string; good: string[]; broken: string[] } {
  const lines = [heading];
  const good: string[] = [];
  const broken: string[] = [];
  for (let row = 1; row <= rows; row += 1) {
    const again = row % 50 === 25;
    const isBroken = row % 50 === 0;
    const number = again ? row - 1 : row;
    const address = isBroken ? `vendor${row}.list.example.com` : `vendor${number}@list.example.com`;
    if (isBroken) broken.push(address);
    else if (!again) good.push(address);
    lines.push(
      `${address};Vera;Row ${row};"Firm; No. ${row}";(415) 555-${String(row % 10_000).padStart(4, '0')}`,
    );
  }
  return { text: `${lines.join('\r\n')}\r\n`, good, broken };
}

for (const { rows, details } of [
  { rows: 100, details: {} },
  { rows: 2000, details: { tag: '@nightly' } },
])
  test(
    `a list of ${rows} is mapped, checked and queued offline, survives a kill, goes out once, and its bad rows come back`,
    details,
    async ({ page }) => {
      const repeated = rows / 50;
      const problems = rows / 50 + repeated;
      test.setTimeout(1_200_000);
      const folder = temporaryFolder('import');
      const { text, good, broken } = list(rows);
      const file = join(folder, 'vendors-june.csv');
      writeFileSync(file, text, 'latin1');

      let service = await startService(join(folder, 'service'));
      let app = await startApp(join(folder, 'app'), ['--welcome']);
      await page.goto(app.url);
      await connect(page, service.baseUrl, service.token, '48213');
      await expect(sendingBlock(page)).toContainText('Online');
      await service.stop();

      await chooseList(page, 'invites', file);
      await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toContainText(String(problems));
      await page.getByRole('button', { name: /What Firm is in the invite/ }).click();
      await page.getByRole('option', { name: 'Company name' }).click();
      await expect(page.getByRole('columnheader', { name: 'Company name' })).toBeVisible();
      await expect(page.getByText('An email address needs an @').first()).toBeVisible();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save the ${problems} rows as CSV` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('vendors-june-needs-fixing.csv');
      const saved = readFileSync(await download.path(), 'utf8');
      const withoutAt = saved.split('\r\n').filter((line) => line.includes('needs an @'));
      expect(withoutAt.map((line) => line.split(',')[0])).toEqual(broken);

      await queueList(page, `${good.length.toLocaleString('en-US')} invites`);
      await expect(sendingBlock(page)).toContainText(
        `Offline · ${good.length.toLocaleString('en-US')} waiting`,
      );
      await app.kill();

      app = await startApp(join(folder, 'app'));
      await page.goto(app.url);
      await go(page, 'Invites');
      await expect(page.getByRole('tab', { name: /^Waiting/ })).toContainText(
        good.length.toLocaleString('en-US'),
      );
      expect(await service.mail().catch(() => null)).toBeNull();

      service = await startService(join(folder, 'service'), service.port);
      await expect(sendingBlock(page)).toContainText('Online · all sent', { timeout: 900_000 });
      const first = (await service.mail()).map(({ to }) => to);
      expect(first.toSorted()).toEqual(good.toSorted());
      expect(await service.posts()).toEqual(good.toSorted());

      const corrected = join(folder, download.suggestedFilename());
      writeFileSync(corrected, saved.replaceAll(/vendor(\d+)\.list/g, 'vendor$1@list'));
      const fixed = broken.map((address) => address.replace('.list', '@list'));
      await chooseList(page, 'invites', corrected);
      await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toContainText(String(repeated));
      await expect(page.getByText(/Already invited .* from vendors-june\.csv/).first()).toBeVisible();
      await queueList(page, `${fixed.length} invites`);
      const all = [...good, ...fixed].toSorted();
      await expect.poll(async () => (await service.mail()).length).toBeGreaterThanOrEqual(all.length);
      await expect(sendingBlock(page)).toContainText('Online · all sent');
      expect((await service.mail()).map(({ to }) => to).toSorted()).toEqual(all);
      expect(await service.posts()).toEqual(all);
      await service.stop();
      await app.stop();
      rmSync(folder, { recursive: true });
    },
  );
