import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useImport } from '#renderer/features/imports/import-store.ts';
import type { ImportRow } from '#shared/ipc/imports.ts';
import { fakeImports } from './fake/imports.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, press, type, until } from './screen.tsx';

class NoSize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSize);
});
afterEach(async () => {
  await clear();
  useImport.setState({ kind: 'asking', status: null, sending: false, problem: null });
});

const text = () => document.body.textContent ?? '';
const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
const openImport = (screen = 'invites') => openApp(`#/${screen}/import`, 'online', {});

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
    await type(editor(), 'dale@ironwood.example.com');
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

describe('cells that can be mended', () => {
  it('say what they would be, are mended with one key, say what they were, and are put back', async () => {
    const bridge = await openImport('verifications');
    await until(() =>
      expect(find('button', 'Expiry date of row 23').parentElement?.textContent).toBe('31.12.262026-12-31'),
    );
    expect(focused()).not.toContain('row 23');
    await press('m');
    await until(() => expect(text()).toContain('1 cell mended.'));
    await click(find('button', 'Show the mended cells'));
    await until(() =>
      expect(find('button', 'Expiry date of row 23').parentElement?.textContent).toBe(
        '2026-12-31was 31.12.26',
      ),
    );
    await press('z', document.body, { ctrlKey: true });
    expect(bridge.asked.some(({ name }) => name === 'imports.undoBulk')).toBe(true);
    await until(() => expect(text()).not.toContain('1 cell mended.'));
  });
});

describe('rows that are kept out for one reason', () => {
  it('are included together', async () => {
    const same = (row: number): ImportRow => ({
      row,
      result: 'duplicate',
      cells: [],
      duplicate: { kind: 'row', row: 2 },
      looksLike: null,
      included: false,
    });
    const groups = [
      { group: 'invite' as const, count: 5 },
      { group: 'row' as const, count: 1 },
      { group: 'title' as const, count: 3 },
    ];
    window.location.hash = '#/invites/import';
    const handlers = fakeImports('online', () => undefined, { groups });
    const bridge = await openApp('#/invites/import', 'online', {
      ...handlers,
      'imports.page': () => ({ ok: true, value: { rows: [same(3), same(4)], next: null, total: 2 } }),
    });
    await click(await until(() => find('button', 'Include all 5 invited before')));
    await click(find('button', 'Skip all 3 titles'));
    expect(() => find('button', 'repeated in this list')).toThrow();
    const asked = bridge.asked.filter(({ name }) => name === 'imports.chooseAll').map(({ input }) => input);
    expect(asked).toMatchObject([
      { group: 'invite', choice: 'in' },
      { group: 'title', choice: 'out' },
    ]);
  });

  it('say what a row is that is not of the list, and let it be checked all the same', async () => {
    const total: ImportRow = {
      row: 9,
      result: 'left_out',
      cells: [],
      duplicate: null,
      looksLike: 'total',
      included: false,
    };
    const bridge = await openApp('#/invites/import?show=left_out', 'online', {
      'imports.page': () => ({ ok: true, value: { rows: [total], next: null, total: 1 } }),
    });
    await until(() => expect(text()).toContain('This row is a total, not a vendor. It is left out.'));
    await click(find('button', 'Check row 9 all the same'));
    expect(bridge.asked.find(({ name }) => name === 'imports.include')?.input).toMatchObject({
      row: 9,
      choice: 'in',
    });
  });
});
