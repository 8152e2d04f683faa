import { afterEach, describe, expect, it } from 'vitest';
import { closeApps, openApp } from './open-app.tsx';
import { find, until } from './screen.tsx';

const main = () => document.querySelector('main')?.textContent ?? '';
const tabs = () => [...document.querySelectorAll('main [role=tab]')].map((tab) => tab.textContent);

describe('a list', () => {
  afterEach(closeApps);

  it.each([
    ['#/vendors', 'No vendors on this computer yet.', 'Invite vendor'],
    ['#/invites', 'No invites yet.', 'Invite vendor'],
    ['#/verifications', 'No verifications yet.', 'Verify a license'],
    ['#/verifications?tab=expiry', 'No license with an expiration date yet.', 'Verify a license'],
    ['#/documents', 'Nothing to review.', 'Paste job IDs'],
    ['#/outbox', 'Nothing is waiting.', 'Invite vendor'],
  ])(
    'in which there is nothing says what to do first, and shows no zeros: %s',
    async (place, title, first) => {
      await openApp(place, { company: 'new' });
      await until(() => expect(main()).toContain(title));
      find('main button', first);
      if (!place.includes('expiry')) await until(() => expect(tabs()).toEqual([]));
      expect(document.querySelector('main input:not([type=checkbox])')).toBeNull();
    },
  );

  it('of vendors that is narrowed to nobody says so, and how to see them again', async () => {
    await openApp('#/vendors?search=nobody+at+all');
    await until(() => expect(main()).toContain('No vendor matches “nobody at all”.'));
    await until(() => expect(find('main header').textContent).toContain('No vendor matches'));
    find('main button', 'Clear filter');
    expect(tabs()).not.toEqual([]);
  });
});
