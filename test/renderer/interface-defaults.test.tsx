import { describe, expect, it } from 'vitest';
import type { ServiceInterface } from '#shared/settings/settings.ts';
import type { CoreBridge } from './core-bridge.ts';
import { json } from './fake-service.ts';
import { openApp } from './open-app.tsx';
import { click, field, find, type, until } from './screen.tsx';
import { sendInvite } from './situations.ts';

/** Opens the app at a place with these settings of the service's interface. */
const open = (
  place: string | ((bridge: CoreBridge) => Promise<string>),
  settings: Partial<ServiceInterface>,
) =>
  openApp(place, {
    company: 'new',
    before: ({ core }) => core.call('workspaces.updateSettings', settings),
  });

describe('a new invite', () => {
  it('is sent with the company ID of the settings where none is entered', async () => {
    const { inputsOf } = await open('#/invites/new', { defaultCompanyId: 4711 });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'kai@example.invalid');
    await click(find('button', 'All fields'));
    await until(() => find('form', 'If empty, 4711 is sent.'));
    await click(find('button[type=submit]', 'Send invite'));
    await until(() => expect(inputsOf('invites.enqueue')).toHaveLength(1));
    expect(inputsOf('invites.enqueue')).toMatchObject([
      { invitation: { vendor: { email: 'kai@example.invalid' }, companyId: 4711 } },
    ]);
  });

  it('is sent with the one that is entered', async () => {
    const { inputsOf } = await open('#/invites/new', { defaultCompanyId: 4711 });
    await until(() => field('Vendor email'));
    await type(field('Vendor email'), 'kai@example.invalid');
    await click(find('button', 'All fields'));
    await type(await until(() => field('Company ID')), '12');
    await click(find('button[type=submit]', 'Send invite'));
    await until(() => expect(inputsOf('invites.enqueue')).toMatchObject([{ invitation: { companyId: 12 } }]));
  });
});

describe('a new verification', () => {
  it('begins with the type of the settings, which alone makes no draft', { tags: ['nightly'] }, async () => {
    const { inputsOf } = await open('#/verifications/new', { defaultVerificationType: 'contractor' });
    await until(() => field('License number'));
    await until(() => expect(field('Type').value).toBe('contractor'));
    await type(field('License number'), 'C-10');
    await until(() => expect(inputsOf('drafts.save')).toHaveLength(1));
    expect(inputsOf('drafts.save')).toMatchObject([{ fields: { type: '', licenseNumber: 'C-10' } }]);
    await type(field('License number'), '');
    await until(() => expect(inputsOf('drafts.discard')).toHaveLength(1));
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
    await open(async (bridge) => {
      bridge.service.replies.inviteVendor = () => json(value, 201);
      return `#/invites/${await sendInvite(bridge, { vendor: { email: 'kai@example.invalid' } })}`;
    }, settings);
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
