import { describe, expect, it } from 'vitest';
import type { CheckOutcome, DownloadOutcome } from '#main/updates/updates.ts';
import { fail, type CoreBridge } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { click, field, find, type, until } from './screen.tsx';

const address = 'https://updates.example.com/';
const newer: CheckOutcome = { kind: 'newer', version: '1.1.0' };

interface Feed {
  /** What looking for an update finds; it is not looked for at all where nothing is said. */
  found?: CheckOutcome;
  /** Where the administrator said where updates come from. */
  policy?: string;
  before?: (bridge: CoreBridge) => Promise<unknown>;
}

/** Opens the settings of an app that can replace itself; the test brings what it downloads. */
async function open({ found, policy, before }: Feed = {}) {
  const { promise: downloaded, resolve: finishDownload } = Promise.withResolvers<DownloadOutcome>();
  let tellProgress: (percent: number) => void = () => undefined;
  let installs = 0;
  let lookedAt: string | null = null;
  const bridge = await openApp('#/settings/updates', {
    company: 'new',
    updates: {
      updater: {
        check: (feed) => {
          lookedAt = feed;
          return Promise.resolve(found ?? { kind: 'newest' });
        },
        download: (onProgress) => {
          tellProgress = onProgress;
          return downloaded;
        },
        installAndRestart: () => undefined,
      },
      policy: { kind: 'read', feed: policy },
      environment: undefined,
      install: () => (installs += 1),
    },
    before: async (core) => {
      if (policy === undefined) await core.ask('updates.setFeed', { address });
      if (found !== undefined) await core.ask('updates.check', null);
      await before?.(core);
    },
  });
  await until(() => find('h3', 'Updates'));
  return {
    bridge,
    asked: bridge.inputsOf,
    finishDownload,
    progress: (percent: number) => tellProgress(percent),
    installs: () => installs,
    lookedAt: () => lookedAt,
  };
}

const download = ({ ask }: CoreBridge) => ask('updates.download', null);

describe('updates in Settings', () => {
  it('say what went wrong and what to do, with a way to look again', async () => {
    await open({ found: { kind: 'failed', failure: 'no_list' } });
    await until(() => find('[role=status]', 'There are no updates for this system at this address.'));
    expect(find('button', 'Check now')).toBeDefined();
    expect(document.body.textContent).toMatch(/Checked \d{1,2}:\d\d/);
  });

  it('offer nothing where this copy cannot replace itself', async () => {
    await openApp('#/settings/updates', { company: 'new' });
    await until(() => expect(document.body.textContent).toContain('This copy can’t update itself.'));
    expect(() => find('button', 'Check now')).toThrow();
    expect(() => field('Update address')).toThrow();
  });

  it('download nothing before the person says so, and then tell how far it is', async () => {
    const { asked, progress } = await open({ found: newer });
    const button = await until(() => find('button', 'Download'));
    expect(asked('updates.download')).toEqual([]);
    await click(button);
    expect(asked('updates.download')).toEqual([null]);
    const bar = await until(() => find('[role=progressbar]'));
    for (const percent of [42, 87]) {
      progress(percent);
      await until(() => expect(bar.getAttribute('aria-valuenow')).toBe(String(percent)));
    }
    expect(document.body.textContent).toContain('Downloading version 1.1.0: 87 %');
  });

  it('are told beside Settings while one waits for the person, and not else', async () => {
    const { bridge, finishDownload } = await open({ found: newer });
    const item = await until(() => find('nav button', 'Settings'));
    const says = (words: string) => until(() => expect(item.textContent).toBe(words));
    await says('SettingsUpdateVersion 1.1.0 is available.');
    await download(bridge);
    await says('Settings');
    finishDownload({ kind: 'fetched' });
    await says('SettingsUpdateVersion 1.1.0 is ready.');
  });

  it('do not offer once more what is not signed as this Gangway is', async () => {
    const { finishDownload } = await open({ found: newer, before: download });
    finishDownload({ kind: 'failed', failure: 'not_trusted' });
    await until(() => find('[role=alert]', 'Do not install it by hand.'));
    expect(find('button', 'Check now')).toBeDefined();
    expect(() => find('button', 'Download again')).toThrow();
  });

  it('install when Gangway is quit, or at once when the person asks for it', async () => {
    const { finishDownload, installs } = await open({ found: newer, before: download });
    finishDownload({ kind: 'fetched' });
    await until(() => expect(document.body.textContent).toContain('It installs when you quit Gangway.'));
    expect(installs()).toBe(0);
    await click(find('button', 'Install and restart'));
    expect(installs()).toBe(1);
    expect(field('Update address').disabled).toBe(true);
  });

  it('say why something was not done', async () => {
    const { bridge } = await open({ found: newer });
    const button = await until(() => find('button', 'Download'));
    bridge.answer({
      'updates.download': () => fail('too_late', 'There is nothing to download any more.'),
    });
    await click(button);
    await until(() => find('[role=alert]', 'There is nothing to download any more.'));
  });

  it('take an address over https only, and keep what was typed', async () => {
    const { asked, lookedAt } = await open();
    await until(() => field('Update address'));
    await type(field('Update address'), 'http://updates.example.com/');
    await click(find('button', 'Save address'));
    await until(() => expect(document.body.textContent).toContain('Updates come over https only.'));
    expect(asked('updates.setFeed')).toEqual([]);
    expect(field('Update address').value).toBe('http://updates.example.com/');
    await type(field('Update address'), ' https://elsewhere.example.com/gangway ');
    await click(find('button', 'Save address'));
    expect(asked('updates.setFeed')).toEqual([{ address: 'https://elsewhere.example.com/gangway' }]);
    await until(() => expect(lookedAt()).toBe('https://elsewhere.example.com/gangway/'));
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
    await open({ policy: address });
    await until(() => expect(document.body.textContent).toContain('Set by your administrator.'));
    expect(document.body.textContent).toContain(address);
    expect(() => field('Update address')).toThrow();
  });
});
