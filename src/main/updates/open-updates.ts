import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { SettingStore } from '../store/settings.ts';
import { chooseFeed } from './feed.ts';
import type { Policy } from './policy.ts';
import type { Updater } from './updater.ts';
import { createUpdates, type Updates } from './updates.ts';

export interface UpdateHost {
  updater: Updater | null;
  policy: Policy;
  environment: string | undefined;
  install: () => void;
}

const feedSetting = 'updates.feed';

/** Updates with the app's settings, log and events; off without a host. */
export function openUpdates(
  host: UpdateHost | undefined,
  app: {
    settings: SettingStore;
    clock: Clock;
    random: () => number;
    emit: Emit;
    log: Log;
    mayLook: () => boolean;
  },
): Updates {
  return createUpdates({
    updater: host?.updater ?? null,
    choose: (setting) =>
      chooseFeed(host?.policy ?? { kind: 'read', feed: undefined }, host?.environment, setting),
    setting: {
      read: () => app.settings.read(feedSetting, z.string().nullable()),
      write: (address) => {
        app.settings.write(feedSetting, address);
      },
    },
    clock: app.clock,
    random: app.random,
    tell: (status) => {
      app.emit('updates.changed', status);
    },
    note: (event, detail) => {
      app.log.write(event, detail);
    },
    mayLook: app.mayLook,
  });
}
