import { trimCharacters } from './fold-text.ts';

/** Whether the host is this computer, the only one that may be spoken to without encryption. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

export const isBareIpv6 = (text: string): boolean =>
  /^[0-9a-f:.]*$/i.test(text) && text.split(':').length > 2;

export type BaseUrlReading = { ok: true; baseUrl: string } | { ok: false; problem: string };

/** Reads a typed service address: adds `https`, drops a trailing slash. Only this computer may use http. No credentials. */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim();
  const unusable = (problem: string) => ({ ok: false, problem }) as const;
  if (text === '') return unusable('Enter the service’s address.');
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `https://${isBareIpv6(text) ? `[${text}]` : text}`;
  if (!URL.canParse(address))
    return unusable('This is not a web address. It looks like https://company.example.com.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return unusable('The address has to start with https://.');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return unusable('http:// would send your token unencrypted. Use https:// for this address.');
  if (url.username !== '' || url.password !== '')
    return unusable('Leave the name and password out of the address.');
  if (url.search !== '' || url.hash !== '') return unusable('Leave out what follows ? or # in the address.');
  const path = trimCharacters(url.pathname, '', '/');
  return { ok: true, baseUrl: `${url.origin}${path}` };
}

const operationPath = /\/(?:vendors(?:\/[^/]+\/profile)?|api\/verification\/[^/]+|api\/vision\/[^/]+)\/?$/;

/** The base address a redirect points to, where it names one of the service's operations at another usable address; else null. */
export function movedAddress(location: string, baseUrl: string): string | null {
  if (!URL.canParse(location, `${baseUrl}/`)) return null;
  const url = new URL(location, `${baseUrl}/`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const operation = operationPath.exec(url.pathname);
  if (operation === null || url.search !== '' || url.hash !== '') return null;
  url.pathname = url.pathname.slice(0, operation.index);
  const reading = readBaseUrl(url.href);
  return reading.ok && reading.baseUrl !== baseUrl ? reading.baseUrl : null;
}

/** A name of a server and a path, without a scheme: `files.example.com/a.pdf`, but not `v1.2/a.pdf`. */
const hostAndPath = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d{1,5})?\//i;

/** The full address of a file or page. A partial one continues the file address in the settings, else the service's own. */
export function absoluteAddress(
  text: string,
  { baseUrl, fileBaseUrl }: { baseUrl: string; fileBaseUrl: string | null },
): string {
  const address = text.trim();
  if (address === '') return text;
  if (hostAndPath.test(address)) return `https://${address}`;
  if (URL.canParse(address)) return text;
  const folder = `${fileBaseUrl ?? baseUrl}/`;
  return URL.canParse(address, folder) ? new URL(address, folder).href : text;
}
