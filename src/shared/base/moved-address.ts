import { readBaseUrl } from './base-url.ts';

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
