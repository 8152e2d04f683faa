import { existsSync } from 'node:fs';

/**
 * A Chromium of the system's, for where Playwright's own is not installed. The one without windows comes first: the same tests
 * take it a quarter less of the machine.
 */
export function systemChromium(): string | undefined {
  const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
  return [process.env['CHROMIUM_PATH'], ...known].find((file) => file !== undefined && existsSync(file));
}
