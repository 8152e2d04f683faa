import { afterEach, expect, it, vi } from 'vitest';
import { useHelp } from '#renderer/stores/help.ts';
import { openApp } from './open-app.tsx';
import { clear, find, press, until } from './screen.tsx';

const loading = Promise.withResolvers<void>();
vi.mock(import('#renderer/features/help/help-dialog.tsx'), async (original) => {
  await loading.promise;
  return original();
});

afterEach(async () => {
  useHelp.setState({ open: null });
  await clear();
});

it('leads to all shortcuts where it is pressed twice before the help was loaded', async () => {
  await openApp('#/today');
  await until(() => find('h1', 'Today'));
  await press('?');
  await press('?');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  loading.resolve();
  await until(() => find('[role=dialog] [role=region]', 'Ask for a new copy'));
});
