import { expect, it } from 'vitest';
import { openApp, toEntryId } from './open-app.tsx';
import { click, find, placeNow, until } from './screen.tsx';

const list = 'section:has(> ol)';

it.each(['#/today', '#/invites/new', '#/verifications/new'])(
  'the last five items stand on %s, each with what became of it and the way to it',
  async (hash) => {
    await openApp(hash);
    const section = await until(() => find(list, 'Recent'));
    expect(section.querySelectorAll('li')).toHaveLength(5);
    expect(find(`${list} li`, '1048827').textContent).toContain('3 differ');
    await click(find(`${list} li button`, '1048827'));
    expect(placeNow()).toBe(`#/verifications/${toEntryId('1048827')}`);
  },
);

it('nothing stands there before anything was queued', async () => {
  const bridge = await openApp('#/verifications/new', { company: 'new' });
  await until(() => expect(bridge.asked.map(({ name }) => name)).toContain('today.lastQueued'));
  await until(() => find('label', 'License number'));
  expect(document.querySelector(list)).toBeNull();
});
