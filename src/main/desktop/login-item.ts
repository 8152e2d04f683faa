import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppStart } from '#shared/ipc/app.ts';

/** Whether the system opens Gangway when the person signs in to the computer. */
export interface LoginItem {
  isOn(): boolean;
  set(on: boolean): void;
}

interface LoginItemDeps {
  platform: AppStart['platform'];
  program: string;
  configFolder: string;
  system: LoginItem;
}

/** An autostart file (Desktop Application Autostart Specification; Desktop Entry Specification, "The Exec key"). */
export function autostartEntry(program: string): string {
  const quoted = program
    .replace(/["`$\\]/g, (sign) => `\\${sign}`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `[Desktop Entry]\nType=Application\nName=Gangway\nExec="${quoted}"\nTerminal=false\n`;
}

/** Whether a desktop runs this entry: `Hidden=true` removes it (Desktop Entry Specification); GNOME has its own key. */
function isSwitchedOn(entry: string): boolean {
  const group = entry.split(/^\[/m).find((one) => one.startsWith('Desktop Entry]')) ?? '';
  return !/^(Hidden *= *true|X-GNOME-Autostart-enabled *= *false) *$/m.test(group);
}

/** On Linux a file in the autostart folder is the switch. */
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
