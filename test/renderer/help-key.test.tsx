import { expect, it, onTestFinished, vi } from 'vitest';

const loading = Promise.withResolvers<void>();
vi.mock(import('#renderer/features/help/help-dialog.tsx'), async (original) => {
  await loading.promise;
  return original();
});

it('leads to all shortcuts where it is pressed twice before the help was loaded', async () => {
  // Other files may have loaded it already.
  vi.resetModules();
  const { openApp, closeApps } = await import('./open-app.tsx');
  // This copy of the module knows what it opened, the one of the other tests does not.
  onTestFinished(closeApps);
  const { find, press, until } = await import('./screen.tsx');
  await openApp('#/today');
  await until(() => find('h1', 'Today'));
  await press('?');
  await press('?');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  loading.resolve();
  expect(await until(() => find('[role=dialog] [role=region]', 'Ask for a new copy'))).toBeDefined();
});
