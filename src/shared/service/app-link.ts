import { z } from 'zod';
import { isUuid, vendorIdProblem } from './operations.ts';

export const linkScheme = 'gangway:';

/** The target of a `gangway://vendor/<id>` or `gangway://document/<job id>` link. */
export const linkTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vendor'), vendorId: z.string().max(200) }),
  z.object({ kind: z.literal('document'), jobId: z.uuid() }),
]);
export type LinkTarget = z.infer<typeof linkTarget>;

const maxLink = 2000;

/** Letters, figures and a few marks; nothing that hides, breaks or reverses a line. */
const plainId = /^[\p{L}\p{N}._~:@+=-]{1,200}$/u;

/** Reads a plain link to a vendor or document; null for anything else. Only parses. */
export function targetOfLink(text: string): LinkTarget | null {
  const jobId = documentOfLink(text);
  if (jobId !== null) return { kind: 'document', jobId };
  const id = decoded(findPart(text, 'vendor') ?? '');
  const isVendor = id !== null && plainId.test(id) && vendorIdProblem(id) === null;
  return isVendor ? { kind: 'vendor', vendorId: id } : null;
}

/** The job ID of a plain `gangway://document/<job id>` link, in lower case; null for anything else. */
export function documentOfLink(text: string): string | null {
  const id = findPart(text, 'document')?.toLowerCase() ?? '';
  return isUuid(id) ? id : null;
}

/** The one path segment of a plain link, as written; null for another host or anything else in the link. */
function findPart(text: string, host: string): string | null {
  const link = text.trim();
  if (link.length > maxLink || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== linkScheme || url.hostname.toLowerCase() !== host) return null;
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  if (url.search !== '' || url.hash !== '' || /[?#\\]/.test(link)) return null;
  // Read from the text: a parsed URL has already resolved dots.
  return /^gangway:\/\/[a-z]+\/([^/]+)\/?$/i.exec(link)?.[1] ?? null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export const findDeepLink = (words: readonly string[]): string | null =>
  words.find((word) => word.trim().toLowerCase().startsWith(linkScheme)) ?? null;
