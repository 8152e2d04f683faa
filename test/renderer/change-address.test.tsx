import { expect, it } from 'vitest';
import { fail, type Answers } from './core-bridge.ts';
import { openApp } from './open-app.tsx';
import { sampleAddress } from './sample-company.ts';
import { acting, click, field, find, type, until } from './screen.tsx';
import { enqueueInvite, untilCondition } from './situations.ts';

async function open(hash: string, answers: Answers = {}) {
  const bridge = await openApp(hash, { company: 'new', answers });
  const changes = () => bridge.inputsOf('workspaces.changeAddress');
  return { bridge, changes };
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

it('is changed only after the person has said that it is the same service', async () => {
  const { bridge, changes } = await open('#/settings');
  await openDialog();
  expect(confirm().hasAttribute('disabled')).toBe(true);
  await type(field('New address'), 'new.example.com/v2/');
  await until(() =>
    find('[role=dialog]', 'The access token goes to https://new.example.com/v2 from now on.'),
  );
  expect(dialog().textContent).toContain(
    `Items that may have been sent to ${sampleAddress} are not sent again.`,
  );
  expect(confirm().hasAttribute('disabled')).toBe(true);
  await click(same());
  // Another address is another decision.
  await type(field('New address'), 'newer.example.com');
  expect(same().checked).toBe(false);
  await acting(() => dialog().querySelector('form')?.requestSubmit());
  expect([changes(), bridge.inputsOf('workspaces.checkAddress')]).toEqual([[], []]);
  await click(same());
  await click(confirm());
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(changes()).toEqual([{ from: sampleAddress, to: 'https://newer.example.com', sameService: true }]);
  const section = find('section', 'Name and address');
  expect(section.textContent).toMatch(/Addresshttps:\/\/newer\.example\.com.*Until .*https:\/\/harborlane/);
});

it.each([
  ['http://new.example.com', 'Use https:// for this address.'],
  ['harborlane.example.com/', 'This is already the service’s address.'],
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

/** Opens the Outbox where the service answers that it is to be found at another address. */
async function openPointingTo(location: string) {
  const bridge = await openApp('#/outbox', {
    company: 'new',
    before: async (core) => {
      core.service.inTheWay = { status: 308, headers: { location } };
      await enqueueInvite(core, 'Rosa Delgado', 'Brightwater Plumbing');
      await core.ask('outbox.syncNow', null);
      await untilCondition(core, 'redirected');
    },
  });
  await until(() => find('strong', `points to ${location}.`));
  return bridge;
}

it('is offered where the service points to itself elsewhere', async () => {
  const bridge = await openPointingTo('https://new.example.com/v2/vendors');
  await click(find('button', 'Change to this address'));
  await until(() => expect(field('New address').value).toBe('https://new.example.com/v2'));
  await click(same());
  await click(confirm());
  await until(() =>
    expect(bridge.inputsOf('workspaces.changeAddress')).toEqual([
      { from: sampleAddress, to: 'https://new.example.com/v2', sameService: true },
    ]),
  );
});

it('is not offered where it points to a page', async () => {
  await openPointingTo('https://login.example.com/authorize');
  expect(() => find('button', 'Change to this address')).toThrow();
});
