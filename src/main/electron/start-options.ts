import { resolve } from 'node:path';
import { findDeepLink } from '#shared/service/app-link.ts';

/** Reads the options before a link; words after it come from the link's author and are ignored. */
export function readStartOptions(argv: readonly string[]): { dataDir: string | null; practice: boolean } {
  const link = findDeepLink(argv);
  const words = link === null ? argv : argv.slice(0, argv.indexOf(link));
  const at = words.indexOf('--data-dir');
  const folder = at < 0 ? undefined : words[at + 1];
  return {
    dataDir: folder === undefined || folder.startsWith('--') ? null : resolve(folder),
    practice: words.includes('--practice'),
  };
}
