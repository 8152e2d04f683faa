import { isUuid } from './service/operations.ts';

/** The scheme of links that open Gangway. */
export const linkScheme = 'gangway:';

/** The longest link that is looked at; a link to a document has 55 characters. */
const longest = 200;

/**
 * The job ID in a link of the form `gangway://document/<job id>`; null for anything else. A link comes from wherever a person
 * clicked, so nothing but a whole, plain link counts: no query, no fragment, no user, no port, and an ID that is a UUID.
 * The ID comes back in small letters. Nothing is opened or asked for here.
 */
export function documentOfLink(text: string): string | null {
  const link = text.trim();
  if (link.length > longest || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== linkScheme || url.hostname.toLowerCase() !== 'document') return null;
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  if (url.search !== '' || url.hash !== '' || /[?#\\%]/.test(link)) return null;
  const id = /^\/([^/]+)\/?$/.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  return isUuid(id) ? id : null;
}
