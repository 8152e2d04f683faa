import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { chooseList, queueList } from './list-import.ts';
import { connect, go, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

const rows = 300;

/** A list as people have it: every fiftieth date is written in a way that can be read twice, every thirtieth row comes again. */
function list(): { text: string; good: string[]; broken: string[] } {
  const lines = ['Lic. No.,Trade,Business,State,Expires,Anmerkung'];
  const good: string[] = [];
  const broken: string[] = [];
  for (let row = 1; row <= rows; row += 1) {
    const again = row % 30 === 7;
    const isBroken = row % 50 === 0;
    const number = `LX-${String(again ? row - 1 : row).padStart(5, '0')}`;
    if (isBroken) broken.push(number);
    else if (!again) good.push(number);
    lines.push(`${number},HVAC,"Firm, No. ${row}",CA,${isBroken ? '31.12.39' : '12/31/2039'},Oakland`);
  }
  return { text: `${lines.join('\r\n')}\r\n`, good, broken };
}

test(
  'a list of licenses is mapped, checked and queued offline, survives a kill, is submitted once, and its bad rows come back',
  { tag: '@nightly' },
  async ({ page }) => {
    const folder = temporaryFolder('license-import');
    const { text, good, broken } = list();
    const file = join(folder, 'licenses-june.csv');
    writeFileSync(file, text);

    let service = await startService(join(folder, 'service'));
    let app = await startApp(join(folder, 'app'), ['--welcome']);
    await page.goto(app.url);
    await connect(page, service.baseUrl, service.token, '48213');
    await expect(sendingBlock(page)).toContainText('Online');
    await service.stop();

    await chooseList(page, 'verifications', file);
    await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toContainText(String(rows - good.length));
    await page.getByRole('button', { name: /What Anmerkung is in the verification/ }).click();
    await page.getByRole('option', { name: 'City' }).click();
    await expect(page.getByRole('columnheader', { name: 'City' })).toBeVisible();
    const date = page.getByText('2039-12-31').first();
    await date.scrollIntoViewIfNeeded();
    await expect(date).toBeVisible();
    await expect(page.getByText(/Same license as row \d+ in this list/).first()).toBeVisible();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Save the \d+ rows as CSV/ }).click(),
    ]);
    const problems = readFileSync(await download.path(), 'utf8');
    const dateless = problems.split('\r\n').filter((line) => line.includes('Enter it as 2039-12-31.'));
    expect(dateless.map((line) => line.split(',')[0])).toEqual(broken);

    await queueList(page, `${good.length} licenses`);
    await expect(sendingBlock(page)).toContainText(`Offline · ${good.length} waiting`);
    await app.kill();

    app = await startApp(join(folder, 'app'));
    await page.goto(app.url);
    await go(page, 'Verifications');
    await expect(page.getByRole('tab', { name: /^Waiting/ })).toContainText(String(good.length));

    service = await startService(join(folder, 'service'), service.port);
    await expect(sendingBlock(page)).toContainText('Online · all sent');
    const first = await service.submitted();
    expect(first.map(({ data }) => data.licenseNumber).toSorted()).toEqual(good.toSorted());
    expect(new Set(first.map(({ type, data }) => `${type} ${data.expiryDate ?? ''}`))).toEqual(
      new Set(['license 2039-12-31']),
    );
    expect(await service.posts()).toEqual(good.toSorted());

    const corrected = join(folder, download.suggestedFilename());
    writeFileSync(corrected, problems.replaceAll('31.12.39', '12/31/2039'));
    await chooseList(page, 'verifications', corrected);
    await expect(page.getByText(/Already submitted .* from licenses-june\.csv/).first()).toBeVisible();
    await queueList(page, `${broken.length} licenses`);
    const all = [...good, ...broken].toSorted();
    await expect.poll(async () => (await service.submitted()).length).toBeGreaterThanOrEqual(all.length);
    await expect(sendingBlock(page)).toContainText('Online · all sent');
    expect((await service.submitted()).map(({ data }) => data.licenseNumber).toSorted()).toEqual(all);
    expect(await service.posts()).toEqual(all);
    await service.stop();
    await app.stop();
    rmSync(folder, { recursive: true });
  },
);
