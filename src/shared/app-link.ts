import { z } from 'zod';
import { documentOfLink, linkScheme } from './document-link.ts';
import { vendorIdProblem } from './service/operations.ts';

/** What a link of the form `gangway://vendor/<id>` or `gangway://document/<job id>` names. Nothing else can be named by one. */
export const linkTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vendor'), vendorId: z.string().max(200) }),
  z.object({ kind: z.literal('document'), jobId: z.uuid() }),
]);
export type LinkTarget = z.infer<typeof linkTarget>;

/** The longest link that is looked at: an ID of 200 letters, each written in up to nine, and what stands before it. */
const longest = 2000;

/** Letters, figures and the few marks that IDs are written with; nothing that hides, breaks or turns around a line. */
const plainId = /^[\p{L}\p{N}._~:@+=-]{1,200}$/u;

/**
 * What a link names, or null where it is anything but a whole, plain link to a vendor or a document. A link comes from
 * wherever a person clicked: it is read, never run, and nothing is asked of the service because of it.
 */
export function targetOfLink(text: string): LinkTarget | null {
  const jobId = documentOfLink(text);
  if (jobId !== null) return { kind: 'document', jobId };
  const vendorId = vendorOfLink(text);
  return vendorId === null ? null : { kind: 'vendor', vendorId };
}

function vendorOfLink(text: string): string | null {
  const link = text.trim();
  if (link.length > longest || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== linkScheme || url.hostname.toLowerCase() !== 'vendor') return null;
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  if (url.search !== '' || url.hash !== '' || /[?#\\]/.test(link)) return null;
  // Read from the text: a parsed address has already taken its own view of dots.
  const written = /^gangway:\/\/vendor\/([^/]+)\/?$/i.exec(link)?.[1];
  const id = written === undefined ? null : decoded(written);
  return id !== null && plainId.test(id) && vendorIdProblem(id) === null ? id : null;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that stands for nothing.
    return null;
  }
}

/**
 * The first word of a command line that is a link of Gangway's, whatever it names; null where there is none. Windows and
 * Linux hand a clicked link over as a word of its own.
 */
export function findDeepLink(words: readonly string[]): string | null {
  return words.find((word) => word.trim().toLowerCase().startsWith(linkScheme)) ?? null;
}
