/** The scheme and host under which the app's own pages stand; nothing is loaded from file:// or from the web. */
export const appScheme = 'app';
export const appHost = 'gangway';
export const appOrigin = `${appScheme}://${appHost}`;

/** Whether an address is one of the app's own pages. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${appScheme}:` && url.host === appHost;
}
