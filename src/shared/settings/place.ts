import { z } from 'zod';

/** The screens of the product, in the order of the sidebar. */
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

/** A place in the product that something outside the window asks for: a menu, a link, a notification. */
export const appPlace = z.object({
  screen: z.enum(screenIds),
  /** Below the screen: an id, or a word such as `new` or `import`. */
  path: z.array(z.string().max(200)).max(4).default([]),
  query: z.record(z.string().max(40), z.string().max(4000)).default({}),
});
export type AppPlace = z.output<typeof appPlace>;

/** A place to name in code; what is left out is empty. */
export function toPlace(screen: ScreenId, ...path: string[]): AppPlace {
  return { screen, path, query: {} };
}
