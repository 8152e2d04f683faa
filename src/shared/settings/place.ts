import { z } from 'zod';

export const screenIds = [
  'today',
  'vendors',
  'invites',
  'verifications',
  'documents',
  'outbox',
  'settings',
] as const;
export type ScreenId = (typeof screenIds)[number];

export const appPlace = z.object({
  screen: z.enum(screenIds),
  /** Below the screen: an ID, or a word such as `new` or `import`. */
  path: z.array(z.string().max(200)).max(4).default([]),
  query: z.record(z.string().max(40), z.string().max(4000)).default({}),
});
export type AppPlace = z.output<typeof appPlace>;

export const toPlace = (screen: ScreenId, ...path: string[]): AppPlace => ({ screen, path, query: {} });
