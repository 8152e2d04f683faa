import { describe, expect, it } from 'vitest';
import type { AppStart } from '#shared/ipc/app.ts';
import type { PagePoint } from '#shared/ipc/desktop.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { acting, click, find, press, settle, until } from './screen.tsx';

/** The app as Electron runs it on a system, unless `facts` say otherwise; gives where the menus were opened. */
async function open(
  facts: Partial<AppStart> = {},
  company: OpenAppOptions['company'] = 'new',
): Promise<() => PagePoint[]> {
  const shown: PagePoint[] = [];
  await openApp('#/today', {
    company,
    facts: { host: 'electron', platform: 'windows', ...facts },
    showMenu: (at) => shown.push(at),
  });
  await until(() => find('main'));
  return () => shown;
}

async function release(key: string): Promise<void> {
  await acting(() => window.dispatchEvent(new KeyboardEvent('keyup', { key, cancelable: true })));
  await settle();
}

describe('the button for the menus', () => {
  it.each(['windows', 'linux'] as const)('opens them below itself on %s', async (platform) => {
    const shown = await open({ platform });
    const button = find('header button', 'Menu');
    button.getBoundingClientRect = () => new DOMRect(12, 6, 32, 32);
    await click(button);
    expect(shown()).toEqual([{ x: 12, y: 38 }]);
  });

  it('is on Welcome too, where no workspace is open', async () => {
    const shown = await open({}, 'none');
    await click(find('button', 'Menu'));
    expect(shown()).toHaveLength(1);
  });

  it.each([
    ['macOS, whose menus are at the top of the screen', { platform: 'mac' }],
    ['the browser, which has no such menus', { host: 'browser' }],
  ] as const)('is not there in %s', async (_where, start) => {
    const shown = await open(start);
    expect(document.querySelector('button[aria-label=Menu]')).toBeNull();
    await press('F10');
    await press('Alt');
    await release('Alt');
    expect(shown()).toEqual([]);
    await press('?');
    const help = await until(() => find('[role=dialog]', 'Work offline'));
    expect(help.textContent).not.toContain('F10');
  });
});

describe('the key for the menus', () => {
  it('is F10, also while typing, and stands among the shortcuts', async () => {
    const shown = await open();
    await press('F10', find('[role=combobox]'));
    expect(shown()).toHaveLength(1);
    await press('F10', document.body, { shiftKey: true });
    expect(shown()).toHaveLength(1);
    await press('?');
    const help = await until(() => find('[role=dialog]', 'Work offline'));
    expect(help.textContent).toContain('F10');
  });

  it('is Alt by itself, when it is let go', async () => {
    const shown = await open();
    await press('Alt', document.body, { altKey: true });
    await press('Alt', document.body, { altKey: true, repeat: true });
    expect(shown()).toEqual([]);
    await release('Alt');
    expect(shown()).toHaveLength(1);
    await release('Alt');
    expect(shown()).toHaveLength(1);
  });

  it.each([
    ['another key', () => press('ArrowLeft', document.body, { altKey: true })],
    ['the mouse', () => acting(() => window.dispatchEvent(new Event('pointerdown')))],
    ['another window', () => acting(() => window.dispatchEvent(new Event('blur')))],
  ])('is not Alt that was held for %s', async (_what, meanwhile) => {
    const shown = await open();
    await press('Alt', document.body, { altKey: true });
    await meanwhile();
    await release('Alt');
    expect(shown()).toEqual([]);
  });

  it('is neither Alt with Ctrl nor AltGr, by which signs are typed', async () => {
    const shown = await open();
    await press('Alt', document.body, { altKey: true, ctrlKey: true });
    await release('Alt');
    await press('AltGraph');
    await release('AltGraph');
    expect(shown()).toEqual([]);
  });
});
