import { afterEach, describe, expect, it } from 'vitest';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import type { CoreBridge } from './core-bridge.ts';
import { closeApps, openApp } from './open-app.tsx';
import { click, field, find, placeNow, press, type, until } from './screen.tsx';
import { enqueueInvite, untilCondition } from './situations.ts';

const kinds = {
  invite: {
    screen: 'invites',
    title: 'Edit invite',
    enqueue: async (bridge: CoreBridge) => enqueueInvite(bridge, 'Ada Okoro', 'Okoro Paving'),
    field: 'Company',
    before: 'Okoro Paving',
  },
  verification: {
    screen: 'verifications',
    title: 'Edit verification',
    enqueue: async ({ ask }: CoreBridge) =>
      ask('verifications.enqueue', {
        type: 'license',
        data: { licenseNumber: '55102', licenseeName: 'Okoro Paving' },
        vendorId: null,
        replaces: null,
      }),
    field: 'Licensee name',
    before: 'Okoro Paving',
  },
} as const;

/** Something in a queue that is paused. */
async function openQueued(kind: EntryKind, place: (entryId: string) => string) {
  let entryId = '';
  const bridge = await openApp(async (core) => {
    await core.ask('outbox.pause', { paused: true });
    await untilCondition(core, 'paused');
    ({ entryId } = await kinds[kind].enqueue(core));
    return place(entryId);
  });
  return { bridge, entryId };
}

describe.each(['invite', 'verification'] as const)('a queued %s', (kind) => {
  afterEach(closeApps);
  const { screen, title, field: label, before } = kinds[kind];

  it.each([
    ['in the Outbox', (id: string) => `#/outbox/${id}?kind=${kind}`],
    ['where it is shown', (id: string) => `#/${screen}/${id}`],
  ])('is edited %s, in a form that holds what was filled in', async (_where, place) => {
    const { bridge, entryId } = await openQueued(kind, place);
    await until(() => find('li button', 'What you save is sent in its place.'));
    await press('e');
    await until(() => find('h1', title));
    expect(placeNow()).toBe(`#/${screen}/new?edits=${entryId}`);
    await until(() => expect(field(label).value).toBe(before));
    await type(field(label), 'Okoro Paving and Sons');
    find('form button', 'Save changes');
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => expect(placeNow()).toMatch(new RegExp(`^#/${screen}/[0-9a-f-]{36}$`)));
    expect(placeNow()).not.toContain(entryId);
    expect(await bridge.ask(`${screen}.get`, { entryId })).toMatchObject({ state: 'cancelled' });
  });

  it('says in its form when it cannot be saved any more, and keeps what was typed', async () => {
    const { bridge, entryId } = await openQueued(kind, (id) => `#/${screen}/new?edits=${id}`);
    await until(() => expect(field(label).value).toBe(before));
    await type(field(label), 'Okoro Paving and Sons');
    await bridge.ask('outbox.pause', { paused: false });
    await until(() => find('main', 'can’t be edited anymore.'));
    await press('Enter', document.body, { ctrlKey: true });
    await until(() => find('form', 'sending has started, or it was canceled.'));
    expect(field(label).value).toBe('Okoro Paving and Sons');
    await click(find('main button', 'Open the'));
    expect(placeNow()).toBe(`#/${screen}/${entryId}`);
  });
});
