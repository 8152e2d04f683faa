import { isUuid } from './operations.ts';

export const linkScheme = 'gangway:';

/** Maximum length; a link to a document has 55 characters. */
const longest = 200;

/** The job ID of a whole, plain `gangway://document/<job id>` link, in lower case; null for anything else. Opens nothing. */
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
