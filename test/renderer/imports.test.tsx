import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { navigate } from '#renderer/stores/navigation.ts';
import { sendFile } from '#renderer/features/imports/import-store.ts';
import { listLabels } from '#renderer/features/imports/list-labels.tsx';
import { labelImportField, listFields } from '#shared/imports/import-fields.ts';
import { xlsx } from '../unit/xlsx-file.ts';
import { fail, type Answers } from './core-bridge.ts';
import { importList, licenseList, vendorList } from './import-lists.ts';
import { openApp, toEntryId } from './open-app.tsx';
import { acting, click, field, find, placeNow, press, type, until } from './screen.tsx';
import { goOffline } from './situations.ts';

const openVendors = (answers: Answers = {}) =>
  openApp('#/invites/import', {
    answers,
    before: (bridge) => importList(bridge, 'invites', 'mission-bay-vendors.csv', vendorList),
  });

const openLicenses = () =>
  openApp('#/verifications/import', {
    before: (bridge) => importList(bridge, 'verifications', 'licenses-june.csv', licenseList),
  });

/** Opens the import where no list is open. */
const openEmpty = (list = 'invites') => openApp(`#/${list}/import`, { company: 'new' });

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
describe('the example of a list', () => {
  it.each(['invites', 'verifications'] as const)('is taken as it is: %s', async (list) => {
    const { fileName, text: example } = listLabels[list].example;
    const { ask } = await openApp('#/today', {
      company: 'new',
      before: (bridge) => importList(bridge, list, fileName, example),
    });
    const status = await ask('imports.status', null);
    expect(status?.counts).toMatchObject({ all: 1, ready: 1 });
    expect(status?.columns.map(({ field: taken }) => taken)).not.toContain('skip');
  });
});

describe('the import of a list', () => {
  it('opens on the rows to look at, with what is wrong in words', async () => {
    await openVendors();
    await until(() => expect(text()).toContain('Two dots in a row. Check the part after @.'));
    expect(text()).toContain('Same vendor as row 2 in this list. Row 2 is kept.');
    expect(find('[role=tab][aria-selected=true]').textContent).toBe('Needs fixing7');
  });

  it('shows the row that a duplicate is the same as, and leads back', { tags: ['nightly'] }, async () => {
    const bridge = await openVendors();
    await click(await until(() => find('button', 'Show row 2')));
    await until(() => expect(document.activeElement?.textContent).toContain('Harbor Vendor 2'));
    expect(find('[role=tab][aria-selected=true]').textContent).toContain('All');
    expect(find('[role=grid] [role=row][aria-rowindex="2"]')).toBe(document.activeElement);
    const latestPage = () => bridge.inputsOf('imports.page').at(-1);
    expect(latestPage()).toMatchObject({ filter: 'all', from: 2, after: null });
    await click(find('button', 'Show from the first'));
    await until(() => expect(text()).not.toContain('These rows start at row 2.'));
    expect(latestPage()).toMatchObject({ filter: 'all', from: null });
  });

  it('says above the rows which columns are not used, and leads to where that is chosen', async () => {
    await openVendors();
    await until(() => expect(text()).toContain('1 column is not used: Internal no.'));
    await click(find('button', 'Choose what the columns are'));
    expect(document.activeElement?.getAttribute('aria-label')).toContain(
      'What Internal no. is in the invite',
    );
  });

  it('says which sheet the list was found on, and takes another', async () => {
    const sheets = [
      [['Read me'], ['Ask Dana']],
      [
        ['Email', 'Company'],
        ['ann@x.example.com', 'X Ltd'],
      ],
    ];
    const bridge = await openApp('#/invites/import', {
      before: (core) => importList(core, 'invites', 'vendors.xlsx', xlsx({ sheets })),
    });
    await until(() =>
      expect(text()).toContain('The list was found on the sheet “Sheet 2”, and “Sheet 1” was skipped'),
    );
    await click(find('button', 'Other sheets'));
    await click(await until(() => find('[role=menuitem]', 'Sheet 1')));
    expect(bridge.inputsOf('imports.chooseSheet').at(-1)).toMatchObject({
      sheet: 0,
    });
  });

  it('counts only ready rows on its button', async () => {
    await openVendors();
    await until(() => find('button', 'Send 214 invites'));
    await click(await until(() => find('button', 'Include row 204 anyway')));
    await until(() => find('button', 'Send 215 invites'));
  });

  it('saves a cell with Enter and puts it back with Esc', async () => {
    const bridge = await openVendors();
    await click(await until(() => find('button', 'Email of row 61')));
    await type(editor(), 'lena@elsewhere.example.com');
    await press('Escape', editor());
    expect(bridge.inputsOf('imports.editCell')).toEqual([]);
    await until(() => find('button', 'Email of row 61: lena@brickyard'));
    await click(find('button', 'Email of row 61'));
    await type(editor(), 'lena@brickyard.example.com');
    await press('Enter', editor());
    await until(() => find('button', 'Send 215 invites'));
    await until(() => find('button', 'Email of row 61: lena@brickyard.example.com'));
  });

  it('goes on to the next problem with Tab', async () => {
    await openVendors();
    await click(await until(() => find('button', 'Email of row 14')));
    expect(editor().getAttribute('aria-label')).toBe('Email of row 14');
    await press('Tab', editor());
    await until(() => expect(editor().getAttribute('aria-label')).toBe('Email of row 38'));
  });

  it.each([
    ['invites', openVendors, 'Two dots in a row. Check the part after @.', 'Email of row 14'],
    ['licenses', openLicenses, 'Expiration date: 2097-12-31', 'Expiration date of row 23'],
  ])('says what is wrong with a row of %s in a narrow window', async (_list, open, words, cell) => {
    windowWidth = 684;
    await open();
    await until(() => expect(text()).toContain(words));
    expect(find('[role=grid] [role=row] button', cell).getAttribute('tabindex')).toBe('0');
  });

  it('leads from what is said of a column that is out of sight to its cell', async () => {
    windowWidth = 684;
    await openLicenses();
    await click(await until(() => find('button[title="Correct this cell"]', 'Expiration date:')));
    await until(() => expect(editor().getAttribute('aria-label')).toBe('Expiration date of row 23'));
  });

  it('queues with the keyboard, says how many, and takes them back', async () => {
    const bridge = await openVendors();
    await until(() => find('button', 'Send 214 invites'));
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(text()).toContain('214 invites queued'));
    expect(bridge.inputsOf('imports.queue').at(-1)).toMatchObject({ expected: 214 });
    expect(placeNow()).toBe('#/invites');
    await click(find('button', 'Undo'));
    await until(() => expect(text()).toContain('214 invites canceled. None were sent.'));
    expect(placeNow()).toBe('#/invites/import');
    await until(() => find('button', 'Cancel'));
  });

  it('says why nothing was queued and keeps the list', async () => {
    await openVendors({
      'imports.queue': () => fail('storage', 'Nothing was queued, and the list stays open.'),
    });
    await click(await until(() => find('button', 'Send 214 invites')));
    await until(() => find('[role=alert]', 'the list stays open'));
    expect(text()).toContain('Two dots in a row.');
  });

  it('says while offline that queued invites will wait', { tags: ['nightly'] }, async () => {
    await openApp('#/invites/import', {
      before: async (bridge) => {
        await importList(bridge, 'invites', 'mission-bay-vendors.csv', vendorList);
        await goOffline(bridge);
      },
    });
    await until(() =>
      expect(text()).toContain('Queued invites are saved here and sent when you’re back online.'),
    );
  });

  it('says so when the file is gone while it is read, and ends the import', async () => {
    const bridge = await openEmpty();
    await until(() => expect(text()).toContain('Drop a spreadsheet or a CSV file, or choose one'));
    const file = new File(['Email\na@x.example.com\n'], 'gone.csv');
    Object.defineProperty(file, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
    });
    await acting(() => sendFile(file, 'invites'));
    await until(() => find('[role=alert]', 'couldn’t read the whole file'));
    expect(bridge.inputsOf('imports.cancel')).toHaveLength(1);
    expect(bridge.inputsOf('imports.finish')).toEqual([]);
  });

  it('hands a file over in pieces and shows it once it is checked', async () => {
    const bridge = await openEmpty();
    await until(() => find('button', 'Choose a file'));
    find('button', 'Choose a file').focus();
    const row = `ann@x.example.com,${'X'.repeat(9980)}\n`;
    await acting(() => sendFile(new File(['Email,Notes\n', row.repeat(250)], 'big.csv'), 'invites'));
    const offsets = bridge
      .inputsOf('imports.append')
      .map((input) => z.object({ offset: z.number() }).parse(input).offset);
    expect(offsets).toEqual([0, 1_048_576, 2_097_152]);
    await until(() => find('button', 'Send 1 invite'));
    // The button that chose the file is gone.
    await until(() => expect(document.activeElement).toBe(find('h1', 'Import list')));
  });

  it('says why a file cannot be used and offers to choose another', async () => {
    await openEmpty();
    await until(() => find('button', 'Choose a file'));
    const huge = new File(['x'], 'huge.csv');
    Object.defineProperty(huge, 'size', { value: 100 * 1024 ** 2 + 1 });
    await acting(() => sendFile(huge, 'invites'));
    await until(() => find('[role=alert]', 'This file is larger than 100 MB.'));
    find('button', 'Choose a file');
  });
});

describe('the import of a list of licenses', () => {
  it('offers the fields of a verification, and says what is wrong in words', async () => {
    await openLicenses();
    await until(() => find('button', 'Submit 42 licenses'));
    await until(() => expect(text()).toContain('The spreadsheet shortened this number.'));
    expect(text()).toContain('Same license as row 12 in this list.');
    await click(find('button', 'License number (required)'));
    const offered = [...document.querySelectorAll('[role=option]')].map((one) => one.textContent);
    expect(offered).toEqual(
      listFields.verifications.map((field) =>
        field === 'licenseNumber' ? 'License number (required)' : labelImportField(field),
      ),
    );
  });

  it(
    'says which row holds the headings and what is left out, and takes another',
    { tags: ['nightly'] },
    async () => {
      const bridge = await openLicenses();
      await until(() => find('button', 'Row 5: License # · Trade'));
      expect(text()).toContain('Header row');
      expect(text()).toContain('Rows 1 to 3 skipped.');
      await click(find('button', 'Row 5: License # · Trade'));
      await click(find('[role=option]', 'No row'));
      const asked = () => bridge.inputsOf('imports.setMapping');
      await until(() => expect(asked()).toHaveLength(1));
      expect(asked()[0]).toMatchObject({
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
      await click(await until(() => find('button', 'No row')));
      await click(find('[role=option]', 'Row 6: 260881'));
      await until(() => expect(asked()).toHaveLength(2));
      expect(asked()[1]).toMatchObject({ headingsRow: 6, fields: undefined });
      await until(() => find('main', 'Rows 1 to 5 skipped.'));
    },
  );

  it('lets the type for all be said, and has no message', { tags: ['nightly'] }, async () => {
    const bridge = await openLicenses();
    await until(() => find('button', 'Submit 42 licenses'));
    expect(text()).not.toContain('Message for all');
    await type(field('Type for all'), 'contractor');
    await press('Tab', field('Type for all'));
    await acting(() => field('Type for all').blur());
    await until(() =>
      expect(bridge.inputsOf('imports.setMapping').at(-1)).toMatchObject({
        type: 'contractor',
      }),
    );
  });

  it('leads from a duplicate to the check that was submitted before', async () => {
    await openLicenses();
    await click(await until(() => find('button', 'Open that verification')));
    expect(placeNow()).toBe(`#/verifications/${toEntryId('1048827')}`);
  });

  it('queues, says how many checks, and goes to the list of checks', async () => {
    await openLicenses();
    await click(await until(() => find('button', 'Submit 42 licenses')));
    await until(() => expect(text()).toContain('42 licenses queued'));
    expect(placeNow()).toBe('#/verifications');
  });

  it(
    'does not take up a list of vendors that is open, and leads back to it',
    { tags: ['nightly'] },
    async () => {
      await openVendors();
      await until(() => find('button', 'Send 214 invites'));
      await acting(() => navigate({ screen: 'verifications', path: ['import'] }));
      await until(() => expect(text()).toContain('mission-bay-vendors.csv is still open'));
      expect(() => find('button', 'Send 214')).toThrow();
      await click(find('button', 'Continue with those invites'));
      await until(() => find('button', 'Send 214 invites'));
    },
  );

  it('hands a file over as a list of licenses', async () => {
    const bridge = await openEmpty('verifications');
    await until(() => find('button', 'Choose a file'));
    await acting(() => sendFile(new File(['License number\n1\n'], 'a.csv'), 'verifications'));
    expect(bridge.inputsOf('imports.begin').at(-1)).toMatchObject({
      list: 'verifications',
    });
  });
});
