import { expect, it, onTestFinished } from 'vitest';
import { followNavigation, useNavigation } from '#renderer/stores/navigation.ts';

it('goes to the address that was opened before anybody followed it', () => {
  // As where the page is still starting: the hash has changed, and nobody listened yet.
  window.history.replaceState(null, '', '#/vendors/look-up');
  onTestFinished(followNavigation());
  expect(useNavigation.getState().route).toMatchObject({ screen: 'vendors', path: ['look-up'] });
});
