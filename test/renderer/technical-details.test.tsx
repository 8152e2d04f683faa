import { afterEach, describe, expect, it } from 'vitest';
import { closeApps, openApp, toEntryId } from './open-app.tsx';
import { click, find, until } from './screen.tsx';
import { toJobId } from './sample-company.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;
/** What the screen says, apart from the addresses of files. */
const main = () => document.querySelector('main')?.textContent?.replaceAll(/https?:\S+/g, '') ?? '';

describe('numbers and keys that nobody needs in daily work', () => {
  afterEach(closeApps);

  it.each([
    ['an invite', () => `#/invites/${toEntryId('Dale Hutchins')}`],
    ['an item of the Outbox', () => `#/outbox/${toEntryId('Dale Hutchins')}?kind=invite`],
    ['a verification', () => `#/verifications/${toEntryId('1048827')}`],
    ['a document', () => `#/documents/${toJobId(1)}`],
  ])('are under the technical details of %s, and nowhere else', async (_what, place) => {
    await openApp(place());
    const details = await until(() => find('aside button', 'Technical details'));
    expect(main()).not.toMatch(uuid);
    await click(details);
    expect(main()).toMatch(uuid);
    find('aside button', 'Copy');
  });

  it.each(['#/today', '#/vendors', '#/verifications', '#/outbox', '#/vendors/48213'])(
    'are not on %s',
    async (place) => {
      await openApp(place);
      await until(() => find('main', 'Brightwater'));
      expect(main()).not.toMatch(uuid);
    },
  );
});
