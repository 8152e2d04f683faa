import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppStart } from '#shared/ipc/app.ts';

/** Whether the system opens Gangway when the person signs in to the computer. */
export interface LoginItem {
  isOn(): boolean;
  set(on: boolean): void;
}

export interface LoginItemDeps {
  platform: AppStart['platform'];
  program: string;
  configFolder: string;
  system: LoginItem;
}

/** The word for a start by the system (Desktop Application Autostart Specification; Exec as in Desktop Entry, "The Exec key"). */
export function autostartEntry(program: string): string {
  const quoted = program
    .replace(/["`$\\]/g, (sign) => `\\${sign}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Gangway',
    `Exec="${quoted}"`,
    'Terminal=false',
    '',
  ].join('\n');
}

/** Whether a desktop runs this entry: `Hidden=true` removes it (Desktop Entry Specification); GNOME has its own key. */
function isSwitchedOn(entry: string): boolean {
  const group = entry.split(/^\[/m).find((one) => one.startsWith('Desktop Entry]')) ?? '';
  return !/^(Hidden *= *true|X-GNOME-Autostart-enabled *= *false) *$/m.test(group);
}

/** macOS and Windows have a switch of their own; on Linux a file in the autostart folder is the switch. */
export function createLoginItem({ platform, program, configFolder, system }: LoginItemDeps): LoginItem {
  if (platform !== 'linux') return system;
  const folder = join(configFolder, 'autostart');
  const file = join(folder, 'gangway.desktop');
  return {
    isOn: () => existsSync(file) && isSwitchedOn(readFileSync(file, 'utf8')),
    set(on) {
      if (!on) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, autostartEntry(program));
    },
  };
}
