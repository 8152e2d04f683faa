import { ownMember } from '#shared/base/own-member.ts';
import { extname, join, normalize, sep } from 'node:path';
import { pageTypes } from './page-headers.ts';

/** The renderer's file for a path, or null. No path can leave the folder. */
export function pageFile(folder: string, pathname: string): { file: string; contentType: string } | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const relative = decoded === '/' ? 'index.html' : decoded.replace(/^\/+/, '');
  const file = normalize(join(folder, relative));
  if (!file.startsWith(folder + sep)) return null;
  const contentType = ownMember(pageTypes, extname(file).toLowerCase());
  return contentType === undefined ? null : { file, contentType };
}

/** The job ID in a path `/files/<job ID>`; null for any other path. */
export function parseDocumentJob(pathname: string): string | null {
  return /^\/files\/([0-9a-f-]{36})$/.exec(pathname)?.[1] ?? null;
}
