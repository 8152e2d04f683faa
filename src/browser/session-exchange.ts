import { z } from 'zod';

// How a page and the browser host know each other. Cookies know no ports: a browser sends them to every program that listens
// on 127.0.0.1, so none is used. See docs/decisions/hosts.md.

/** What a page and the host prove to each other, rebuilt at each start of the host. */
export const sessionSecrets = z.object({
  /** Shown by the page, with each connection and each file it asks for. */
  page: z.string(),
  /** Shown by the host at the start of a connection, so that no other program that took its port is trusted. */
  host: z.string(),
});
export type SessionSecrets = z.infer<typeof sessionSecrets>;

/** Where a page gets its secrets for the key in its address (POST), and asks whether the host knows it (GET). */
export const sessionPath = '/session';
export const keyHeader = 'x-gangway-key';
export const pageHeader = 'x-gangway-page';

export const hostGreeting = z.object({ host: z.string() });

/** The subprotocol that is agreed on; the page's secret comes beside it, since a page can set no header of a WebSocket. */
export const bridgeProtocol = 'gangway';
const secretPrefix = 'gangway-page.';

export const offeredProtocols = (pageSecret: string): string[] => [
  bridgeProtocol,
  `${secretPrefix}${pageSecret}`,
];

/** The page's secret in a Sec-WebSocket-Protocol header; null where there is none. */
export function pageSecretIn(protocols: string): string | null {
  const offered = protocols.split(',').map((one) => one.trim());
  return offered.find((one) => one.startsWith(secretPrefix))?.slice(secretPrefix.length) ?? null;
}
