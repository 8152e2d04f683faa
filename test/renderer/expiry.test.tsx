import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { closeApps, openApp } from './open-app.tsx';
import { dayAhead } from './sample-company.ts';
import { click, find, placeNow, press, until } from './screen.tsx';
import { enqueueVerification } from './situations.ts';

/** The middle of next month, when one license runs out. */
const nextMonth = new Date(new Date().getFullYear(), new Date().getMonth() + 1, 15, 12);
const month = nextMonth.toISOString().slice(0, 7);
const inWords = (form: 'short' | 'long') =>
  [nextMonth.toLocaleString('en-US', { month: form }), String(nextMonth.getFullYear())] as const;
const nextBar = `1 license, ${inWords('short').join('')}`;

/** Two licenses that have run out, one that runs out next month, three in two years, and one without a date. */
async function submitLicenses(bridge: CoreBridge): Promise<void> {
  const dates = [
    dayAhead(-40),
    dayAhead(-9),
    `${month}-15`,
    dayAhead(730),
    dayAhead(731),
    dayAhead(732),
    null,
  ];
  for (const [index, expiryDate] of dates.entries()) {
    const licenseNumber = `20488${index}`;
    const details = expiryDate === null ? { licenseNumber } : { licenseNumber, expiryDate };
    bridge.service.replies.getVerificationResult = () => json({ parameters: details, response: details });
    const entryId = await enqueueVerification(bridge, details);
    await bridge.ask('verifications.checkNow', { entryId });
  }
}

/** Opens the expiry of these licenses, or a part of it. */
const openExpiry = (part = '') =>
  openApp(`#/verifications?tab=expiry${part}`, { company: 'new', before: submitLicenses });

const text = () => document.body.textContent ?? '';
const bars = () => [...document.querySelectorAll('[role=toolbar] button')];
const bar = (name: string) => find('[role=toolbar] button', name);

/** Presses a key where the focus is. */
const pressHere = (key: string) => press(key, document.activeElement ?? document.body);

beforeEach(() => {
  URL.createObjectURL = () => 'blob:made';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

describe('the expiry of licenses', () => {
  it('shows what has run out, twelve months and what is later, each bar by name and number', async () => {
    await openExpiry();
    await until(() => expect(bars()).toHaveLength(14));
    expect(bars()[0]?.textContent).toBe('2 licenses, Expired');
    expect(bars()[2]?.textContent).toBe(nextBar);
    expect(bars()[13]?.textContent).toBe('3 licenses, Later');
    expect(text()).toContain('1 license left out: no expiration date that Gangway can read');
  });

  it('is a table of months and numbers too, for those who listen', async () => {
    await openExpiry();
    await until(() => expect(bars()).toHaveLength(14));
    const rows = [...document.querySelectorAll('table tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toHaveLength(14);
    expect(rows[0]).toEqual(['Expired', '2']);
    expect(rows[2]).toEqual([inWords('long').join(' '), '1']);
  });

  it('lists the licenses of the bar that is chosen, and all of them when it is chosen again', async () => {
    const bridge = await openExpiry();
    const asked = () => bridge.asked.filter(({ name }) => name === 'expiry.page').at(-1)?.input;
    await click(await until(() => bar(nextBar)));
    await until(() => find('h2', `Licenses that expire in ${inWords('long').join(' ')}`));
    expect(placeNow()).toBe(`#/verifications?tab=expiry&month=${month}`);
    await until(() => expect(asked()).toMatchObject({ part: month }));
    expect(bar(nextBar).getAttribute('aria-pressed')).toBe('true');
    await click(bar(nextBar));
    await until(() => find('h2', 'All with an expiration date'));
    await until(() => expect(asked()).toMatchObject({ part: null }));
  });

  it('is one stop of the Tab key, with the arrow keys from bar to bar', async () => {
    await openExpiry();
    await until(() => expect(bars()).toHaveLength(14));
    expect(bars().filter((one) => one.getAttribute('tabindex') === '0')).toHaveLength(1);
    bar('2 licenses, Expired').focus();
    await pressHere('ArrowRight');
    await pressHere('ArrowRight');
    expect(document.activeElement).toBe(bar(nextBar));
    await pressHere('End');
    expect(document.activeElement).toBe(bar('3 licenses, Later'));
    await pressHere('ArrowRight');
    expect(document.activeElement).toBe(bar('3 licenses, Later'));
  });

  it('saves what is listed for a calendar', async () => {
    const bridge = await openExpiry('&month=overdue');
    await click(await until(() => find('button', 'Save for calendar')));
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'exports.beginCalendar')?.input).toEqual({
        part: 'overdue',
      }),
    );
  });

  it('says what would fill it while there is nothing, and why months could not be counted', async () => {
    await openApp('#/verifications?tab=expiry', { company: 'new' });
    await until(() => expect(text()).toContain('No license with an expiration date yet.'));
    await closeApps();
    await openApp('#/verifications?tab=expiry', {
      answers: { 'expiry.months': () => fail('storage', 'The stored data could not be read.') },
    });
    await until(() => expect(text()).toContain('The months could not be counted.'));
  });

  it('keeps the focus on the tabs when the arrow keys lead from the list to it and back', async () => {
    await openApp('#/verifications?tab=done');
    (await until(() => find('[role=tab]', 'Done'))).focus();
    await pressHere('ArrowRight');
    await until(() => expect(document.activeElement?.textContent).toBe('Expiration'));
    expect(placeNow()).toBe('#/verifications?tab=expiry');
    await pressHere('ArrowLeft');
    await until(() => expect(document.activeElement?.textContent).toMatch(/^Done/));
  });

  it('is reached from Today', async () => {
    await openApp('#/today');
    await click(await until(() => find('button', 'All licenses by month')));
    await until(() => expect(bars()).toHaveLength(14));
  });
});

describe('a verification', () => {
  it('saves its expiry for a calendar', async () => {
    const bridge = await openApp('#/verifications');
    const page = await bridge.call('verifications.page', { tab: 'all' });
    const entryId = page.ok ? page.value.rows[0]?.entryId : undefined;
    await closeApps();
    const opened = await openApp(`#/verifications/${entryId ?? ''}`);
    await click(await until(() => find('[aria-label="Save the expiration as a calendar file"]')));
    await until(() =>
      expect(opened.asked.find(({ name }) => name === 'exports.beginCalendar')?.input).toEqual({ entryId }),
    );
  });
});

describe('the report on a vendor', () => {
  it('is saved from the vendor’s page', async () => {
    const bridge = await openApp('#/vendors/48213');
    await click(await until(() => find('button[aria-label="More for this vendor"]')));
    await click(await until(() => find('[role=menuitem]', 'Save report')));
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'exports.beginVendorReport')?.input).toEqual({
        vendorId: '48213',
        withFiles: false,
      }),
    );
    await until(() => expect(bridge.asked.some(({ name }) => name === 'exports.next')).toBe(true));
  });

  it('says in place why it could not be made', async () => {
    await openApp('#/vendors/48213', {
      answers: { 'exports.beginVendorReport': () => fail('storage', 'The stored data could not be read.') },
    });
    await click(await until(() => find('button[aria-label="More for this vendor"]')));
    await click(await until(() => find('[role=menuitem]', 'Save report')));
    await until(() => find('[role=alert]', 'The report could not be made.'));
  });
});

describe('the export of what runs out', () => {
  it('is of the month that is shown', async () => {
    const bridge = await openExpiry('&month=overdue');
    await until(() => expect(find('button', 'Export').hasAttribute('disabled')).toBe(false));
    await click(find('button', 'Export'));
    await click(await until(() => find('[role=menuitem]', 'Export as CSV')));
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'exports.begin')?.input).toEqual({
        source: { list: 'license-expiry', part: 'overdue' },
        format: 'csv',
      }),
    );
  });
});

describe('the export of results', () => {
  it.each([
    ['verifications', 'Export', 'Export results as CSV', 'csv'],
    ['documents', 'More for documents', 'Export results as workbook', 'xlsx'],
  ])('is reached from %s', async (list, button, choice, format) => {
    const bridge = await openApp(`#/${list}`);
    await click(await until(() => find('button', button)));
    await click(await until(() => find('[role=menuitem]', choice)));
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'exports.begin')?.input).toMatchObject({
        source: { list, lines: 'results' },
        format,
      }),
    );
  });
});
