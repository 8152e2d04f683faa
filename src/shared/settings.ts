import { z } from 'zod';
import { shortcutChanges } from './shortcut-keys.ts';
import { statusWords } from './status.ts';

/** The lists whose columns can be chosen. */
export const listWithColumns = z.enum(['vendors', 'invites']);
export type ListWithColumns = z.infer<typeof listWithColumns>;

/** Settings of the app on this computer. */
export const appSettings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Whether keys without Ctrl or Cmd act as shortcuts. */
  singleKeys: z.boolean(),
  /** The keys that the person gave to shortcuts in place of the usual ones. */
  shortcuts: shortcutChanges,
  /** Whether the app's icon shows how much needs the person. */
  badge: z.boolean(),
  /** Whether the system tells the person when results arrive. */
  notifyResults: z.boolean(),
  /** Whether the system opens Gangway when the person signs in to the computer. */
  openAtLogin: z.boolean(),
});
export type AppSettings = z.infer<typeof appSettings>;
/** The settings to change; the others stay. */
export const appSettingsChange = appSettings.partial();
/** The settings as they are kept. Shortcuts of another version do not cost the person the other settings. */
export const keptAppSettings = appSettingsChange.extend({
  shortcuts: shortcutChanges.optional().catch(undefined),
});

export const defaultAppSettings: AppSettings = {
  theme: 'system',
  singleKeys: true,
  shortcuts: {},
  badge: true,
  notifyResults: true,
  openAtLogin: false,
};

/** How scores are read: recognised per answer, or fixed. */
export const scoreScale = z.enum(['recognise', 'zero_to_one', 'zero_to_hundred']);
export type ScoreScale = z.infer<typeof scoreScale>;

/** Settings of one workspace. */
export const workspaceSettings = z.object({
  /** Requests under way at once. */
  concurrency: z.number().int().min(1).max(16),
  /** Whether the service is known to apply a request with the same Idempotency-Key once only. */
  honoursIdempotencyKey: z.boolean(),
  scoreScale,
  /** From this score on (0 to 100) a document counts as fair. */
  scoreThreshold: z.number().int().min(1).max(99),
  /** How many MB of fetched document pictures are kept on this computer. */
  pictureCacheMb: z.number().int().min(50).max(20_000),
  /** The person's own sorting of status words, by their matching form. */
  statusWords,
  /** The columns that a list shows, by their ids; the usual ones where it is not named. */
  columns: z.partialRecord(listWithColumns, z.array(z.string().max(40)).max(40)),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettings>;
/** The settings to change; the others stay. */
export const workspaceSettingsChange = workspaceSettings.partial();

export const defaultWorkspaceSettings: WorkspaceSettings = {
  concurrency: 4,
  honoursIdempotencyKey: false,
  scoreScale: 'recognise',
  scoreThreshold: 70,
  pictureCacheMb: 500,
  statusWords: {},
  columns: {},
};

/** The settings with those changed that the change names. */
export function changedSettings<T extends object>(
  settings: T,
  change: { [K in keyof T]?: T[K] | undefined },
): T {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...settings, ...named };
}
