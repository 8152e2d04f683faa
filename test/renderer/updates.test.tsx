import { afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/ipc/contract.ts';
import type { UpdateState, UpdateStatus } from '#shared/updates.ts';
import { fail, ok, type Handlers } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, field, find, type, until } from './screen.tsx';

const address = 'https://updates.example.com/';

function standing(state: UpdateState, from: 'policy' | 'settings' = 'settings'): Handlers {
  const status: UpdateStatus = { state, feed: { address, from }, nextCheckAt: null };
  return { 'updates.status': () => ok(status) };
}

async function open(overrides: Handlers = {}) {
  const bridge = await openApp('#/settings', 'online', overrides);
  await until(() => find('h3', 'Updates'));
  return {
    bridge,
    asked: (name: CallName) => bridge.asked.filter((one) => one.name === name).map(({ input }) => input),
  };
}

describe('updates in Settings', () => {
  afterEach(clear);

  it('say what went wrong and what to do, with a way to look again', async () => {
    await open(standing({ kind: 'check_failed', failure: 'no_list', at: Date.now() }));
    await until(() => find('[role=status]', 'There are no updates for this system at this address.'));
    expect(find('button', 'Check now')).toBeDefined();
    expect(document.body.textContent).toMatch(/Looked \d{1,2}:\d\d/);
  });

  it('offer nothing where this copy cannot replace itself', async () => {
    const status: UpdateStatus = {
      state: { kind: 'off', reason: 'not_here' },
      feed: null,
      nextCheckAt: null,
    };
    await open({ 'updates.status': () => ok(status) });
    await until(() => expect(document.body.textContent).toContain('This copy cannot replace itself.'));
    expect(() => find('button', 'Check now')).toThrow();
    expect(() => field('Update address')).toThrow();
  });

  it('download nothing before the person says so, and then tell how far it is', async () => {
    const { asked, bridge } = await open(standing({ kind: 'available', version: '1.1.0' }));
    const button = await until(() => find('button', 'Download'));
    expect(asked('updates.download')).toEqual([]);
    await click(button);
    expect(asked('updates.download')).toEqual([null]);
    const bar = await until(() => find('[role=progressbar]'));
    expect(bar.getAttribute('aria-valuenow')).toBe('42');
    bridge.emit('updates.changed', {
      state: { kind: 'downloading', version: '1.1.0', percent: 87 },
      feed: { address, from: 'settings' },
      nextCheckAt: null,
    });
    await until(() => expect(document.body.textContent).toContain('Downloading version 1.1.0: 87 %'));
  });

  it('are told beside Settings while one waits for the person, and not else', async () => {
    const { bridge } = await open();
    const item = await until(() => find('nav button', 'Settings'));
    expect(item.textContent).toBe('Settings');
    for (const [state, said] of [
      [{ kind: 'available', version: '1.1.0' }, 'Version 1.1.0 is available.'],
      [{ kind: 'downloading', version: '1.1.0', percent: 3 }, null],
      [{ kind: 'ready', version: '1.1.0' }, 'Version 1.1.0 is ready.'],
    ] as const) {
      bridge.emit('updates.changed', { state, feed: null, nextCheckAt: null });
      await until(() => expect(item.textContent).toBe(said === null ? 'Settings' : `SettingsUpdate${said}`));
    }
  });

  it('do not offer once more what is not signed as this Gangway is', async () => {
    await open(
      standing({ kind: 'download_failed', failure: 'not_trusted', version: '1.1.0', at: Date.now() }),
    );
    await until(() => find('[role=alert]', 'Do not install it by hand.'));
    expect(find('button', 'Check now')).toBeDefined();
    expect(() => find('button', 'Download again')).toThrow();
  });

  it('install when Gangway is quit, or at once when the person asks for it', async () => {
    const { asked } = await open({
      ...standing({ kind: 'ready', version: '1.1.0' }),
      'updates.install': () => ok(null),
    });
    await until(() => expect(document.body.textContent).toContain('It is installed when you quit Gangway.'));
    expect(asked('updates.install')).toEqual([]);
    await click(find('button', 'Install and restart'));
    expect(asked('updates.install')).toEqual([null]);
    expect(field('Update address').disabled).toBe(true);
  });

  it('say why something was not done', async () => {
    await open({
      ...standing({ kind: 'available', version: '1.1.0' }),
      'updates.download': () => fail('too_late', 'There is nothing to download any more.'),
    });
    await click(await until(() => find('button', 'Download')));
    await until(() => find('[role=alert]', 'There is nothing to download any more.'));
  });

  it('take an address over https only, and keep what was typed', async () => {
    const { asked } = await open();
    await until(() => field('Update address'));
    await type(field('Update address'), 'http://updates.example.com/');
    await click(find('button', 'Save address'));
    await until(() => expect(document.body.textContent).toContain('Updates come over https only.'));
    expect(asked('updates.setFeed')).toEqual([]);
    expect(field('Update address').value).toBe('http://updates.example.com/');
    await type(field('Update address'), ' https://elsewhere.example.com/gangway ');
    await click(find('button', 'Save address'));
    expect(asked('updates.setFeed')).toEqual([{ address: 'https://elsewhere.example.com/gangway' }]);
    await until(() => expect(document.body.textContent).toContain('Not checked yet.'));
  });

  it('are off where the address is taken away', async () => {
    const { asked } = await open();
    await until(() => field('Update address'));
    await type(field('Update address'), '');
    await click(find('button', 'Save address'));
    expect(asked('updates.setFeed')).toEqual([{ address: null }]);
    await until(() => expect(document.body.textContent).toContain('No update address is set.'));
  });

  it('show the administrator’s address without a way to change it', async () => {
    await open(standing({ kind: 'up_to_date', at: Date.now() }, 'policy'));
    await until(() => expect(document.body.textContent).toContain('Set by your administrator.'));
    expect(document.body.textContent).toContain(address);
    expect(() => field('Update address')).toThrow();
  });
});
