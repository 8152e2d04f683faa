import { afterEach, expect, it } from 'vitest';
import type { QueueCondition } from '#shared/outbox.ts';
import { fail, type Handlers } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { acting, clear, click, field, find, settle, type, until } from './screen.tsx';
import { useSync } from '#renderer/stores/sync.ts';

const now = 'https://harborlane.example.com';

async function open(hash: string, overrides: Handlers = {}) {
  const bridge = await openApp(hash, 'online', overrides);
  const changes = () =>
    bridge.asked.filter(({ name }) => name === 'workspaces.changeAddress').map(({ input }) => input);
  const checks = () => bridge.asked.filter(({ name }) => name === 'workspaces.checkAddress');
  return { bridge, changes, checks };
}

const dialog = () => find('[role=dialog]', 'Change the service’s address');
const confirm = () => find('[role=dialog] button[type=submit]', 'Change the address');
const same = () => {
  const box = find('[role=dialog] label', 'It is the same service').querySelector('input');
  if (box === null) throw new Error('There is nothing to tick.');
  return box;
};

async function openDialog() {
  await click(await until(() => find('button', 'Change the address')));
  await until(dialog);
}

afterEach(clear);

it('is changed only after the person has said that it is the same service', async () => {
  const { changes, checks } = await open('#/settings');
  await openDialog();
  expect(confirm().hasAttribute('disabled')).toBe(true);
  await type(field('New address'), 'new.example.com/v2/');
  await until(() =>
    find('[role=dialog]', 'The access token goes to https://new.example.com/v2 from now on.'),
  );
  expect(dialog().textContent).toContain(`What may have been sent to ${now} is not sent again by this.`);
  expect(confirm().hasAttribute('disabled')).toBe(true);
  await click(same());
  // Another address is another decision.
  await type(field('New address'), 'newer.example.com');
  expect(same().checked).toBe(false);
  await acting(() => dialog().querySelector('form')?.requestSubmit());
  expect([changes(), checks()]).toEqual([[], []]);
  await click(same());
  await click(confirm());
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(changes()).toEqual([{ from: now, to: 'https://newer.example.com', sameService: true }]);
  const section = find('section', 'Name and address');
  expect(section.textContent).toMatch(/Addresshttps:\/\/newer\.example\.com.*Until .*https:\/\/harborlane/);
});

it.each([
  ['http://new.example.com', 'Use https:// for this address.'],
  ['harborlane.example.com/', 'This is the service’s address already.'],
])('is not taken as %s', async (typed, sentence) => {
  const { changes } = await open('#/settings');
  await openDialog();
  await type(field('New address'), typed);
  await acting(() => field('New address').blur());
  await until(() => expect(dialog().textContent).toContain(sentence));
  expect(same().disabled).toBe(true);
  expect(confirm().hasAttribute('disabled')).toBe(true);
  expect(changes()).toEqual([]);
});

it('stays in its field where the change was not made', async () => {
  await open('#/settings', {
    'workspaces.changeAddress': () => fail('storage', 'The disk is full. Nothing was changed.'),
  });
  await openDialog();
  await type(field('New address'), 'new.example.com');
  await click(same());
  await click(confirm());
  await until(() => find('[role=dialog] [role=alert]', 'The disk is full.'));
  expect(field('New address').value).toBe('new.example.com');
});

async function pointsTo(location: string) {
  const opened = await open('#/outbox');
  await until(() => expect(useSync.getState().status).not.toBeNull());
  const { status } = useSync.getState();
  if (status === null) throw new Error('There is no status.');
  const condition: QueueCondition = { kind: 'redirected', location, until: null };
  await acting(() => opened.bridge.emit('sync.changed', { ...status, condition }));
  await until(() => find('strong', `points to ${location}.`));
  return opened;
}

it('is offered where the service points to itself elsewhere', async () => {
  const { changes } = await pointsTo('https://new.example.com/v2/vendors');
  await click(find('button', 'This is the service’s new address'));
  await until(() => expect(field('New address').value).toBe('https://new.example.com/v2'));
  await click(same());
  await click(confirm());
  await until(() =>
    expect(changes()).toEqual([{ from: now, to: 'https://new.example.com/v2', sameService: true }]),
  );
});

it('is not offered where it points to a page', async () => {
  await pointsTo('https://login.example.com/authorize');
  await settle();
  expect(() => find('button', 'This is the service’s new address')).toThrow();
});
