import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { xlsx } from '#test/unit/xlsx-file.ts';
import { addAxe } from './axe.ts';
import { examine, prepare } from './examine.ts';
import { chooseList } from './list-import.ts';
import { connect, expectScreen, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder, type RunningService } from './processes.ts';

// The states of screens that the filled practice workspace does not show: new, empty, offline, refused, unread, stopped.

const lists = ['today', 'vendors', 'invites', 'verifications', 'documents', 'outbox'] as const;

const asked = z.object({ id: z.number(), name: z.string() });

/** What screens ask for to show what they show. */
const shownCalls = /^(?:today\.summary|\w+\.(?:page|counts|get|months|queue))$/;

/** How the host answers what screens ask for to show. */
type Answers = 'all' | 'none' | 'failures';

/** Lets a page's questions to the host be answered, held back or refused. */
async function controlAnswers(page: Page): Promise<(answers: Answers) => void> {
  let answers: Answers = 'all';
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
  return (to) => {
    answers = to;
  };
}

/** From the first start of the app to a workspace in which nothing is yet. */
async function beginAnew(page: Page, service: RunningService, see: See): Promise<void> {
  await see('first start', 'Connect to your company', { bare: true });
  await page.getByRole('button', { name: /^Connect/ }).click();
  await see('Welcome with fields left blank', /address/, { bare: true });
  await page.getByLabel('Company name').fill('Harborline Property Group');
  await page.getByLabel('Service address').fill('https://127.0.0.1:1');
  await page.getByLabel('Access token').focus();
  await see('Welcome, nothing answers', 'Nothing answered at this address.', { bare: true });
  await page.getByLabel('Service address').fill(service.baseUrl);
  await page.getByLabel('Access token').fill('no-such-token');
  await page.getByLabel('A vendor ID to check with').fill('48213');
  await page.getByRole('button', { name: /^Connect/ }).click();
  await see('Welcome, token refused', 'did not accept this token', { bare: true });
  await connect(page, service.baseUrl, service.token, '48213');
  await expect(sendingBlock(page)).toContainText('Online');
}

async function importList(page: Page, folder: string, see: See): Promise<void> {
  const broken = join(folder, 'broken.xlsx');
  writeFileSync(broken, Buffer.from('PK\u0003\u0004 and nothing that belongs there.'));
  await chooseList(page, 'invites', broken);
  await see('import, a file that cannot be read', /^This .* cannot be read/);
  const file = join(folder, 'list.csv');
  writeFileSync(file, 'Email,First name,Company\r\nada@pine.example.com,Ada,Pine\r\nbroken,Jon,Harrow\r\n');
  await chooseList(page, 'invites', file);
  await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toBeVisible();
  await see('import, columns and rows with problems', /^An email address needs an @/);
  await page
    .getByRole('button', { name: /^Email of row/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('textbox', { name: /^Email of row/ })).toBeFocused();
  await see('import, a cell that is corrected', 'list.csv');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save as preset' }).click();
  await see('import, naming a preset', 'Save the columns as a preset');
  await page.getByLabel('Name', { exact: true }).fill('From head office');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Presets' }).click();
  await see('import, menu of presets', 'Delete “From head office”');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^(?:Send|Queue) 1 invite/ }).click();
  await see('import, queued, with a toast', /^1 invite queued/);
  const twoSheets = join(folder, 'two-sheets.xlsx');
  const people = [
    ['Email', 'Company'],
    ['ina@fern.example.com', 'Fern'],
  ];
  writeFileSync(twoSheets, xlsx({ sheets: [[['Read me first']], people] }));
  await chooseList(page, 'invites', twoSheets);
  await page.getByRole('button', { name: /Sheet$/ }).click();
  await see('import, choosing a sheet', 'two-sheets.xlsx');
  await page.keyboard.press('Escape');
  await open(page, '#/verifications/import');
  const licenses = join(folder, 'licenses.csv');
  writeFileSync(licenses, 'License number,State\r\n1048827,CA\r\n,CA\r\n');
  await chooseList(page, 'verifications', licenses);
  await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toBeVisible();
  await see('import of licenses, rows with problems', 'licenses.csv');
}

async function fail(page: Page, service: RunningService, see: See): Promise<void> {
  const invite = async (email: string, company: string) => {
    await open(page, '#/invites/new');
    await page.getByLabel('Vendor email').fill(email);
    await page.getByLabel('Company').fill(company);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('row', { name: new RegExp(company) }).click();
    await expect(page.getByRole('complementary')).toContainText(company);
  };
  await service.misbehave([
    { kind: 'status', status: 422, body: '{"message":"email is on a list"}', operation: 'inviteVendor' },
  ]);
  await invite('sol@harrow.example.com', 'Harrow Gutter Works');
  await see('an invite that was refused', 'email is on a list');
  await service.misbehave([{ kind: 'drop_after_applying', operation: 'inviteVendor' }]);
  await invite('una@lantern.example.com', 'Lantern Lifts');
  await see('an invite that may have been sent', 'The vendor may already have the email.');
  await page.getByRole('button', { name: /^Send again/ }).click();
  await see('Send again, asked once more', 'Send this invite again?');

  await service.misbehave([]);
  await open(page, '#/vendors?look-up=99999');
  await page
    .getByRole('button', { name: /^Look up/ })
    .last()
    .click();
  await open(page, '#/vendors/99999');
  await see('a vendor that the service does not know', /no vendor with this ID|99999/);
  await service.misbehave([{ kind: 'wrong_types', operation: 'getVendorProfile' }]);
  await open(page, '#/vendors/48213');
  await page
    .getByRole('button', { name: /^(?:Refresh|Look up)/ })
    .first()
    .click();
  await see('a profile of another vendor', 'another vendor’s profile');
  await service.misbehave([{ kind: 'html', applied: false, operation: 'getDocumentResult' }]);
  await open(page, '#/documents/add');
  await page.getByLabel('Job IDs').fill('7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01');
  await page.getByRole('button', { name: 'Add 1' }).click();
  await see('documents that are added', /added/);
  await open(page, '#/documents/7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01');
  await see('a document without a result', /Not ready|no result|not ready/);

  await service.misbehave([{ kind: 'status', status: 503, retryAfter: '600' }]);
  await invite('ivo@moss.example.com', 'Moss Masonry');
  await see('the service has trouble', /trouble|busy|Retry/);
  await service.misbehave([{ kind: 'status', status: 401 }]);
  await open(page, '#/outbox');
  await page.keyboard.press('Shift+S');
  await expect(sendingBlock(page)).toContainText('Signed out');
  await see('the token was refused, Outbox', /Sign in/);
  await open(page, '#/today?sign-in=open');
  await see('the token was refused, signing in', 'Save token');
  await open(page, '#/settings');
  await page.getByRole('button', { name: 'Forget' }).click();
  await see('Forget the token, asked once more', 'Forget the access token?');
  await page.keyboard.press('Escape');
}

/** Waits for a text, and examines what is there then. */
type See = (
  name: string,
  ready: string | RegExp,
  options?: { bare?: boolean; covered?: boolean },
) => Promise<void>;

test(
  'everybody can use every state of a workspace that the practice one does not show',
  { tag: '@nightly' },
  async ({ page }) => {
    test.setTimeout(1_200_000);
    const folder = temporaryFolder('every-state');
    const service = await startService(join(folder, 'service'));
    const app = await startApp(join(folder, 'app'), ['--welcome']);
    const visited: string[] = [];
    const see: See = async (name, ready, options = {}) => {
      await expect(page.getByText(ready).first()).toBeVisible();
      await examine(page, name, options);
      visited.push(name);
    };
    await addAxe(page);
    await prepare(page);
    const answer = await controlAnswers(page);
    await page.goto(app.url);

    await beginAnew(page, service, see);
    for (const list of lists) {
      await open(page, `#/${list}`);
      await see(`${list}, empty`, /./);
    }
    await importList(page, folder, see);
    await fail(page, service, see);

    await open(page, '#/outbox');
    await page.keyboard.press('p');
    await expect(sendingBlock(page)).toContainText('Paused');
    await see('Outbox, paused', 'Paused');
    await page.keyboard.press('Control+Shift+O');
    await expect(sendingBlock(page)).toContainText('Working offline');
    for (const list of lists) {
      await open(page, `#/${list}`);
      await see(`${list}, offline`, /./);
    }

    let loads = 0;
    for (const answers of ['none', 'failures'] as const) {
      answer(answers);
      for (const list of [...lists, 'vendors/48213'] as const) {
        loads += 1;
        await page.goto(`${new URL(page.url()).origin}/?load=${loads}#/${list}`);
        if (answers === 'none') await see(`${list}, loading`, /./);
        else await see(`${list}, that could not be read`, 'The stored data could not be read.');
      }
    }
    answer('all');
    await open(page, '#/today');
    await expectScreen(page, 'Today');
    await expect(sendingBlock(page)).toContainText('Working offline');
    await app.kill();
    await see('the host is gone', 'Gangway stopped', { covered: true });
    console.info(`examined in every look and size, ${visited.length} states: ${visited.join(', ')}`);
    await service.stop();
    rmSync(folder, { recursive: true });
  },
);
