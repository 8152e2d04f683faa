import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import { ownMember } from '#shared/base/own-member.ts';
import { findSettings } from '#shared/settings/setting.ts';
import {
  changedSettings,
  defaultWorkspaceSettings,
  serviceInterfaceChange,
  workspaceSettings,
  workspaceSettingsChange,
  type WorkspaceSettings,
} from '#shared/settings/settings.ts';
import type { SettingStore } from '../store/settings.ts';
import type { WorkspaceEvents } from './events.ts';
import type { InterfacePolicy } from './administrator-files.ts';

const policySetting = 'workspace.interface_policy';
const sortedBy = findSettings(workspaceSettings.shape, ({ sortsResults }) => sortsResults === true);

/** The settings of an open workspace; the administrator's policy wins. */
export function createOpenSettings(
  db: Database,
  stored: SettingStore,
  policy: InterfacePolicy,
  events: WorkspaceEvents,
) {
  let own = changedSettings(
    defaultWorkspaceSettings,
    stored.read('workspace.settings', workspaceSettingsChange) ?? {},
  );
  let settings = changedSettings(own, policy.settings);
  return {
    current: (): WorkspaceSettings => settings,
    /** Settings that the administrator made stay as they are. */
    update: (change: z.infer<typeof workspaceSettingsChange>): void => {
      const next = changedSettings(own, change);
      const meansOther = sortedBy.some(({ name }) => ownMember<unknown>(change, name) !== undefined);
      db.transaction(() => {
        stored.write('workspace.settings', next);
        if (meansOther) events.emit('resultRules');
      }).immediate();
      own = next;
      settings = changedSettings(own, policy.settings);
      events.emit('settings');
    },
    /** With another policy than at the last start, stored results may mean something else. */
    notePolicy(): void {
      const before = stored.read(policySetting, serviceInterfaceChange) ?? {};
      if (JSON.stringify(before) === JSON.stringify(policy.settings)) return;
      db.transaction(() => {
        stored.write(policySetting, policy.settings);
        events.emit('resultRules');
      }).immediate();
    },
  };
}
