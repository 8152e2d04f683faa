import { describe, expect, it } from 'vitest';
import { importList, licenseList, vendorList } from './import-lists.ts';
import { openApp } from './open-app.tsx';
import { click, find, press, type, until } from './screen.tsx';

const text = () => document.body.textContent ?? '';
const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';

const openImport = (list: 'invites' | 'verifications' = 'invites', content = vendorList, address = '') =>
  openApp(`#/${list}/import${address}`, {
    before: (bridge) => importList(bridge, list, 'list.csv', content),
  });

function editor(): HTMLInputElement {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement)) throw new Error('No cell is being edited.');
  return input;
}

describe('the problems of a list by keyboard', () => {
  it('are gone to with J and K, and the next one once a cell is saved', async () => {
    await openImport();
    await until(() => find('button', 'Email of row 14'));
    await press('j');
    expect(focused()).toContain('Email of row 14:');
    await press('j');
    expect(focused()).toContain('Email of row 38: empty');
    await press('k');
    expect(focused()).toContain('Email of row 14:');
    await click(find('button', 'Email of row 14:'));
    await type(editor(), 'dale@pests.example.com');
    await press('Enter', editor());
    await until(() => expect(focused()).toContain('Email of row 38: empty'));
  });

  it('are stayed at while they are not solved, and where a cell is put back', async () => {
    await openImport();
    await click(await until(() => find('button', 'Email of row 14:')));
    await type(editor(), 'dale.ironwood.example.com');
    await press('Enter', editor());
    await until(() => expect(focused()).toContain('Email of row 14: dale.ironwood.example.com'));
    await click(find('button', 'Email of row 38:'));
    await press('Escape', editor());
    await until(() => expect(focused()).toContain('Email of row 38: empty'));
  });

  it('are left behind where a row is included or skipped', async () => {
    await openImport();
    await click(await until(() => find('button', 'Include row 20 anyway')));
    await until(() => expect(focused()).toBe('Include row 118 anyway'));
    await press('s');
    await until(() => expect(focused()).toBe('Include row 204 anyway'));
    await until(() => find('button', 'Needs fixing5'));
  });
});

describe('cells that can be fixed', () => {
  it('say what they would be, are fixed with one key, say what they were, and are put back', async () => {
    const bridge = await openImport('verifications', licenseList);
    await until(() =>
      expect(find('button', 'Expiration date of row 23').parentElement?.textContent).toBe(
        '31.12.20972097-12-31',
      ),
    );
    expect(focused()).not.toContain('row 23');
    await press('m');
    await until(() => expect(text()).toContain('1 cell fixed.'));
    await click(find('button', 'Show the fixed cells'));
    await until(() =>
      expect(find('button', 'Expiration date of row 23').parentElement?.textContent).toBe(
        '2097-12-31was 31.12.2097',
      ),
    );
    await press('z', document.body, { ctrlKey: true });
    expect(bridge.inputsOf('imports.undoBulk')).toHaveLength(1);
    await until(() => expect(text()).not.toContain('1 cell fixed.'));
  });
});

describe('rows that are kept out for one reason', () => {
  it('are included together', async () => {
    const twice = 'ann@x.example.com,X Ltd,Ann\n'.repeat(2);
    const known = ['tom@kestrel', 'hannah@quayside', 'greta@copperline'];
    const again = known.map((address) => `${address}.example.com,Known,Kim\n`).join('');
    await openImport('invites', `Email,Company,First name\n${twice}${again}North,,\nSouth,,\n`);
    await click(await until(() => find('button', 'Include all 3 invited before')));
    await until(() => find('button', 'Send 4 invites'));
    await click(await until(() => find('button:not([disabled])', 'Skip all 2 titles')));
    await until(() => expect(() => find('button', 'Skip all 2 titles')).toThrow());
    await until(() => expect(() => find('button', 'repeated in this list')).toThrow());
  });

  it('say what a row is that is not of the list, and let it be checked anyway', async () => {
    const list = 'Email,Company\nann@x.example.com,X Ltd\nbo@y.example.com,Y Ltd\nTotal,2\n';
    const bridge = await openImport('invites', list, '?show=left_out');
    await until(() => expect(text()).toContain('A total, not a vendor. Left out.'));
    await click(find('button', 'Check row 4 anyway'));
    expect(bridge.inputsOf('imports.include')).toMatchObject([{ row: 4, choice: 'in' }]);
  });
});
