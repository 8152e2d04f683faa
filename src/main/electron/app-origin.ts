/** The origin of the app's own pages; nothing is loaded from file:// or the web. */
export const appScheme = 'app';
export const appHost = 'gangway';
export const appOrigin = `${appScheme}://${appHost}`;

export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${appScheme}:` && url.host === appHost;
}
