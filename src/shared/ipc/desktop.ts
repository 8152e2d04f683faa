import { z } from 'zod';
import { linkTarget } from '../service/app-link.ts';
import { appPlace } from '../settings/place.ts';
import { call, nothing } from './call.ts';

/** What a menu, a link, the dock or a notification asks of the window. */
export const windowRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), place: appPlace }),
  /** From outside of Gangway: it leads to what is kept here, or to a form that asks before anything is looked up. */
  z.object({ kind: z.literal('link'), target: linkTarget }),
  z.object({ kind: z.literal('search') }),
  z.object({ kind: z.literal('help') }),
  z.object({ kind: z.literal('shortcuts') }),
  z.object({ kind: z.literal('diagnostics') }),
  z.object({ kind: z.literal('about') }),
]);
export type WindowRequest = z.infer<typeof windowRequest>;

/** A work of others that ships with Gangway. `text` is its license in full, null where its package brings none. */
export const thirdPartyNotice = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  text: z.string().nullable(),
});
export type ThirdPartyNotice = z.infer<typeof thirdPartyNotice>;

/** A place in the page, in its own pixels. */
const point = z.object({ x: z.number().min(0).max(100_000), y: z.number().min(0).max(100_000) });
export type PagePoint = z.infer<typeof point>;

export const desktopCalls = {
  /** What was asked of the window and not done yet; null where there is nothing. It is handed out once. */
  'desktop.takeRequest': call(nothing, windowRequest.nullable()),
  /** The system's own view of the network changed. It is a hint: what counts is whether the service answers. */
  'desktop.networkChanged': call(z.object({ online: z.boolean() }), nothing),
  /** Facts for whoever helps, as text; names, addresses, tokens and what people or servers wrote are not in it. */
  'desktop.diagnostics': call(nothing, z.object({ text: z.string() })),
  /** What the person has before their eyes; null where the window is not in front. */
  'desktop.inSight': call(z.object({ place: appPlace.nullable() }), nothing),
  'desktop.thirdPartyNotices': call(nothing, z.array(thirdPartyNotice)),
  /** Opens the app's menus there; refused where the system itself shows them, or there are none. */
  'desktop.showMenu': call(point, nothing),
  /** Opens the folder with the logs. Where the host cannot, the screen names the folder. */
  'desktop.showLogs': call(nothing, z.object({ shown: z.boolean(), folder: z.string() })),
};
