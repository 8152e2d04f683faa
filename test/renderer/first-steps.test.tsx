import { afterEach, describe, expect, it } from 'vitest';
import type { FirstSteps } from '#shared/ipc/today.ts';
import type { Handlers } from './fake/core.ts';
import { fail, ok } from './fake/core.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, placeNow, until } from './screen.tsx';

const none: FirstSteps = { vendors: 0, invites: 0, verifications: 0 };
const text = () => document.body.textContent ?? '';
const steps = 'section[aria-label="First steps"]';

function open(counts: FirstSteps, overrides: Handlers = {}) {
  return openApp('#/today', 'empty', { 'today.firstSteps': () => ok(counts), ...overrides });
}

afterEach(clear);

describe('the first steps in a new workspace', () => {
  it('stand in place of "Nothing needs you", and say where job IDs come from', async () => {
    await open(none);
    const section = await until(() => find(steps));
    expect([...section.querySelectorAll('h3')].map((one) => one.textContent)).toEqual([
      'Bring in vendors',
      'Import invites',
      'Verify licenses',
    ]);
    expect(text()).not.toContain('Nothing needs you.');
    expect(section.textContent).toContain('gives each one a job ID');
    expect(section.textContent).not.toContain('Done:');
  });

  it.each([
    ['Look up vendors', '#/vendors/look-up'],
    ['Import invites', '#/invites/import'],
    ['Verify a license', '#/verifications/new'],
    ['Add documents', '#/documents/add'],
  ])('lead on: %s', async (button, place) => {
    await open(none);
    await until(() => find(steps));
    await click(find(`${steps} button`, button));
    expect(placeNow()).toBe(place);
  });

  it('are marked as done by what is there, and leave when all are', async () => {
    await open({ ...none, vendors: 12 });
    const section = await until(() => find(steps));
    expect(find(`${steps} li`, 'Bring in vendors').textContent).toContain(
      'Done: 12 vendors on this computer.',
    );
    expect(section.textContent?.match(/Done:/g)).toHaveLength(1);
    await clear();
    await open({ vendors: 12, invites: 1, verifications: 3 });
    await until(() => expect(text()).toContain('Nothing needs you.'));
    expect(document.querySelector(steps)).toBeNull();
  });

  it('leave when they are dismissed, which is kept, and stay where that cannot be kept', async () => {
    const bridge = await open(none);
    await until(() => find(steps));
    await click(find(`${steps} button`, 'Dismiss'));
    await until(() => expect(text()).toContain('Nothing needs you.'));
    expect(bridge.asked.filter(({ name }) => name === 'workspaces.updateSettings')).toMatchObject([
      { input: { firstStepsDismissed: true } },
    ]);
    await clear();
    await open(none, { 'workspaces.updateSettings': () => fail('storage', 'The disk is full.') });
    await until(() => find(steps));
    await click(find(`${steps} button`, 'Dismiss'));
    await until(() => find(`${steps} [role=alert]`, 'The disk is full.'));
  });
});
