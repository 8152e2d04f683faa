import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, placeNow, press, until } from './screen.tsx';

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

afterEach(async () => {
  await clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the expiry of licenses', () => {
  it('shows what has run out, twelve months and what is later, each bar by name and number', async () => {
    await openApp('#/verifications?tab=expiry');
    await until(() => expect(bars()).toHaveLength(14));
    expect(bars()[0]?.textContent).toBe('2 licenses, Expired');
    expect(bars()[1]?.textContent).toBe('1 license, Jun2026');
    expect(bars()[12]?.textContent).toBe('3 licenses, May2027');
    expect(bars()[13]?.textContent).toBe('14 licenses, Later');
    expect(text()).toContain('3 licenses left out: no expiry date that Gangway can read');
  });

  it('is a table of months and numbers too, for those who listen', async () => {
    await openApp('#/verifications?tab=expiry');
    await until(() => expect(bars()).toHaveLength(14));
    const rows = [...document.querySelectorAll('table tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toHaveLength(14);
    expect(rows[0]).toEqual(['Expired', '2']);
    expect(rows[2]).toEqual(['July 2026', '4']);
  });

  it('lists the licenses of the bar that is chosen, and all of them when it is chosen again', async () => {
    const bridge = await openApp('#/verifications?tab=expiry');
    const asked = () => bridge.asked.filter(({ name }) => name === 'expiry.page').at(-1)?.input;
    await click(await until(() => bar('1 license, Jun2026')));
    await until(() => find('h2', 'Licenses that run out in June 2026'));
    expect(placeNow()).toBe('#/verifications?tab=expiry&month=2026-06');
    await until(() => expect(asked()).toMatchObject({ part: '2026-06' }));
    expect(bar('1 license, Jun2026').getAttribute('aria-pressed')).toBe('true');
    await click(bar('1 license, Jun2026'));
    await until(() => find('h2', 'All with an expiry date'));
    await until(() => expect(asked()).toMatchObject({ part: null }));
  });

  it('is one stop of the Tab key, with the arrow keys from bar to bar', async () => {
    await openApp('#/verifications?tab=expiry');
    await until(() => expect(bars()).toHaveLength(14));
    expect(bars().filter((one) => one.getAttribute('tabindex') === '0')).toHaveLength(1);
    bar('2 licenses, Expired').focus();
    await pressHere('ArrowRight');
    expect(document.activeElement).toBe(bar('1 license, Jun2026'));
    await pressHere('End');
    expect(document.activeElement).toBe(bar('14 licenses, Later'));
    await pressHere('ArrowRight');
    expect(document.activeElement).toBe(bar('14 licenses, Later'));
  });

  it('saves what is listed for a calendar', async () => {
    const bridge = await openApp('#/verifications?tab=expiry&month=overdue');
    await click(await until(() => find('button', 'Save for calendar')));
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'exports.beginCalendar')?.input).toEqual({
        part: 'overdue',
      }),
    );
  });

  it('says what would fill it while there is nothing, and why months could not be counted', async () => {
    await openApp('#/verifications?tab=expiry', 'empty');
    await until(() => expect(text()).toContain('No license with an expiry date yet.'));
    await clear();
    await openApp('#/verifications?tab=expiry', 'online', {
      'expiry.months': () => fail('storage', 'The stored data could not be read.'),
    });
    await until(() => expect(text()).toContain('The months could not be counted.'));
  });

  it('keeps the focus on the tabs when the arrow keys lead from the list to it and back', async () => {
    await openApp('#/verifications?tab=done');
    (await until(() => find('[role=tab]', 'Done'))).focus();
    await pressHere('ArrowRight');
    await until(() => expect(document.activeElement?.textContent).toBe('Expiry'));
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
    await clear();
    const opened = await openApp(`#/verifications/${entryId ?? ''}`);
    await click(await until(() => find('[aria-label="Save the expiry for a calendar"]')));
    await until(() =>
      expect(opened.asked.find(({ name }) => name === 'exports.beginCalendar')?.input).toEqual({ entryId }),
    );
  });
});

describe('the report on a vendor', () => {
  it('is saved from the vendor’s page', async () => {
    const bridge = await openApp('#/vendors/48213');
    await click(await until(() => find('button', 'Save report')));
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'exports.beginVendorReport')?.input).toEqual({
        vendorId: '48213',
      }),
    );
    await until(() => expect(bridge.asked.some(({ name }) => name === 'exports.next')).toBe(true));
  });

  it('says in place why it could not be made', async () => {
    await openApp('#/vendors/48213', 'online', {
      'exports.beginVendorReport': () => fail('storage', 'The stored data could not be read.'),
    });
    await click(await until(() => find('button', 'Save report')));
    await until(() => find('[role=alert]', 'The report could not be made.'));
  });
});

describe('the export of what runs out', () => {
  it('is of the month that is shown', async () => {
    const bridge = await openApp('#/verifications?tab=expiry&month=overdue');
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
