import { describe, expect, it } from 'vitest';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { fail, type CoreBridge } from './core-bridge.ts';
import { closeApps, openApp, type OpenAppOptions } from './open-app.tsx';
import { click, find, placeNow, until } from './screen.tsx';
import { enqueueInvite, enqueueVerification } from './situations.ts';

const text = () => document.body.textContent ?? '';
const steps = 'section:has(h3)';

const profiles: RequirementSet = {
  id: '0b6f9e52-6f0c-4b6e-9d8a-000000000001',
  name: 'Profiles',
  appliesTo: { services: [], states: [], jobSites: [], tags: [] },
  requirements: [
    {
      id: '0b6f9e52-6f0c-4b6e-9d8a-000000000002',
      name: 'Profile',
      kind: 'profile',
      ask: { what: 'readable' },
      maxAgeDays: null,
    },
  ],
};

function open(options: OpenAppOptions = {}) {
  return openApp('#/today', { company: 'new', ...options });
}

async function lookUpTwo({ ask }: CoreBridge): Promise<void> {
  for (const vendorId of ['48190', '48177']) await ask('vendors.lookUp', { vendorId });
}

describe('the first steps in a new workspace', () => {
  it('stand in place of "Nothing needs you", and say where job IDs come from', async () => {
    await open();
    const section = await until(() => find(steps));
    expect([...section.querySelectorAll('h3')].map((one) => one.textContent)).toEqual([
      'Set requirements',
      'Bring in vendors',
      'Import invites',
      'Verify licenses',
    ]);
    expect(text()).not.toContain('Nothing needs you.');
    expect(section.textContent).toContain('gives each one a job ID');
    expect(section.textContent).not.toContain('Done:');
  });

  it.each([
    ['Set requirements', '#/vendors/requirements'],
    ['Look up vendors', '#/vendors/look-up'],
    ['Import invites', '#/invites/import'],
    ['Verify a license', '#/verifications/new'],
    ['Add documents', '#/documents/add'],
  ])('lead on: %s', async (button, place) => {
    await open();
    await until(() => find(steps));
    await click(find(`${steps} button`, button));
    expect(placeNow()).toBe(place);
  });

  it('are marked as done by what is there, and leave when all are', async () => {
    await open({
      before: async (bridge) => {
        await lookUpTwo(bridge);
        await bridge.ask('onboarding.save', { sets: [profiles] });
      },
    });
    const section = await until(() => find(steps));
    expect(find(`${steps} li`, 'Set requirements').textContent).toContain('Done: 1 requirement set in use.');
    expect(find(`${steps} li`, 'Bring in vendors').textContent).toContain(
      'Done: 2 vendors on this computer.',
    );
    expect(section.textContent?.match(/Done:/g)).toHaveLength(2);
    await closeApps();
    await open({
      before: async (bridge) => {
        await lookUpTwo(bridge);
        await enqueueInvite(bridge, 'Hannah Cho', 'Quayside Painting');
        await enqueueVerification(bridge, { licenseNumber: '0931170' });
      },
    });
    await until(() => expect(text()).toContain('Nothing needs you.'));
    expect(document.querySelector(steps)).toBeNull();
  });

  it('leave when they are dismissed, which is kept, and stay where that cannot be kept', async () => {
    const bridge = await open();
    await until(() => find(steps));
    await click(find(`${steps} button`, 'Dismiss'));
    await until(() => expect(text()).toContain('Nothing needs you.'));
    expect(bridge.asked.filter(({ name }) => name === 'workspaces.updateSettings')).toMatchObject([
      { input: { firstStepsDismissed: true } },
    ]);
    await closeApps();
    await open({ answers: { 'workspaces.updateSettings': () => fail('storage', 'The disk is full.') } });
    await until(() => find(steps));
    await click(find(`${steps} button`, 'Dismiss'));
    await until(() => find(`${steps} [role=alert]`, 'The disk is full.'));
  });
});
