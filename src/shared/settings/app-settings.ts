import { z } from 'zod';
import { choice, kept, own, readDefaults, text, toggle } from './setting.ts';
import { shortcutChanges } from './shortcut-keys.ts';

export const themes = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export const appSettings = z.object({
  theme: choice('Appearance', 'system', themes, { label: 'Colors' }, true),
  singleKeys: toggle('Keyboard', true, {
    label: 'Single keys act as shortcuts',
    hint: 'Such as J and K in lists, or A to accept. They are off while you type. Keys with Ctrl or Cmd and the Esc key always work.',
  }),
  shortcuts: own('Keyboard', {}, shortcutChanges, { label: 'Change shortcuts' }),
  badge: toggle('Desktop', true, {
    label: 'Show a number on Gangway’s icon',
    hint: 'How many items need you.',
    linuxHint: 'How many items need you. Some desktops show no numbers on icons.',
  }),
  notifyResults: toggle('Notifications', true, {
    label: 'Tell me when results arrive and when everything that waited has been sent',
    hint: 'Notifications show no names. Results that arrive together are one notification, and you get none for what’s on your screen.',
  }),
  openAtLogin: toggle('Desktop', false, {
    label: 'Open Gangway when you sign in to this computer',
    hint: 'Waiting items are then sent without you opening Gangway.',
  }),
  moreDetails: kept(false, z.boolean()),
  /** The person's name in decisions, waivers and reports; empty for none. As long as a team's records take it. */
  personName: text('Your name', '', z.string().trim().max(80), {
    label: 'Name',
    form: /^/,
    wrong: 'Enter a name of at most 80 characters.',
  }),
});
export type AppSettings = z.infer<typeof appSettings>;
export const appSettingsChange = appSettings.partial();
export const keptAppSettings = appSettingsChange.extend({
  shortcuts: shortcutChanges.optional().catch(undefined),
});

export const defaultAppSettings: AppSettings = appSettings.parse(readDefaults(appSettings.shape));
