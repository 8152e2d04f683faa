import { z } from 'zod';
import { linkTarget } from '../service/app-link.ts';
import { appPlace } from '../settings/place.ts';
import { call, nothing } from './call.ts';

export const windowRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), place: appPlace }),
  /** From outside Gangway: opens what is kept here, or a form that asks before looking anything up. */
  z.object({ kind: z.literal('link'), target: linkTarget }),
  z.object({ kind: z.literal('search') }),
  z.object({ kind: z.literal('help') }),
  z.object({ kind: z.literal('shortcuts') }),
  z.object({ kind: z.literal('diagnostics') }),
  z.object({ kind: z.literal('about') }),
]);
export type WindowRequest = z.infer<typeof windowRequest>;

/** Another work shipped with Gangway. `text` is its full license; null where its package has none. */
export const thirdPartyNotice = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  text: z.string().nullable(),
});
export type ThirdPartyNotice = z.infer<typeof thirdPartyNotice>;

const point = z.object({ x: z.number().min(0).max(100_000), y: z.number().min(0).max(100_000) });
export type PagePoint = z.infer<typeof point>;

export const desktopCalls = {
  /** What the window should do next; null for nothing. Handed out once. */
  'desktop.takeRequest': call(nothing, windowRequest.nullable()),
  /** The system's view of the network changed. Only a hint: what counts is whether the service answers. */
  'desktop.networkChanged': call(z.object({ online: z.boolean() }), nothing),
  /** Facts for support, as text, without names, addresses, tokens, or what people or servers wrote. */
  'desktop.diagnostics': call(nothing, z.object({ text: z.string() })),
  'desktop.inSight': call(z.object({ place: appPlace.nullable() }), nothing),
  'desktop.thirdPartyNotices': call(nothing, z.array(thirdPartyNotice)),
  /** Opens the app's menus at a point; refused where the system shows them, or there are none. */
  'desktop.showMenu': call(point, nothing),
  /** Opens the log folder. Where the host cannot, the screen names the folder. */
  'desktop.showLogs': call(nothing, z.object({ shown: z.boolean(), folder: z.string() })),
};
