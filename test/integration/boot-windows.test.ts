import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { getConfig } from 'app-builder-lib/out/util/config/config.js';
import { bootForTest } from '#test/boot/boot-folder.ts';
import { projectFolder } from '#test/boot/booted-app.ts';

const patient = { timeout: 60_000, interval: 25 };

describe('the built app on Windows', () => {
  it('has the name under which its installer made it known before it opens a window, or Windows drops its notifications', async () => {
    const { appId } = z
      .looseObject({ appId: z.string() })
      .parse(await getConfig(projectFolder, 'electron-builder.yml', null));
    const { app } = await bootForTest({ platform: 'win32' });
    await app.openWindow();
    expect(app.details('app.setAppUserModelId')).toEqual([{ id: appId }]);
    const order = app.notes.map(({ what }) => what);
    expect(order.indexOf('app.setAppUserModelId')).toBeLessThan(order.indexOf('new BrowserWindow'));
  });

  it(
    'draws the number on the taskbar, as sharp as the display, and takes it away where the person does not want it',
    { tags: ['nightly'] },
    async () => {
      const { app } = await bootForTest({ platform: 'win32', packaged: false });
      await app.openWindow();
      const marks = () =>
        z
          .array(
            z.object({ size: z.array(z.number()).nullable(), bytes: z.number(), description: z.string() }),
          )
          .parse(app.details('window.setOverlayIcon'));
      await vi.waitFor(() => expect(marks()).not.toEqual([]), patient);
      expect(marks()[0]).toMatchObject({ size: [32, 32], bytes: 32 * 32 * 4 });
      expect(marks()[0]?.description).toMatch(/^\d+ items? needs? you$/);
      await app.ask('call', {
        channel: 'gangway:app.updateSettings',
        input: { badge: false },
        from: 'own page',
      });
      await vi.waitFor(
        () => expect(marks().at(-1)).toEqual({ size: null, bytes: 0, description: '' }),
        patient,
      );
    },
  );
});

describe('the built app on another system than Windows', () => {
  it('has no such name', async () => {
    const { app } = await bootForTest();
    await app.openWindow();
    expect(app.details('app.setAppUserModelId')).toEqual([]);
  });
});
