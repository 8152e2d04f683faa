import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from '#renderer/stores/navigation.ts';
import { sendFile, useImport } from '#renderer/features/imports/import-store.ts';
import { importFieldLabels, listFields } from '#shared/import-fields.ts';
import type { Situation } from './fake-bridge.ts';
import { fail, toId, type Handlers } from './fake/core.ts';
import { fakeImports } from './fake/imports.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { acting, clear, click, field, find, placeNow, press, type, until } from './screen.tsx';

async function open(situation: Situation, overrides: Handlers = {}, hash = '#/invites/import') {
  return openApp(hash, situation, overrides);
}

const text = () => document.body.textContent ?? '';

function editor(): HTMLInputElement {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement)) throw new Error('No cell is being edited.');
  return input;
}

/** The page lays nothing out: this tells that what is looked at is so wide, in CSS pixels; null tells nothing. */
let windowWidth: number | null = null;
class OneSize {
  told: (entries: readonly never[]) => void;
  constructor(told: (entries: readonly never[]) => void) {
    this.told = told;
  }
  observe(target: Element): void {
    if (windowWidth === null) return;
    Object.defineProperty(target, 'clientWidth', { configurable: true, value: windowWidth });
    this.told([]);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  windowWidth = null;
  vi.stubGlobal('ResizeObserver', OneSize);
});
afterEach(async () => {
  await clear();
  useImport.setState({ kind: 'asking', status: null, sending: false, problem: null });
});

describe('the import of a list', () => {
  it('opens on the rows to look at, with what is wrong in words', async () => {
    await open('online');
    await until(() => expect(text()).toContain('Two dots in a row. Check the part after @.'));
    expect(text()).toContain('Same vendor as row 2 in this list. Row 2 is kept.');
    expect(find('[role=tab][aria-selected=true]').textContent).toBe('Needs fixing7');
  });

  it('shows the row that a duplicate is the same as, and leads back', async () => {
    const bridge = await open('online');
    await click(await until(() => find('button', 'Show row 2')));
    await until(() => expect(document.activeElement?.textContent).toContain('Harbor Vendor 0'));
    expect(find('[role=tab][aria-selected=true]').textContent).toContain('All');
    expect(find('[role=grid] [role=row][aria-rowindex="2"]')).toBe(document.activeElement);
    const latestPage = () => bridge.asked.findLast(({ name }) => name === 'imports.page')?.input;
    expect(latestPage()).toMatchObject({ filter: 'all', from: 2, after: null });
    await click(find('button', 'Show from the first'));
    await until(() => expect(text()).not.toContain('These rows start at row 2.'));
    expect(latestPage()).toMatchObject({ filter: 'all', from: null });
  });

  it('says above the rows which columns are not used, and leads to where that is chosen', async () => {
    await open('online');
    await until(() => expect(text()).toContain('1 column is not used: Internal no.'));
    await click(find('button', 'Choose what the columns are'));
    expect(document.activeElement?.getAttribute('aria-label')).toContain(
      'What Internal no. is in the invite',
    );
  });

  it('says which sheet the list was found on, and takes another', async () => {
    const workbook = { sheets: ['Read me', 'Vendors'], sheet: 1, sheetFound: true };
    const bridge = await open(
      'online',
      fakeImports('online', () => undefined, workbook),
    );
    await until(() =>
      expect(text()).toContain('The list was found on the sheet “Vendors”, and “Read me” was passed over'),
    );
    await click(find('button', 'Other sheets'));
    await click(await until(() => find('[role=menuitem]', 'Read me')));
    expect(bridge.asked.find(({ name }) => name === 'imports.chooseSheet')?.input).toMatchObject({
      sheet: 0,
    });
  });

  it('counts only ready rows on its button', async () => {
    await open('online');
    await until(() => find('button', 'Send 214 invites'));
    await click(find('button', 'Include row 204 anyway'));
    await until(() => find('button', 'Send 215 invites'));
  });

  it('saves a cell with Enter and puts it back with Esc', async () => {
    const bridge = await open('online');
    await click(await until(() => find('button', 'Email of row 61')));
    await type(editor(), 'lena@elsewhere.example.com');
    await press('Escape', editor());
    expect(bridge.asked.some(({ name }) => name === 'imports.editCell')).toBe(false);
    await until(() => find('button', 'Email of row 61: lena@brickyard'));
    await click(find('button', 'Email of row 61'));
    await type(editor(), 'lena@brickyard.example.com');
    await press('Enter', editor());
    await until(() => find('button', 'Send 215 invites'));
    await until(() => find('button', 'Email of row 61: lena@brickyard.example.com'));
  });

  it('goes on to the next problem with Tab', async () => {
    await open('online');
    await click(await until(() => find('button', 'Email of row 14')));
    expect(editor().getAttribute('aria-label')).toBe('Email of row 14');
    await press('Tab', editor());
    await until(() => expect(editor().getAttribute('aria-label')).toBe('Email of row 38'));
  });

  it.each([
    ['invites', '#/invites/import', 'Two dots in a row. Check the part after @.', 'Email of row 14'],
    ['licenses', '#/verifications/import', 'Expiry date: 2026-12-31', 'Expiry date of row 23'],
  ])('says what is wrong with a row of %s in a narrow window', async (_list, hash, words, cell) => {
    windowWidth = 684;
    await open('online', {}, hash);
    await until(() => expect(text()).toContain(words));
    expect(find('[role=grid] [role=row] button', cell).getAttribute('tabindex')).toBe('0');
  });

  it('leads from what is said of a column that is out of sight to its cell', async () => {
    windowWidth = 684;
    await open('online', {}, '#/verifications/import');
    await click(await until(() => find('button[title="Correct this cell"]', 'Expiry date:')));
    await until(() => expect(editor().getAttribute('aria-label')).toBe('Expiry date of row 23'));
  });

  it('queues with the keyboard, says how many, and takes them back', async () => {
    const bridge = await open('online');
    await until(() => find('button', 'Send 214 invites'));
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(text()).toContain('214 invites queued'));
    expect(bridge.asked.find(({ name }) => name === 'imports.queue')?.input).toMatchObject({ expected: 214 });
    expect(placeNow()).toBe('#/invites');
    await click(find('button', 'Undo'));
    await until(() => expect(text()).toContain('200 invites taken back and not sent. 14 had already left.'));
  });

  it('says why nothing was queued and keeps the list', async () => {
    await open('online', {
      'imports.queue': () => fail('storage', 'Nothing was queued, and the list stays open.'),
    });
    await click(await until(() => find('button', 'Send 214 invites')));
    await until(() => find('[role=alert]', 'the list stays open'));
    expect(text()).toContain('Two dots in a row.');
  });

  it('says while offline that queued invites will wait', async () => {
    await open('offline');
    await until(() =>
      expect(text()).toContain('Queued invites are saved here and sent when the network is back.'),
    );
  });

  it('says so when the file is gone while it is read, and ends the import', async () => {
    const bridge = await open('empty');
    await until(() => expect(text()).toContain('Drop a CSV or XLSX file, or choose one'));
    const file = new File(['Email\na@x.example.com\n'], 'gone.csv');
    Object.defineProperty(file, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
    });
    await acting(() => sendFile(file, 'invites'));
    await until(() => find('[role=alert]', 'could not be read to its end'));
    expect(bridge.asked.some(({ name }) => name === 'imports.cancel')).toBe(true);
    expect(bridge.asked.some(({ name }) => name === 'imports.finish')).toBe(false);
  });

  it('hands a file over in pieces and shows it once it is checked', async () => {
    const bridge = await open('empty');
    await until(() => find('button', 'Choose a file'));
    await acting(() => sendFile(new File([new Uint8Array(2_500_000)], 'big.csv'), 'invites'));
    const offsets = bridge.asked.flatMap(({ name, input }) =>
      name === 'imports.append' && typeof input === 'object' && input !== null && 'offset' in input
        ? [input.offset]
        : [],
    );
    expect(offsets).toEqual([0, 1_048_576, 2_097_152]);
    await until(() => find('button', 'Send 214 invites'));
  });

  it('says why a file cannot be used and offers to choose another', async () => {
    await open('empty', { 'imports.begin': () => fail('bad_input', 'This file is larger than 100 MB.') });
    await until(() => find('button', 'Choose a file'));
    await acting(() => sendFile(new File(['x'], 'huge.csv'), 'invites'));
    await until(() => find('[role=alert]', 'This file is larger than 100 MB.'));
    find('button', 'Choose a file');
  });
});

describe('the import of a list of licenses', () => {
  const place = '#/verifications/import';

  it('offers the fields of a verification, and says what is wrong in words', async () => {
    await open('online', {}, place);
    await until(() => find('button', 'Submit 42 licenses'));
    await until(() => expect(text()).toContain('The spreadsheet shortened this number.'));
    expect(text()).toContain('Same license as row 12 in this list.');
    await click(find('button', 'License number (needed)'));
    const offered = [...document.querySelectorAll('[role=option]')].map((one) => one.textContent);
    expect(offered).toEqual(
      listFields.verifications.map((field) =>
        field === 'licenseNumber' ? 'License number (needed)' : importFieldLabels[field],
      ),
    );
  });

  it('says which row holds the headings and what is left out, and takes another', async () => {
    const bridge = await open('online', {}, place);
    await until(() => find('button', 'Row 5: License # · Trade'));
    expect(text()).toContain('Headings are in');
    expect(text()).toContain('Rows 1 to 3 above are left out.');
    await click(find('button', 'Row 5: License # · Trade'));
    await click(find('[role=option]', 'Row 6: 1048827'));
    const asked = () => bridge.asked.filter(({ name }) => name === 'imports.setMapping');
    await until(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.input).toMatchObject({ headingsRow: 6, fields: undefined });
    await click(find('button', 'Row 5: License # · Trade'));
    await click(find('[role=option]', 'No row'));
    await until(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]?.input).toMatchObject({
      headingsRow: null,
      fields: [
        'licenseNumber',
        'licenseTradeType',
        'licenseeName',
        'state',
        'expiryDate',
        'vendorId',
        'skip',
      ],
    });
  });

  it('lets the type for all be said, and has no message', async () => {
    const bridge = await open('online', {}, place);
    await until(() => find('button', 'Submit 42 licenses'));
    expect(text()).not.toContain('Message for all');
    await type(field('Type for all'), 'contractor');
    await press('Tab', field('Type for all'));
    await acting(() => field('Type for all').blur());
    await until(() =>
      expect(bridge.asked.find(({ name }) => name === 'imports.setMapping')?.input).toMatchObject({
        type: 'contractor',
      }),
    );
  });

  it('leads from a duplicate to the check that was submitted before', async () => {
    await open('online', {}, place);
    await click(await until(() => find('button', 'Open that verification')));
    expect(placeNow()).toBe(`#/verifications/${toId(3, 1)}`);
  });

  it('queues, says how many checks, and goes to the list of checks', async () => {
    await open('online', {}, place);
    await click(await until(() => find('button', 'Submit 42 licenses')));
    await until(() => expect(text()).toContain('42 licenses queued'));
    expect(placeNow()).toBe('#/verifications');
  });

  it('does not take up a list of vendors that is open, and leads back to it', async () => {
    await open('online');
    await until(() => find('button', 'Send 214 invites'));
    await acting(() => navigate({ screen: 'verifications', path: ['import'] }));
    await until(() => expect(text()).toContain('mission-bay-vendors.xlsx is still open'));
    expect(() => find('button', 'Send 214')).toThrow();
    await click(find('button', 'Go on with those invites'));
    await until(() => find('button', 'Send 214 invites'));
  });

  it('hands a file over as a list of licenses', async () => {
    const bridge = await open('empty', {}, place);
    await until(() => find('button', 'Choose a file'));
    await acting(() => sendFile(new File(['License number\n1\n'], 'a.csv'), 'verifications'));
    expect(bridge.asked.find(({ name }) => name === 'imports.begin')?.input).toMatchObject({
      list: 'verifications',
    });
  });
});
