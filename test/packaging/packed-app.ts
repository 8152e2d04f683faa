import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { listPackage, statFile } from '@electron/asar';
import { z } from 'zod';
import { demandBuild, projectFolder } from '#test/boot/booted-app.ts';
import { layOutElectron } from './electron-distribution.ts';

/** A file of the packed app: its path with forward slashes, its size, and whether it lies outside the archive. */
export interface PackedFile {
  path: string;
  bytes: number;
  outside: boolean;
}

export interface PackedApp {
  /** Where electron-builder put everything. */
  outFolder: string;
  appFolder: string;
  archive: string;
  exitCode: number | null;
  said: string;
  remove: () => void;
}

/**
 * Has electron-builder pack the built app for Linux as `npm run package` does, around a folder that only looks like Electron.
 * It stops short of the installers, whose tools come from elsewhere.
 */
export async function packApp(arch: string): Promise<PackedApp> {
  demandBuild();
  const folder = mkdtempSync(join(tmpdir(), 'gangway-pack-'));
  const electron = join(folder, 'electron');
  const outFolder = join(folder, 'dist');
  layOutElectron(electron);
  mkdirSync(outFolder);
  const builder = join(projectFolder, 'node_modules', 'electron-builder', 'cli.js');
  const child = spawn(
    process.execPath,
    [
      builder,
      '--linux=dir',
      `--${arch}`,
      '--publish=never',
      `-c.electronDist=${electron}`,
      `-c.directories.output=${outFolder}`,
      `-c.beforePack=${join(import.meta.dirname, 'note-desktop-entry.ts')}`,
    ],
    { cwd: projectFolder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const exitCode = await once(child, 'exit').then(([code]) => z.number().nullable().parse(code));
  const appFolder = join(outFolder, arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`);
  return {
    outFolder,
    appFolder,
    archive: join(appFolder, 'resources', 'app.asar'),
    exitCode,
    said: (await said).join(''),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const packedFile = z.object({ size: z.number(), unpacked: z.boolean().optional() });

/** Every file of the archive, those that lie outside it among them. */
export function packedFiles(archive: string): PackedFile[] {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.split(sep).join(posix.sep).slice(1);
    const found = packedFile.safeParse(statFile(archive, path));
    if (!found.success) return [];
    return [{ path, bytes: found.data.size, outside: found.data.unpacked === true }];
  });
}
