import { describe, expect, it, vi } from 'vitest';
import type { WindowRequest } from '#shared/ipc/desktop.ts';
import { fail, ok, type Answers } from './core-bridge.ts';
import { openApp, type OpenAppOptions } from './open-app.tsx';
import { acting, click, field, find, placeNow, until } from './screen.tsx';

// Only a build has the list.
const license = 'Permission is hereby granted, free of charge, to any person obtaining a copy.';

const job = '7c1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e90';

/** Opens the app of which something was asked before its window was there. */
const openAsked = (request: WindowRequest, options: OpenAppOptions = {}) =>
  openApp('#/today', { before: ({ core }) => core.requests.ask(request), ...options });

describe('what is asked of the window', () => {
  it('is done when the window has been drawn', async () => {
    await openAsked({ kind: 'place', place: { screen: 'outbox', path: [], query: {} } });
    await until(() => expect(placeNow()).toBe('#/outbox'));
  });

  it('is done when the window hears of it', async () => {
    const { core } = await openApp('#/today');
    await acting(() => core.requests.ask({ kind: 'shortcuts' }));
    await until(() => find('[role=dialog]', 'Keyboard shortcuts'));
  });

  it('opens a vendor that is kept here at once', async () => {
    await openAsked({ kind: 'link', target: { kind: 'vendor', vendorId: '48213' } });
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));
  });

  it('opens the look-up filled in for a vendor that is not, and asks the service only when told to', async () => {
    const { inputsOf } = await openAsked({ kind: 'link', target: { kind: 'vendor', vendorId: '99999' } });
    await until(() => find('[role=dialog]', 'This ID came with a link.'));
    expect(field('Vendor ID').value).toBe('99999');
    expect(inputsOf('vendors.lookUp')).toEqual([]);
    await click(find('[role=dialog] button[type=submit]'));
    await until(() => expect(inputsOf('vendors.lookUp')).toEqual([{ vendorId: '99999' }]));
  });

  it('opens the form for a document that is not kept here, and adds nothing by itself', async () => {
    const { inputsOf } = await openAsked({ kind: 'link', target: { kind: 'document', jobId: job } });
    const form = await until(() => find('[role=dialog]', 'Add documents'));
    expect(form.querySelector('textarea')?.value).toBe(job);
    expect(inputsOf('documents.add')).toEqual([]);
  });

  it('comes as the address of the page in a browser, too, and goes out of it', async () => {
    await openApp('#gangway://vendor/48213');
    await until(() => expect(placeNow()).toBe('#/vendors/48213'));
  });

  it('is nothing at all where the link in the address is not whole and plain', async () => {
    const { inputsOf } = await openApp('#gangway://vendor/..%2F..');
    await until(() => find('h1', 'Today'));
    expect(placeNow()).toBe('#/today');
    expect(inputsOf('vendors.get')).toEqual([]);
  });

  it('shows the diagnostics in full before they are copied', async () => {
    await openAsked({ kind: 'diagnostics' });
    const dialog = await until(() => find('[role=dialog]', 'Diagnostics'));
    await until(() => expect(dialog.textContent).toContain('in_doubt: 4'));
    const writeText = vi.fn((_text: string) => Promise.resolve());
    Object.defineProperty(window.navigator, 'clipboard', { configurable: true, value: { writeText } });
    await click(find('[role=dialog] button', 'Copy diagnostics'));
    expect(writeText.mock.calls[0]?.[0]).toBe(dialog.querySelector('pre')?.textContent);
  });

  it('names the works of others with their licenses, in full on request', async () => {
    await openAsked(
      { kind: 'about' },
      {
        answers: {
          'desktop.thirdPartyNotices': () =>
            ok([
              { name: 'better-sqlite3', version: '1.2.0', license: 'MIT', text: license },
              { name: 'keytar', version: '2.2.0', license: 'MIT', text: null },
              { name: 'react', version: '4.2.0', license: 'MIT', text: license },
            ]),
        },
      },
    );
    await until(() => find('[role=dialog] li', 'better-sqlite3 1.2.0'));
    await click(find('[role=dialog] li button', 'react 4.2.0'));
    await until(() => find('[role=dialog] li pre', 'Permission is hereby granted'));
    await click(find('[role=dialog] li button', 'keytar'));
    await until(() => find('[role=dialog] li pre', 'Its package has no license text'));
  });
});

describe('the system’s word about the network', () => {
  it('is passed on as a hint', async () => {
    const { inputsOf } = await openApp('#/today');
    await acting(() => window.dispatchEvent(new Event('offline')));
    await acting(() => window.dispatchEvent(new Event('online')));
    await until(() => expect(inputsOf('desktop.networkChanged')).toHaveLength(2));
  });
});

describe('a start that did not succeed', () => {
  const openFailing = (answers: Answers) => openApp('#/today', { company: 'new', answers });

  it.each([
    ['newer_version', 'This data is from a newer Gangway.'],
    ['in_use', 'Gangway’s data is in use.'],
    ['storage', 'Gangway cannot use its folder.'],
    ['internal', 'Gangway could not start.'],
  ] as const)('says what is true (%s), and what to do', async (code, title) => {
    const { core } = await openFailing({
      'app.start': () => fail(code, 'Free some space, then try again.'),
    });
    await until(() => find('h1', title));
    find('[role=alert]', 'Free some space, then try again.');
    await click(find('button', 'Open the folder'));
    await until(() => find('[role=status]', core.logFolder));
    await click(find('button', 'Show diagnostics'));
    await until(() => find('[role=dialog]', 'keychain: works'));
  });

  it('is tried again when the person says so', async () => {
    const { inputsOf } = await openFailing({
      'app.start': () => fail('storage', 'The folder cannot be written.'),
    });
    await until(() => find('h1', 'Gangway cannot use its folder.'));
    const before = inputsOf('app.start').length;
    await click(find('button', 'Try again'));
    await until(() => expect(inputsOf('app.start').length).toBe(before + 1));
  });

  it('offers no help by an other half that does not answer', async () => {
    await openFailing({
      'app.start': () => fail('unreachable', 'This page has lost the connection to Gangway.'),
    });
    await until(() => find('h1', 'Gangway could not start.'));
    expect(document.body.textContent).not.toContain('Open the folder');
  });
});

describe('the settings of the desktop', () => {
  it('are there in the desktop app alone', async () => {
    await openApp('#/settings/about', { company: 'new' });
    await until(() => find('h3', 'About'));
    expect(document.body.textContent).not.toContain('Open Gangway when you sign in');
  });

  it('take the number from the icon, and open Gangway at sign-in only where that was switched on', async () => {
    const { ask, inputsOf } = await openApp('#/settings/about', {
      company: 'new',
      facts: { host: 'electron' },
    });
    await until(() => find('label', 'Open Gangway when you sign in'));
    const input = (label: string) => find('label', label).querySelector('input');
    expect(input('Open Gangway when you sign in')?.checked).toBe(false);
    const badge = input('Show a number on Gangway’s icon');
    if (badge === null) throw new Error('The switch has no input.');
    await click(badge);
    expect(inputsOf('app.updateSettings')).toEqual([{ badge: false }]);
    expect((await ask('app.start', null)).settings.badge).toBe(false);
  });
});
