import { trimCharacters } from './trim-characters.ts';

/** Whether the host is this computer, the only one that may be spoken to without encryption. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

/** Whether a text is an IPv6 address without the brackets that it has in a web address, as far as its characters tell. */
export function isBareIpv6(text: string): boolean {
  return /^[0-9a-f:.]*$/i.test(text) && text.split(':').length > 2;
}

/** An IPv6 address as it is told from mouth to mouth gets the brackets that it needs in a web address. */
function inBrackets(text: string): string {
  return isBareIpv6(text) ? `[${text}]` : text;
}

export type BaseUrlReading = { ok: true; baseUrl: string } | { ok: false; problem: string };

/** Reads a typed service address: adds `https`, drops a trailing slash. Allows http for this computer only, no credentials. */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'Enter the service’s address.' };
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${inBrackets(text)}`;
  if (!URL.canParse(address)) {
    return { ok: false, problem: 'This is not a web address. It looks like https://company.example.com.' };
  }
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, problem: 'The address has to start with https://.' };
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return {
      ok: false,
      problem: 'http:// would send your token unencrypted. Use https:// for this address.',
    };
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, problem: 'Leave the name and password out of the address.' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { ok: false, problem: 'Leave out what follows ? or # in the address.' };
  }
  const path = trimCharacters(url.pathname, '', '/');
  return { ok: true, baseUrl: `${url.origin}${path}` };
}

/** The end of a path that one of the five operations has (service interface, "Endpoints"). */
const operationPath = /\/(?:vendors(?:\/[^/]+\/profile)?|api\/verification\/[^/]+|api\/vision\/[^/]+)\/?$/;

/**
 * The base address of the service that an answer points to, where it points to one of the service's operations at another
 * address that may be used; null where it points to anything else, such as a page to sign in.
 * @param location the answer's Location, which may be relative to `baseUrl`
 */
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

/** Whether a text names a file or page by a part of its address alone. */
export function isRelativeAddress(text: string): boolean {
  const address = text.trim();
  return address !== '' && !hostAndPath.test(address) && !URL.canParse(address);
}

/**
 * The whole address of a file or page that the service names by a part of it: where the settings say that files are, or
 * else at the service's own address, both taken as folders. What is whole already, or nothing at all, stays as it is.
 * Whether it may be opened or fetched is not said by this.
 */
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
