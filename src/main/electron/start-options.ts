import { resolve } from 'node:path';

/** What the command line of the app chooses. Words that Electron and Chromium know are passed over. */
export interface StartOptions {
  dataDir: string | null;
  practice: boolean;
}

export function readStartOptions(argv: readonly string[]): StartOptions {
  const at = argv.indexOf('--data-dir');
  const folder = at < 0 ? undefined : argv[at + 1];
  return {
    dataDir: folder === undefined || folder.startsWith('--') ? null : resolve(folder),
    practice: argv.includes('--practice'),
  };
}
