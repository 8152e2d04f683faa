import { afterEach, describe, expect, it, vi } from 'vitest';
import { listSubjects } from '#renderer/features/settings/settings-places.ts';
import { settingsPages } from '#shared/settings/settings-subjects.ts';
import { useRecentChoices } from '#renderer/app/search-options.ts';
import { fail } from './core-bridge.ts';
import { openApp, toEntryId, type OpenAppOptions } from './open-app.tsx';
import { acting, click, find, placeNow, press, settle, type, until } from './screen.tsx';
import { enqueueInvite, goOffline } from './situations.ts';

async function open(options: OpenAppOptions = {}, condition = 'Online') {
  const bridge = await openApp('#/today', { company: 'new', ...options });
  await until(() => find('nav', condition));
  return bridge;
}

function input(): HTMLInputElement {
  const found = document.querySelector('[role=combobox]');
  if (!(found instanceof HTMLInputElement)) throw new Error('There is no search field.');
  return found;
}

async function search(text: string): Promise<void> {
  await press('k', document.body, { ctrlKey: true });
  await type(input(), text);
  await settle();
}

/** Stops the page's clock meanwhile and lets pass at the end what was waited for, however slow this machine is. */
async function withStillClock(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await work();
    await acting(() => vi.runOnlyPendingTimers());
  } finally {
    vi.useRealTimers();
  }
}

/** Types and presses Enter before anything has been looked for. */
async function run(text: string): Promise<void> {
  await withStillClock(async () => {
    await search(text);
    await press('Enter', input());
  });
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const current = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '');

describe('the search field as a list of commands', () => {
  afterEach(() => useRecentChoices.setState({ byWorkspace: {} }));

  it.each([
    ['invite ven', '#/invites/new'],
    ['import inv', '#/invites/import'],
    ['edit temp', '#/invites/templates'],
    ['look up', '#/vendors/look-up'],
    ['requirements', '#/vendors/requirements'],
    ['verify a lic', '#/verifications/new'],
    ['import lic', '#/verifications/import'],
    ['add doc', '#/documents/add'],
    ['go to out', '#/outbox'],
    ['verifications', '#/verifications'],
    ['connect an', '#/settings/connect'],
    ['status w', '#/settings/status-words'],
    ['replace the', '#/today?sign-in=open'],
  ])('leads to its place: %s', async (text, place) => {
    const { inputsOf } = await open();
    await run(text);
    expect(placeNow()).toBe(place);
    expect(options()).toEqual([]);
    expect(inputsOf('search.find')).toEqual([]);
  });

  it('gives the focus to the page when it is left, and after a dialog that it opened', async () => {
    await open();
    await press('k', document.body, { ctrlKey: true });
    await press('Escape', input());
    expect(document.activeElement).toBe(find('h1', 'Today'));
    await press('k', document.body, { ctrlKey: true });
    await run('about gang');
    await until(() => find('[role=dialog]', 'Version'));
    await press('Escape', find('[role=dialog]'));
    await until(() => expect(document.activeElement).toBe(find('h1', 'Today')));
  });

  it('shows every command and its keys while nothing is typed', async () => {
    await open();
    await press('k', document.body, { ctrlKey: true });
    expect(
      find('[role=group][aria-label=Commands] [role=option]', 'Invite vendor').getAttribute(
        'aria-keyshortcuts',
      ),
    ).toBe('i');
    expect(find('[role=option]', 'Go to Outbox').querySelectorAll('kbd')).toHaveLength(2);
    expect(current()?.textContent).toContain('Invite vendor');
    await press('ArrowDown', input());
    expect(current()?.textContent).toContain('Import invites from a list');
    await press('ArrowUp', input());
    await press('ArrowUp', input());
    expect(current()?.textContent).toContain('Invite vendor');
    expect(document.querySelectorAll('[role=option][aria-selected=true]')).toHaveLength(1);
  });

  it('puts what was chosen last first, commands and finds alike', async () => {
    await open({ company: 'sample' });
    await run('go to out');
    await search('kestrel');
    await until(() => find('[role=option]', 'Kestrel Roofing Co.'));
    await press('Enter', input());
    await press('k', document.body, { ctrlKey: true });
    const recent = [...find('[role=group][aria-label=Recent]').querySelectorAll('[role=option]')];
    expect(recent.map((one) => one.textContent)).toEqual([
      expect.stringContaining('Kestrel Roofing Co.'),
      expect.stringContaining('Go to Outbox'),
    ]);
    expect(options().filter((one) => one.textContent?.includes('Go to Outbox'))).toHaveLength(1);
  });

  it('turns Work offline, pausing and the theme over, and names what comes next', async () => {
    const { inputsOf } = await open();
    await run('work offl');
    await until(() => find('nav', 'Working offline'));
    await run('stop work');
    await until(() => find('nav', 'Online'));
    await run('pause');
    await until(() => find('nav', 'Paused'));
    await run('resume');
    await run('dark');
    await until(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    await run('light');
    await until(() => expect(document.documentElement.dataset['theme']).toBe('light'));
    expect(inputsOf('outbox.workOffline')).toEqual([{ on: true }, { on: false }]);
    expect(inputsOf('outbox.pause')).toEqual([{ paused: true }, { paused: false }]);
  });

  it('shows what cannot be done now with the reason, and does not do it', async () => {
    const { inputsOf } = await open();
    await search('sync now');
    const blocked = find('[role=option]', 'Sync now');
    expect(blocked.getAttribute('aria-disabled')).toBe('true');
    expect(blocked.textContent).toContain('Nothing is waiting to be sent.');
    await press('ArrowDown', input());
    await press('Enter', input());
    expect(inputsOf('outbox.syncNow')).toEqual([]);
    expect(find('[role=option]', 'Sync now')).toBeDefined();
    await search('switch to harbor');
    expect(find('[role=option]', 'Switch to Harbor').textContent).toContain('Already open.');
  });

  it('sends now where something waits', async () => {
    const { inputsOf } = await open(
      {
        before: async (bridge) => {
          await goOffline(bridge);
          await enqueueInvite(bridge, 'Tom Okafor', 'Kestrel Roofing');
        },
      },
      'Offline',
    );
    await run('try the');
    expect(inputsOf('outbox.syncNow')).toEqual([null]);
  });

  it('says where the command was given why it did not work', async () => {
    await open({
      answers: { 'outbox.pause': () => fail('storage', 'The disk is full. Nothing was changed.') },
    });
    await run('pause');
    await until(() => find('[role=listbox] [role=alert]', 'The disk is full.'));
    await type(input(), 'pau');
    expect(document.querySelector('[role=listbox] [role=alert]')).toBeNull();
  });

  it('exports a list, and says under the title bar why that did not work', async () => {
    const { inputsOf } = await open({
      answers: { 'exports.begin': () => fail('storage', 'The list could not be read.') },
    });
    await run('export ven');
    await until(() => find('main [role=alert]', 'The list could not be read.'));
    expect(inputsOf('exports.begin')).toEqual([{ source: { list: 'vendors' }, format: 'csv' }]);
  });

  it('shows all shortcuts', async () => {
    await open();
    await run('show all sh');
    await until(() => find('[role=dialog]', 'Keyboard shortcuts'));
  });

  it('takes the find that Enter was pressed for before it came, and no command instead of it', async () => {
    await open({ company: 'sample' });
    await withStillClock(async () => {
      await search('kestrel');
      expect(options()).toEqual([]);
      await press('Enter', input());
    });
    await until(() => expect(placeNow()).toBe(`#/invites/${toEntryId('Tom Okafor')}`));
    await search('ffline');
    await press('Enter', input());
    await until(() => find('[role=option]', 'Work offline'));
    expect(find('[role=group]', 'Work offline').getAttribute('aria-label')).toBe('More commands');
    expect(find('nav', 'Online')).toBeDefined();
  });

  it('leads to subjects of the settings that are there', async () => {
    await openApp('#/settings', { company: 'new' });
    for (const page of settingsPages) {
      const first = listSubjects('browser').find((subject) => subject.page === page)?.title ?? '';
      await click(await until(() => find('nav[aria-label=Settings] button', first)));
      await until(() => find('h2', page));
      const titles = [...document.querySelectorAll('main h3')].map((one) => one.textContent);
      const named = listSubjects('browser')
        .filter((subject) => subject.page === page)
        .map(({ title }) => title);
      expect(named).toEqual(titles);
    }
    await run('settings keyb');
    await until(() => expect(document.activeElement?.textContent).toBe('Keyboard'));
  });
});
