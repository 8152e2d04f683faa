import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { practiceJobId, seedPracticeJobs } from '../practice-jobs.ts';
import { expectScreen } from './person.ts';
import { openPractice, type OwnPractice } from './practice.ts';
import { temporaryFolder } from './processes.ts';
import { decideOnToday } from './today-decisions.ts';

// A coordinator's day from the first item of Today to the report, with keys alone. Every press is counted, typed letters too;
// what is pasted counts as one.

const rows = 200;
const kinds = 100;
/** Rows whose address is broken, and rows that say again who stands above them. */
const broken = [15, 65, 115, 165];
const repeated = [40, 80, 120, 160, 200];
const readyJobs = 17;
const allJobs = 20;
/** Ready to review once they are added: six of before are good enough not to be on Today. */
const toReview = 23;
const licenses = ['0871203', '0871204', '0871205'];

/** At most so many presses for each part of the day: a few more than were needed when this was written. */
const bounds = {
  Today: 45,
  'Import of 200 rows': 115,
  '20 documents': 68,
  '3 licenses': 90,
  'Waiver and undo': 50,
  'Requirement set': 100,
  'Phone question': 20,
  Report: 8,
} as const;
type Part = keyof typeof bounds;

/** Begins to count what is pressed with the mouse in this part of the day. */
const countClicks = `
  globalThis.clicksSoFar = 0;
  onmousedown = () => { clicksSoFar += 1; };
`;

/** What a person presses, counted by the part of the day. */
class Person {
  readonly counts = new Map<Part, { keys: number; clicks: number }>();
  readonly page: Page;
  #keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Does a part of the day. It ends where the keyboard can go on: something on the page has the focus. */
  async does(part: Part, work: () => Promise<void>): Promise<void> {
    this.#keys = 0;
    await this.page.evaluate(countClicks);
    await test.step(part, async () => {
      await work();
      await expect(this.page.locator('main :focus, [role="search"] :focus')).toHaveCount(1);
    });
    const clicks = Number(await this.page.evaluate('globalThis.clicksSoFar ?? 0'));
    this.counts.set(part, { keys: this.#keys, clicks });
  }

  /** Keys one after the other. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.page.keyboard.type(text);
  }

  async paste(text: string): Promise<void> {
    this.#keys += 1;
    await this.page.keyboard.insertText(text);
  }

  /** Goes on with Tab until something with this name has the focus. */
  async tabTo(name: string): Promise<void> {
    const { page } = this;
    await expect(page.getByRole('button', { name }).or(page.getByLabel(name)).first()).toBeVisible();
    const focused = page.locator(':focus');
    for (let steps = 0; steps < 40; steps += 1) {
      await this.press('Tab');
      const spoken = (await focused.count()) === 0 ? '' : await focused.ariaSnapshot();
      if (spoken.includes(`"${name}`)) return;
    }
    throw new Error(`Tab does not lead to ${name}.`);
  }

  /** Runs the first command, or opens the first thing, that the search field finds. */
  async search(text: string, first: string | RegExp): Promise<void> {
    await this.press('Control+k');
    await this.type(text);
    await expect(this.page.getByRole('option', { selected: true })).toContainText(first);
    await this.press('Enter');
  }
}

function list(): string {
  const lines = ['Company,First,Email,Phone'];
  for (let row = 1; row <= rows; row += 1) {
    const number = repeated.includes(row) ? row - 1 : row;
    const address = broken.includes(row) ? `v${row}.day.example.com` : `v${number}@day.example.com`;
    lines.push(`Trade ${row % kinds} Co. ${row},Vera,${address},(415) 555-0100`);
  }
  return `${lines.join('\n')}\n`;
}

let practice: OwnPractice;
let jobs: string[];

test.beforeEach(async ({ page }) => {
  practice = await openPractice(page, (folder) => (jobs = seedPracticeJobs(folder, readyJobs)));
  await expectScreen(page, 'Today');
});

test.afterEach(async () => {
  const complaints = practice.complaints();
  await practice.stop();
  expect(complaints).toEqual([]);
});

test(
  'a day of a coordinator is done with keys alone and has no dead end',
  { tag: '@nightly' },
  async ({ page }) => {
    test.slow();
    const folder = temporaryFolder('scripted-day');
    const file = join(folder, 'vendors.csv');
    writeFileSync(file, list());
    const me = new Person(page);
    const requirements = page.getByRole('region', { name: 'Requirements' });
    const told = (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

    await me.does('Today', () => decideOnToday(page, (key) => me.press(key)));

    await me.does('Import of 200 rows', async () => {
      await me.search('import inv', 'Import invites from a list');
      await expectScreen(page, 'Import list');
      await me.tabTo('Choose a file');
      const chooser = page.waitForEvent('filechooser');
      await me.press('Enter');
      await (await chooser).setFiles(file);
      await expect(page.getByRole('tab', { name: /^Needs fixing/ })).toContainText('9');
      await expect(page.getByRole('button', { name: /^Email of row 16:/ })).toBeVisible();
      await me.press('j');
      const focused = page.locator(':focus');
      for (const row of broken) {
        await expect(focused).toHaveAccessibleName(new RegExp(`^Email of row ${row + 1}:`));
        await me.press('Enter');
        await me.type(`v${row}@day.example.com`);
        await me.press('Enter');
      }
      for (const row of repeated) {
        await expect(focused).toHaveAccessibleName(`Include row ${row + 1} anyway`);
        await me.press('s');
      }
      await expect(page.getByRole('button', { name: /^Send 195 invites/ })).toBeEnabled();
      await me.press('Control+Enter');
      await told(/^195 invites queued/);
      await expectScreen(page, 'Invites');
    });

    await me.does('20 documents', async () => {
      const unknown = Array.from({ length: allJobs - readyJobs }, (_unused, index) =>
        practiceJobId(900 + index),
      );
      await me.search('add doc', 'Add documents');
      await expect(page.getByLabel('Job IDs')).toBeFocused();
      await me.paste([...jobs, ...unknown].join('\n'));
      await me.tabTo(`Add ${allJobs}`);
      await me.press('Enter');
      await told(`${allJobs} added`);
      await me.press('Enter');
      // What came meanwhile is not put among what somebody is about to decide on.
      await expect(page.getByRole('button', { name: `${readyJobs} new` })).toBeVisible();
      await me.tabTo(`${readyJobs} new`);
      await me.press('Enter');
      await expect(page.getByText(`${readyJobs + 1} of ${toReview}`, { exact: true })).toBeVisible();
      await Promise.all([me.press('g'), me.press('d')]);
      for (let left = toReview; left > toReview - readyJobs; left -= 1) {
        await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
        const open = page.url();
        await me.press('a');
        await expect(page).not.toHaveURL(open);
      }
    });

    await me.does('3 licenses', async () => {
      for (const license of licenses) {
        await me.search('verify', 'Verify a license');
        await expect(page.getByRole('textbox', { name: /^License number/ })).toBeFocused();
        await me.type(license);
        await me.press('Tab');
        await me.type('voltline');
        await expect(page.getByRole('option', { name: /^Voltline Controls/ })).toBeVisible();
        await me.press('ArrowDown', 'Enter', 'Control+Enter');
        await expectScreen(page, license);
      }
    });

    await me.does('Waiver and undo', async () => {
      await me.search('voltline', 'Voltline Controls');
      await expect(requirements).toContainText('Stop: W-9 waiver ended');
      const before = await requirements.getByRole('listitem').allTextContents();
      await me.tabTo('More for W-9');
      await me.press('Enter', 'w', 'Enter');
      await expect(page.getByLabel('Reason')).toBeFocused();
      await me.type('The form is on its way');
      await me.press('Tab', 'Enter');
      await expect(requirements).toContainText('May work');
      await me.press('Control+z');
      await told('Requirement waived: Undone.');
      await expect(requirements).toContainText('Stop: W-9 waiver ended');
      expect(await requirements.getByRole('listitem').allTextContents()).toEqual(before);
    });

    await me.does('Requirement set', async () => {
      await me.search('requirements', 'Requirements');
      await me.tabTo('Add a set');
      await me.press('Enter');
      await me.type('Cedar Terrace');
      await me.tabTo('Job sites');
      await me.type('Cedar Terrace');
      await told(/^Applies to \d vendors\.$/);
      await me.tabTo('Add a requirement: Document');
      await me.press('Enter');
      await expect(page.getByRole('dialog').getByLabel('Name').last()).toBeFocused();
      await me.type('Site plan');
      await me.tabTo('Type of document');
      await me.type('Site plan');
      await me.press('Enter');
      await expect(page.getByRole('list', { name: 'Requirement sets' })).toContainText(
        'Job sites: Cedar Terrace',
      );
    });

    await me.does('Phone question', async () => {
      await me.press('Control+k');
      await me.type('ironwood pier 40');
      const answer = page.getByRole('option', { selected: true });
      await expect(answer).toContainText('Ironwood Pest Control');
      await expect(answer).toContainText(/Stop At Pier 40 Lofts\. State license expired/);
    });

    await me.does('Report', async () => {
      await me.press('Enter');
      await expectScreen(page, 'Ironwood Pest Control');
      await me.tabTo('More for this vendor');
      const saving = page.waitForEvent('download');
      await me.press('Enter', 's', 'Enter');
      const report = await saving;
      expect(report.suggestedFilename()).toMatch(/^gangway-ironwood-.*\.pdf$/);
      expect(
        readFileSync(await report.path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    });

    for (const [part, { keys, clicks }] of me.counts) console.info(`${part}: ${keys} keys, ${clicks} clicks`);
    for (const [part, { keys, clicks }] of me.counts) {
      expect.soft(keys, part).toBeLessThanOrEqual(bounds[part]);
      expect.soft(clicks, part).toBe(0);
    }
    rmSync(folder, { recursive: true });
  },
);
