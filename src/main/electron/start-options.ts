import { resolve } from 'node:path';
import { findDeepLink } from '#shared/service/app-link.ts';

/** What the command line of the app chooses. Words that Electron and Chromium know are passed over. */
export interface StartOptions {
  dataDir: string | null;
  practice: boolean;
}

/** Reads the options before a link; what follows a link was written by whoever made the link and is ignored. */
export function readStartOptions(argv: readonly string[]): StartOptions {
  const link = findDeepLink(argv);
  const words = link === null ? argv : argv.slice(0, argv.indexOf(link));
  const at = words.indexOf('--data-dir');
  const folder = at < 0 ? undefined : words[at + 1];
  return {
    dataDir: folder === undefined || folder.startsWith('--') ? null : resolve(folder),
    practice: words.includes('--practice'),
  };
}
