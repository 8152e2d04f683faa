import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetTyped } from '#renderer/stores/drafts.ts';
import { navigate, readHash } from '#renderer/stores/navigation.ts';
import { invitationResult } from '#shared/service/invitation-result.ts';
import { readResource } from '#shared/service/reading.ts';
import type { ServiceInterface } from '#shared/settings.ts';
import { harborLane } from './fake/app.ts';
import { toId, ok, type Handlers } from './fake/core.ts';
import { inviteRows } from './fake/invites.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { acting, clear, click, field, find, type, until } from './screen.tsx';

/** Opens the app with other settings of the service's interface, which are there before the place is. */
async function open(hash: string, settings: Partial<ServiceInterface>, overrides: Handlers = {}) {
  const bridge = await openApp('#/settings', 'online', overrides);
  await acting(() =>
    bridge.emit('workspace.changed', { ...harborLane, settings: { ...harborLane.settings, ...settings } }),
  );
  await acting(() => navigate(readHash(hash)));
  const asked = (name: string) => bridge.asked.filter((one) => one.name === name).map(({ input }) => input);
  return { asked };
}

beforeEach(forgetTyped);
afterEach(clear);

describe('a new invite', () => {
  it('is sent with the company ID of the settings where none is entered', async () => {
    const { asked } = await open('#/invites/new', { defaultCompanyId: 4711 });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'kai@example.invalid');
    await click(find('button', 'All fields'));
    await until(() => find('form', 'Left empty, 4711 is sent.'));
    await click(find('button[type=submit]', 'Send invite'));
    await until(() => expect(asked('invites.enqueue')).toHaveLength(1));
    expect(asked('invites.enqueue')).toMatchObject([
      { invitation: { vendor: { email: 'kai@example.invalid' }, companyId: 4711 } },
    ]);
  });

  it('is sent with the one that is entered', async () => {
    const { asked } = await open('#/invites/new', { defaultCompanyId: 4711 });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'kai@example.invalid');
    await click(find('button', 'All fields'));
    await type(await until(() => field('Company ID')), '12');
    await click(find('button[type=submit]', 'Send invite'));
    await until(() => expect(asked('invites.enqueue')).toMatchObject([{ invitation: { companyId: 12 } }]));
  });
});

describe('a new verification', () => {
  it('begins with the type of the settings, which alone makes no draft', async () => {
    const { asked } = await open(
      '#/verifications/new',
      { defaultVerificationType: 'contractor' },
      { 'verifications.types': () => ok(['contractor', 'license']) },
    );
    await until(() => field('License number'));
    await until(() => expect(field('Type').value).toBe('contractor'));
    await type(field('License number'), 'C-10');
    await until(() => expect(asked('drafts.save')).toHaveLength(1));
    expect(asked('drafts.save')).toMatchObject([{ fields: { type: '', licenseNumber: 'C-10' } }]);
    await type(field('License number'), '');
    await until(() => expect(asked('drafts.discard')).toHaveLength(1));
  });
});

describe('a relative address', () => {
  const links = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('aside a')].map((link) => link.getAttribute('href'));

  async function openInvite(settings: Partial<ServiceInterface>) {
    const value = {
      vendorURL: '/vendors/8001',
      checklist: [{ type: 'W-9', documentId: 1, documentURL: 'docs/1.pdf' }],
    };
    const [row] = inviteRows;
    if (row === undefined) throw new Error('The fake has invites.');
    await open(`#/invites/${toId(1, 8)}`, settings, {
      'invites.get': () =>
        ok({
          ...row,
          state: 'accepted',
          reason: null,
          sentAt: row.queuedAt,
          invitation: {},
          sent: {},
          idempotencyKey: row.entryId,
          replaces: null,
          replacedBy: null,
          answer: {
            at: row.queuedAt,
            status: 200,
            contentType: 'application/json',
            cut: null,
            bytesKept: null,
            attempt: 1,
            body: JSON.stringify(value),
          },
          result: readResource(invitationResult, value),
          history: [],
        }),
    });
    await until(() => find('aside a', 'Vendor page'));
  }

  it('leads to the service', async () => {
    await openInvite({});
    expect(links()).toEqual([
      'https://harborlane.example.com/vendors/8001',
      'https://harborlane.example.com/docs/1.pdf',
    ]);
  });

  it('leads to where the settings say that files are', async () => {
    await openInvite({ fileBaseUrl: 'https://files.example.com/bucket' });
    await until(() =>
      expect(links()).toEqual([
        'https://files.example.com/vendors/8001',
        'https://files.example.com/bucket/docs/1.pdf',
      ]),
    );
  });
});
