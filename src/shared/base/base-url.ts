import { trimCharacters } from './trim-characters.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the host is this computer, the only one that may be spoken to without encryption. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
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
