import { afterEach, expect, it } from 'vitest';
import { forgetTyped } from '#renderer/stores/drafts.ts';
import { ok } from './fake/core.ts';
import { verificationRows } from './fake/verifications.ts';
import { openApp } from './fake/open-fake-app.tsx';
import { clear, click, find, placeNow, until } from './screen.tsx';

afterEach(async () => {
  forgetTyped();
  await clear();
});

const list = 'section[aria-label="Your last items"]';

it.each(['#/today', '#/invites/new', '#/verifications/new'])(
  'the last five items stand on %s, each with what became of it and the way to it',
  async (hash) => {
    await openApp(hash);
    const section = await until(() => find(list));
    expect(section.querySelectorAll('li')).toHaveLength(5);
    const differing = verificationRows[0];
    expect(differing?.differing).toBe(3);
    expect(find(`${list} li`, '1048827').textContent).toContain('3 differ');
    await click(find(`${list} li button`, '1048827'));
    expect(placeNow()).toBe(`#/verifications/${differing?.entryId}`);
  },
);

it('nothing stands there before anything was queued', async () => {
  const bridge = await openApp('#/verifications/new', 'online', { 'today.lastQueued': () => ok([]) });
  await until(() => expect(bridge.asked.map(({ name }) => name)).toContain('today.lastQueued'));
  await until(() => find('label', 'License number'));
  expect(document.querySelector(list)).toBeNull();
});
