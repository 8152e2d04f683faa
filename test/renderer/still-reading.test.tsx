import { describe, expect, it } from 'vitest';
import type { CallName } from '#shared/ipc/contract.ts';
import { openApp } from './open-app.tsx';
import { find, until } from './screen.tsx';

const words = 'Still loading data on this computer.';

describe('a screen whose data does not come', () => {
  const screens: [string, CallName][] = [
    ['#/today', 'today.summary'],
    ['#/vendors', 'onboarding.page'],
    ['#/vendors/48213', 'vendors.get'],
    ['#/verifications', 'verifications.page'],
    ['#/documents', 'documents.page'],
    ['#/outbox', 'outbox.page'],
  ];
  for (const [index, [place, call]] of screens.entries())
    it(
      `${place} says so after a while, and not before`,
      index % 4 === 0 ? {} : { tags: ['nightly'] },
      async () => {
        const openedAt = performance.now();
        await openApp(place, { answers: { [call]: () => new Promise(() => undefined) } });
        await until(() => find('main [role=status]'));
        expect(await until(() => find('main [role=status]', words))).toBeDefined();
        expect(performance.now() - openedAt).toBeGreaterThan(990);
      },
    );
});
