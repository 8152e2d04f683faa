import fs from 'node:fs';
import path from 'node:path';
import { run } from './child-process.ts';

type DebianOutcome = 'installed' | 'not-allowed' | 'failed' | 'not-debian';

/** Whether this system takes its packages with apt. */
export function hasApt() {
  return process.platform === 'linux' && onPath('apt-get');
}

/** Whether this is Debian itself, where "chromium" is a package (Ubuntu's only points at a snap). */
export function isDebian() {
  return hasApt() && /^ID=debian$/m.test(fs.readFileSync('/etc/os-release', 'utf8'));
}

/** Whether a program is in a folder of the PATH. */
export function onPath(program: string) {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => folder !== '' && fs.existsSync(path.join(folder, program)));
}

/** The command that a person would type for these packages. */
export function aptCommand(packages: string[]) {
  return `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

/**
 * How apt-get may be run here without asking anybody: straight for root, through sudo where that needs no
 * password. Undefined where neither holds.
 */
export async function aptWithoutAsking(): Promise<string[] | undefined> {
  if (!hasApt()) return undefined;
  if (process.getuid?.() === 0) return ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const sudo = onPath('sudo') && (await run('sudo', ['-n', 'true'], { show: 'none', timeLimitMs: 10_000 }));
  return sudo && sudo.exitCode === 0
    ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
    : undefined;
}

/**
 * Installs Debian packages where that needs no one's password. Says what it does in one line, and apt's own
 * words only when it fails.
 */
export async function installDebianPackages(packages: string[]): Promise<DebianOutcome> {
  if (!hasApt()) return 'not-debian';
  const apt = await aptWithoutAsking();
  const [program, ...first] = apt ?? [];
  if (program === undefined) return 'not-allowed';
  console.error(`Installing ${packages.join(', ')} …`);
  const update = await run(program, [...first, 'update'], { show: 'none' });
  const install = await run(program, [...first, 'install', '-y', '--no-install-recommends', ...packages], {
    show: 'none',
  });
  if (install.exitCode === 0) return 'installed';
  console.error(`${update.output}${install.output}`.trim());
  return 'failed';
}
