import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BrowserHostOptions {
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** Where to begin: the practice workspace, Welcome, or whatever was open last (practice where nothing was). */
  begin: 'practice' | 'welcome' | 'last';
}

export type OptionsReading = { ok: true; options: BrowserHostOptions } | { ok: false; sentence: string };

/** The folder in which apps keep a person's data on this system. */
function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Gangway');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Gangway');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'gangway');
}

/** Reads the command line of the browser host. */
export function readOptions(
  args: string[],
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): OptionsReading {
  try {
    const { values } = parseArgs({
      args,
      options: {
        browser: { type: 'boolean' },
        practice: { type: 'boolean' },
        welcome: { type: 'boolean' },
        port: { type: 'string' },
        'data-dir': { type: 'string' },
      },
    });
    const port = Number(values.port ?? '0');
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      return { ok: false, sentence: 'The port has to be a number from 1 to 65535.' };
    }
    const begin = values.practice === true ? 'practice' : values.welcome === true ? 'welcome' : 'last';
    return {
      ok: true,
      options: { port, begin, dataDir: resolve(values['data-dir'] ?? defaultDataDir(platform, env)) },
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    return {
      ok: false,
      sentence: `${detail} Known are --port N, --data-dir DIR, --practice, --welcome and --browser.`,
    };
  }
}
